import { TAGS, type Tag } from './lexicon/lexicon.ts';
import { openingWords } from './opening-words.ts';
import type { Sentence } from './sentence.ts';

/** What a sentence shows at first sight: a word of a class, an address, a word with which a pattern may begin. */
export type Cue = Tag | 'address' | RegExp;

/** The number under which a cue is known. */
export type CueId = number;

/** The cues of one sentence, a bit for each. */
export type Cues = readonly number[];

/** Every sentence shows it: the cue of a pattern whose beginning is not known. */
export const ANY_SENTENCE = 'any sentence';
const NAMED: ReadonlyMap<string, CueId> = new Map([ANY_SENTENCE, 'address', ...TAGS].map((name, id) => [name, id]));
const byWord = new Map<string, CueId[]>();
let known: CueId = NAMED.size;

/** A pattern is a cue for those who search it in the `text` or the `words` of a sentence. */
export function toCueId(cue: Cue | typeof ANY_SENTENCE): CueId {
  if (typeof cue === 'string') return NAMED.get(cue) ?? 0;
  const words = openingWords(cue);
  if (words === undefined) return toCueId(ANY_SENTENCE);
  const id = known++;
  for (const word of words) {
    const others = byWord.get(word);
    if (others === undefined) byWord.set(word, [id]);
    else others.push(id);
  }
  return id;
}

export const hasCue = (cues: Cues, id: CueId): boolean => ((cues[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;

const add = (cues: number[], id: CueId): void => {
  cues[id >>> 5] = (cues[id >>> 5] ?? 0) | (1 << (id & 31));
};

export function cuesOf({ text, words, hits, addresses }: Sentence): Cues {
  const cues = new Array<number>((known >>> 5) + 1).fill(0);
  add(cues, toCueId(ANY_SENTENCE));
  if (addresses.length > 0) add(cues, toCueId('address'));
  for (const { tag } of hits) add(cues, toCueId(tag));
  addWords(cues, words);
  // An address that is cut short in the middle of a word leaves another word in `words`.
  if (addresses.length > 0) addWords(cues, text);
  return cues;
}

function addWords(cues: number[], text: string): void {
  for (let at = 0; at < text.length; ) {
    const start = at;
    while (isWordCode(text.charCodeAt(at))) at += 1;
    if (at > start) for (const id of byWord.get(text.slice(start, at)) ?? NONE) add(cues, id);
    else at += 1;
  }
}

const NONE: readonly CueId[] = [];

/** The letters of `\w`, folded; `NaN` at the end of a text is none. */
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || (code >= 65 && code <= 90);
