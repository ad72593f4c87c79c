import { type FoldInput, findRisks } from './fold.ts';
import { hostOf } from './merge.ts';
import type { CanaryName, Observation } from './observation.ts';

/** An observed act that no context can excuse. */
export type Deed = { readonly deed: 'secret-sent' | 'shell-opened'; readonly observation: Observation };

/** Secrets that a skill receives for its work. The rules that read the code decide whether it may send them. */
const GIVEN: ReadonlySet<string> = new Set<`canary:${CanaryName}`>(['canary:env-token', 'canary:dotenv']);

/** Hosts to which a stored login may legitimately be sent. */
const OWN_HOSTS: Partial<Record<string, RegExp>> = {
  'canary:gh-token': /(?:^|\.)(?:github\.com|githubusercontent\.com|ghcr\.io)$/,
  'canary:npm-token': /(?:^|\.)npmjs\.(?:org|com)$/,
  'canary:pypi-token': /(?:^|\.)pypi\.org$/,
};

/**
 * Acts of code that ran and is reachable from the entry. Acts inferred from a syntax tree are excluded, because the
 * static rules cover them.
 */
export function findDeeds(input: FoldInput): Deed[] {
  return findRisks(input).flatMap(({ level, reason, observation }): Deed[] => {
    if (level !== 'HIGH' || observation?.basis !== 'run') return [];
    if (reason === 'remote-shell') return [{ deed: 'shell-opened', observation }];
    return reason === 'canary-egress' && isTheft(observation) ? [{ deed: 'secret-sent', observation }] : [];
  });
}

function isTheft({ target, data }: Observation): boolean {
  if (data.includes('bulk-env')) return true;
  const host = hostOf(target) ?? '';
  const taken = data.filter((tag) => tag.startsWith('canary:') && !GIVEN.has(tag));
  return taken.some((tag) => !(data.includes('auth') && OWN_HOSTS[tag]?.test(host)));
}
