import { type FoldInput, findRisks } from './fold.ts';
import { hostOf } from './merge.ts';
import type { CanaryName, Observation } from './observation.ts';

/** An act that no reading of the code can excuse: it happened. */
export type Deed = { readonly deed: 'secret-sent' | 'shell-opened'; readonly observation: Observation };

/** What a skill is given to work with. Whether one of these went where it belongs is for the rules that read the code. */
const GIVEN: ReadonlySet<string> = new Set<`canary:${CanaryName}`>(['canary:env-token', 'canary:dotenv']);

/** Where a stored login may be shown in its proper place. */
const OWN_HOSTS: Partial<Record<string, RegExp>> = {
  'canary:gh-token': /(?:^|\.)(?:github\.com|githubusercontent\.com|ghcr\.io)$/,
  'canary:npm-token': /(?:^|\.)npmjs\.(?:org|com)$/,
  'canary:pypi-token': /(?:^|\.)pypi\.org$/,
};

/** Attempted by code that ran and that the entry leads to; what was read off a syntax tree the static rules know too. */
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
