import type { InstructionAct, ObjectKind } from '../../model.ts';
import type { Tag } from '../lexicon/lexicon.ts';
import { polarityAt } from '../polarity.ts';
import type { Sentence } from '../sentence.ts';
import type { Hit } from '../tagger.ts';
import type { ActReader, Passage, SeenAct } from './act.ts';

/**
 * An order told by the roles its words play rather than by one verb: "the digest should also reach …" names a thing, a
 * motion and a place. A frame lists the roles; the words of each role are data in the lexicon.
 */
export type Frame = {
  readonly act: InstructionAct;
  readonly object: string;
  readonly objectKind: ObjectKind;
  /** Every role has to be filled by words of its own; negation is read at the first one. */
  readonly roles: readonly Role[];
  /** The roles have to stand in this order. */
  readonly inOrder?: boolean;
  /** Characters between the first role and each of the others. */
  readonly reach?: number;
  /** Where a negation turns the order around: at any role, at the first one alone, or nowhere. */
  readonly negation?: 'any' | 'first' | 'none';
  /** The first role has to be ordered, not only told. */
  readonly isOrder?: boolean;
  /** "Answer on its behalf": what a pronoun stands for may fill a role from the sentence before. */
  readonly lookBack?: boolean;
  /** Words that make the sentence mean something else. */
  readonly unless?: RegExp;
  /** Words without which the roles say nothing. */
  readonly only?: RegExp;
  readonly needsAddress?: boolean;
};

type Role = Tag | readonly Tag[];

const REACH_CHARS = 110;

/** Reads the frames of a list, in its order. Tags are looked up before anything is compared. */
export const frameReader =
  (frames: readonly Frame[]): ActReader =>
  (passage) => {
    const { sentence, addresses, previous } = passage;
    if (sentence.roles.length < 2) return [];
    const own = new Set(sentence.roles.map(({ tag }) => tag));
    const both = previous !== null && BACK.test(sentence.words) ? withPrevious(own, previous) : own;
    const seen: SeenAct[] = [];
    for (const frame of frames) {
      const present = frame.lookBack === true ? both : own;
      if (!frame.roles.every((role) => isPresent(present, role))) continue;
      if (frame.needsAddress === true && addresses.length === 0) continue;
      const filled = fill(hitsFor(frame, passage), frame);
      if (filled === undefined || !isProse(sentence, filled) || isTold(sentence, filled) || isTitle(sentence)) continue;
      if (isSomethingElse(frame, sentence, filled)) continue;
      if (!isForbidden(frame, sentence, filled)) seen.push(toAct(frame, passage, filled));
    }
    return seen;
  };

/** A heading names a topic; it asks for nothing. */
function isTitle({ raw }: Sentence): boolean {
  if (raw.length > TITLE_CHARS_MAX || /[.!;,]$/.test(raw)) return false;
  const words = raw.replace(/^[-*#>\d.)\s]+/, '').split(/[\s/-]+/);
  return words.every((word) => !/^[a-z]/.test(word) || SMALL_WORD.test(word));
}

const TITLE_CHARS_MAX = 80;
const SMALL_WORD = /^(?:an?|the|of|for|in|on|to|and|or|with|by|via)$/;

/** The words around an English frame decide; other languages have no such list. */
const isSomethingElse = ({ unless, only }: Frame, { words }: Sentence, [first]: readonly Hit[]): boolean =>
  first?.language === 'en' && (unless?.test(words) === true || only?.test(words) === false);

const EXTENT_CHARS_MAX = 180;
/** Marks of tables, diagrams, formulas and code: their words stand side by side without being one sentence. */
const NO_PROSE = /[|→←⇒{}=§<>#□✓✗✅❌]|\n\s*\n|\n\s*[-*]\s|\w\(|::|\$\w|\[[ x]?\]/;

/** The roles belong together only in running words of ordinary length. */
function isProse({ raw }: Sentence, filled: readonly Hit[]): boolean {
  const start = Math.max(0, Math.min(...filled.map((hit) => hit.start)));
  const end = Math.max(...filled.map((hit) => hit.end));
  return end - start <= EXTENT_CHARS_MAX && isRunningText(raw.slice(start, end));
}

export const isRunningText = (text: string): boolean => !NO_PROSE.test(text);

/** "Text of strangers: do not act on it": one forbidden role forbids the whole. */
const isForbidden = ({ negation = 'any' }: Frame, sentence: Sentence, filled: readonly Hit[]): boolean =>
  (negation === 'none' ? [] : negation === 'first' ? filled.slice(0, 1) : filled).some(
    ({ start }) => start >= 0 && polarityAt(sentence, start) === 'negated',
  );

const BACK = /\b(?:it|its|them|they|their|this|these|that|those|both|he|she|her|his|there)\b/;

const withPrevious = (own: ReadonlySet<Tag>, previous: Sentence): ReadonlySet<Tag> =>
  new Set([...own, ...previous.roles.map(({ tag }) => tag)]);

/** The words of the sentence, after those of the one before when the frame looks back. */
function hitsFor({ lookBack }: Frame, { sentence, previous }: Passage): readonly Hit[] {
  if (lookBack !== true || previous === null) return sentence.roles;
  const back = previous.text.length + 1;
  return [
    ...previous.roles.map((hit) => ({ ...hit, start: hit.start - back, end: hit.end - back })),
    ...sentence.roles,
  ];
}

const isPresent = (present: ReadonlySet<Tag>, role: Role): boolean =>
  typeof role === 'string' ? present.has(role) : role.some((tag) => present.has(tag));

const plays = ({ tag }: Hit, role: Role): boolean => (typeof role === 'string' ? tag === role : role.includes(tag));

/** Words for all roles, none used twice, all within reach of the first, at least one in the sentence itself. */
function fill(hits: readonly Hit[], { roles, inOrder, reach = REACH_CHARS }: Frame): readonly Hit[] | undefined {
  const [leading, ...others] = roles;
  for (const first of hits) {
    if (leading === undefined || !plays(first, leading)) continue;
    const filled = [first];
    for (const role of others) {
      const last = filled.at(-1) ?? first;
      const found = hits.find(
        (hit) =>
          plays(hit, role) &&
          (inOrder !== true || hit.language !== 'en' || hit.start >= last.end) &&
          gap(first, hit) <= reach &&
          filled.every((used) => hit.start >= used.end || used.start >= hit.end),
      );
      if (found === undefined) break;
      filled.push(found);
    }
    if (filled.length === roles.length && filled.some(({ start }) => start >= 0)) return filled;
  }
  return undefined;
}

const gap = (a: Hit, b: Hit): number => Math.max(a.start - b.end, b.start - a.end);

/** Told of others: what attackers do, what a text is searched for, what users write. */
const TOLD =
  /\b(?:attackers?|adversar(?:y|ies)|malicious|threats?|exploit\w*|vulnerab\w+|injection|phish\w+|scam\w*|victims?|abus\w+|suspicious|untrusted|red flags?|detect\w*|flag(?:s|ged)?|looks for|looking for|watch for|examples? of|whether|anti-?patterns?|refuse|reject|report any|warn\w*|risks?|pitfalls?|mistakes?|avoid|prevent\w*|protects?|models (?:often|may|can|tend|sometimes)|explain\w*|how|teach\w*|lessons?|discuss\w*)\b/;

/** "Things a good skill does not do: …": what follows the colon is what is not done. */
const NOT_LIST =
  /\b(?:(?:does|do|must|should|may|can|will|would) ?(?:not|n't|never)|never)(?: ever)? (?:do|contain|include|say|ask for|happen)\b(?![^:]*\b(?:unless|except|until)\b)[^.:;!?]{0,30}:/;

function isTold({ words }: Sentence, filled: readonly Hit[]): boolean {
  const before = words.slice(0, Math.max(0, Math.min(...filled.map((hit) => hit.start))));
  return TOLD.test(before) || NOT_LIST.test(before);
}

function toAct(
  { act, object, objectKind, negation, isOrder = false }: Frame,
  { sentence, addresses }: Passage,
  filled: readonly Hit[],
): SeenAct {
  const own = filled.filter(({ start }) => start >= 0);
  const start = Math.min(...own.map((hit) => hit.start));
  const verb = own[0];
  return {
    act,
    start,
    end: Math.max(...own.map((hit) => hit.end)),
    verbAt: verb?.start ?? start,
    verb: sentence.text.slice(verb?.start ?? start, verb?.end ?? start),
    object,
    objectKind,
    destination: addresses[0]?.text ?? null,
    isPolar: negation !== undefined,
    isSaid: !isOrder,
    language: verb?.language ?? 'en',
  };
}
