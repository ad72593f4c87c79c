import type { ReplaySeen } from './replay.check.ts';

export type ScreeningFacts = {
  readonly replay: ReplaySeen;
  /** The bytes at the certified commit differ from the certified bytes. */
  readonly isSourceChanged: boolean;
  /** A declared endpoint that used to answer now redirects to another site. */
  readonly isEndpointChanged: boolean;
  readonly needsPerson: boolean;
};
export type Screening =
  | { readonly kind: 'open'; readonly reason: string }
  | { readonly kind: 'person' }
  | { readonly kind: 'dismiss'; readonly reason: string };

const UNFOUNDED =
  'A review of the certified bytes with the current rules found nothing new, and the flag has no evidence that can be checked.';

/** Screens flags without standing. Unclear flags go to a person. */
export function decideScreening({
  replay,
  isSourceChanged,
  isEndpointChanged,
  needsPerson,
}: ScreeningFacts): Screening {
  if (isSourceChanged) return open('The bytes at the certified commit differ from the certified bytes.');
  if (isEndpointChanged) return open('A declared endpoint redirects to another site.');
  if (replay.kind === 'fault') return { kind: 'person' };
  const [worst] = replay.news;
  if (worst !== undefined) return open(`The current rules find something new: ${worst.title} (${worst.ruleId}).`);
  return needsPerson ? { kind: 'person' } : { kind: 'dismiss', reason: UNFOUNDED };
}

const open = (reason: string): Screening => ({ kind: 'open', reason });
