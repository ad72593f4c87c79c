/** Who may call a route, and the path where a deployment serves it. */
import type { NextStep } from './next-steps.ts';

/**
 * The credential that a route requires. `owner` takes a developer token or an API key, `god` the administrative key,
 * `actor` an API key for the data of its own actor or the administrative key for that of any actor;
 * `optional` and `any` answer every caller, but refuse an invalid credential: `optional` identifies the caller when a
 * credential is sent, `any` also distinguishes all kinds of credentials, including the administrative key;
 * `probe` takes a developer token, and answers a caller without a credential only when the body is empty.
 */
export const ACCESS_CLASSES = ['none', 'optional', 'any', 'probe', 'dev', 'key', 'actor', 'owner', 'god'] as const;
export type Access = (typeof ACCESS_CLASSES)[number];

/** Operator roles in rising order. Each role includes the roles before it. */
export const OPERATOR_ROLES = ['reader', 'reviewer', 'administrator'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** A route without a role needs the highest one. */
export const roleOf = ({ role }: { readonly role?: OperatorRole | undefined }): OperatorRole => role ?? 'administrator';

export const includesRole = (held: OperatorRole, needed: OperatorRole): boolean =>
  OPERATOR_ROLES.indexOf(held) >= OPERATOR_ROLES.indexOf(needed);

/** A call whose answer supplies a value that another call needs. */
export type Preparation = NextStep;

/** The two prefixes that a deployment may change. */
export type Mounts = { readonly apiPrefix: string; readonly playerPrefix: string };
export const DEFAULT_MOUNTS: Mounts = { apiPrefix: '/api/v1', playerPrefix: '/certsvc/v1' };

/** Converts a declared path to the path where this deployment mounts it. */
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
