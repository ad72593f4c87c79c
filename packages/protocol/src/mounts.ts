/** Who may call a route, and where a deployment serves it. */
import type { NextStep } from './next-steps.ts';

/**
 * Whose credential a route asks for. `owner` takes a developer token or an API key, `god` the administrative key,
 * `actor` an API key for what is its actor's, or the administrative key for anybody's;
 * `optional` answers everybody and learns who is calling when a credential is sent (a bad one is still refused);
 * `any` answers everybody and tells all kinds of credentials apart, the administrative key among them (a bad one is still refused);
 * `probe` takes a developer token, and answers a caller without a credential only when the body is empty.
 */
export const ACCESS_CLASSES = ['none', 'optional', 'any', 'probe', 'dev', 'key', 'actor', 'owner', 'god'] as const;
export type Access = (typeof ACCESS_CLASSES)[number];

/** What an operator may do; each role includes those before it. */
export const OPERATOR_ROLES = ['reader', 'reviewer', 'administrator'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** A route that declares no role needs the highest one. */
export const roleOf = ({ role }: { readonly role?: OperatorRole | undefined }): OperatorRole => role ?? 'administrator';

export const includesRole = (held: OperatorRole, needed: OperatorRole): boolean =>
  OPERATOR_ROLES.indexOf(held) >= OPERATOR_ROLES.indexOf(needed);

/** A call that gives what another one needs. */
export type Preparation = NextStep;

/** The two prefixes that a deployment may move. */
export type Mounts = { readonly apiPrefix: string; readonly playerPrefix: string };
export const DEFAULT_MOUNTS: Mounts = { apiPrefix: '/api/v1', playerPrefix: '/certsvc/v1' };

/** Moves a declared path to where this deployment mounts it. */
export function mountPath(path: string, mounts: Mounts): string {
  return (
    replacePrefix(path, DEFAULT_MOUNTS.apiPrefix, mounts.apiPrefix) ??
    replacePrefix(path, DEFAULT_MOUNTS.playerPrefix, mounts.playerPrefix) ??
    path
  );
}

function replacePrefix(path: string, from: string, to: string): string | undefined {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : undefined;
}
