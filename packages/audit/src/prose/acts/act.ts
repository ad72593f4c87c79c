import type { InstructionAct, ObjectKind } from '../../model.ts';
import type { Address } from '../addresses.ts';
import { ANY_SENTENCE, type Cue, type CueId, type Cues, toCueId } from '../cues.ts';
import type { Sentence } from '../sentence.ts';
import type { Hit } from '../tagger.ts';

/** What one reader saw in a sentence; offsets are relative to the sentence. */
export type SeenAct = {
  readonly act: InstructionAct;
  readonly start: number;
  readonly end: number;
  /** Where the verb stands: mood and negation are read there, even when the object comes first. */
  readonly verbAt: number;
  readonly verb: string;
  readonly object: string;
  readonly objectKind: ObjectKind;
  readonly destination: string | null;
  /** The act is made of its negation ("never refuse"): polarity must not turn it around. */
  readonly isPolar: boolean;
  /** Saying it is asking for it, whatever the mood: "the rules are stale", "a copy goes to …". */
  readonly isSaid?: boolean;
  readonly language: string;
};

export type Passage = {
  readonly sentence: Sentence;
  readonly addresses: readonly Address[];
  /** The sentence before, in the same paragraph: what "it" and "there" point back to. */
  readonly previous: Sentence | null;
  readonly cues: Cues;
};

export type ActReader = (passage: Passage) => readonly SeenAct[];

/** A reader, and the cues without any of which it sees nothing in a sentence. */
export type CuedReader = { readonly read: ActReader; readonly cues: readonly CueId[] };

export const on = (cues: readonly Cue[], read: ActReader): CuedReader => ({ read, cues: cues.map(toCueId) });

export const onAny = (read: ActReader): CuedReader => ({ read, cues: [toCueId(ANY_SENTENCE)] });

type Extra = Partial<Pick<SeenAct, 'objectKind' | 'destination' | 'isPolar' | 'start' | 'end'>>;

/** An act whose verb and object are two tagged words. */
export function actOf(act: InstructionAct, { sentence }: Passage, verb: Hit, object: Hit, extra: Extra = {}): SeenAct {
  return {
    act,
    start: Math.min(verb.start, object.start),
    end: Math.max(verb.end, object.end),
    verbAt: verb.start,
    verb: sentence.text.slice(verb.start, verb.end),
    object: sentence.text.slice(object.start, object.end),
    objectKind: 'other',
    destination: null,
    isPolar: false,
    language: verb.language,
    ...extra,
  };
}

/** An act recognised by a fixed phrase. */
export function phraseAct(act: InstructionAct, match: RegExpMatchArray, object: string, extra: Extra = {}): SeenAct {
  const start = match.index ?? 0;
  return {
    act,
    start,
    end: start + match[0].length,
    verbAt: start,
    verb: (match[1] ?? match[0]).trim().slice(0, 60),
    object,
    objectKind: 'other',
    destination: null,
    isPolar: true,
    language: 'en',
    ...extra,
  };
}

const DETERMINER =
  /(?:^|\s)(?:a|an|the|this|that|each|its|his|her|their|our|of|no|another|any|some|which|latest|last|first|blog|git|http|change)\s+$/;

/** "a copy", "the post", "this record": a noun that looks like a verb. */
export const isNoun = (sentence: Sentence, hit: Hit): boolean =>
  hit.language === 'en' &&
  (DETERMINER.test(sentence.text.slice(Math.max(0, hit.start - 16), hit.start)) ||
    PART_OF_NAME.test(sentence.text.slice(Math.max(0, hit.start - 2), hit.start)));

/** "author/publish", "auto-post": half of a name. */
const PART_OF_NAME = /\w[/-]$/;
