import type { ReplaySeen } from './replay.check.ts';

export type ScreeningFacts = {
  readonly replay: ReplaySeen;
  /** The bytes at the certified commit are not the certified bytes. */
  readonly isSourceChanged: boolean;
  /** A declared endpoint that used to answer sends callers elsewhere now. */
  readonly isEndpointChanged: boolean;
  readonly needsPerson: boolean;
};
export type Screening =
  | { readonly kind: 'open'; readonly reason: string }
  | { readonly kind: 'person' }
  | { readonly kind: 'dismiss'; readonly reason: string };

const UNFOUNDED =
  'The certified bytes were reviewed with the rules of today and show nothing new, and no evidence names a place in them or anything else that could be looked at.';

/** Whether a flag that nobody stands behind is worth believing. What cannot be answered here is a person's question. */
export function decideScreening({
  replay,
  isSourceChanged,
  isEndpointChanged,
  needsPerson,
}: ScreeningFacts): Screening {
  if (isSourceChanged) return open('The bytes at the certified commit are not the certified bytes.');
  if (isEndpointChanged) return open('A declared endpoint sends callers to another site.');
  if (replay.kind === 'fault') return { kind: 'person' };
  const [worst] = replay.news;
  if (worst !== undefined) return open(`The rules of today see something new: ${worst.title} (${worst.ruleId}).`);
  return needsPerson ? { kind: 'person' } : { kind: 'dismiss', reason: UNFOUNDED };
}

const open = (reason: string): Screening => ({ kind: 'open', reason });
