import { GRAMMAR, PIECES, WORDS } from './lexicon.data.ts';

const read = (lines: string): [word: string, english: string][] =>
  lines
    .trim()
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [english = '', words = ''] = line.split(':');
      return words
        .trim()
        .split(/\s+/)
        .map((word) => [word, english]);
    });

const WORD: ReadonlyMap<string, string> = new Map(read(WORDS));
const IN_SENTENCE: ReadonlyMap<string, string> = new Map([...read(WORDS), ...read(GRAMMAR)]);
const PIECE: ReadonlyMap<string, string> = new Map(
  read(PIECES).map(([piece, english]) => [piece, english === 'asis' ? 'as is' : english]),
);
const ANY_PIECE = new RegExp([...PIECE.keys()].sort((a, b) => b.length - a.length).join('|'), 'g');

const ACCENTED = /[\u00c0-\u024f]/;
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/ß/g, 'ss'],
  [/[øØ]/g, 'o'],
  [/[łŁ]/g, 'l'],
  [/[æÆ]/g, 'ae'],
  [/[ıİ]/g, 'i'],
];

/** Letters without their accents: lists hold one spelling of a word. */
export const fold = (text: string): string =>
  ACCENTED.test(text)
    ? PLAIN.reduce((kept, [letter, plain]) => kept.replace(letter, plain), text)
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
    : text;

const COMPOUND_CHARS = { min: 9, max: 40, partMin: 4 } as const;

/** `kundennummer` is a customer's number: two words of the list, perhaps with a letter between them. */
function splitCompound(word: string): string | undefined {
  if (word.length < COMPOUND_CHARS.min || word.length > COMPOUND_CHARS.max) return undefined;
  for (let at = COMPOUND_CHARS.partMin; at <= word.length - COMPOUND_CHARS.partMin; at += 1) {
    const tail = WORD.get(word.slice(at));
    if (tail === undefined) continue;
    const start = word.slice(0, at);
    const head = WORD.get(start) ?? WORD.get(start.replace(/(?:en|n|s|es)$/, ''));
    if (head !== undefined) return `${head} ${tail}`;
  }
  return undefined;
}

/** What a word of a name is called in English; itself where it is no word of another language that the lists hold. */
export const toEnglishWord = (word: string): string => WORD.get(word) ?? splitCompound(word) ?? word;

/** What stands before a hyphen is part of a longer word: `non-empty`. */
const LETTERS = /\p{L}+(?!-)/gu;
const FOREIGN = {
  /** So many words of the lists make a sentence one of another language. */
  wordsMin: 3,
  /** A head of a few words has fewer. */
  shortWordsMax: 6,
  charsMax: 4_096,
} as const;

/**
 * A text of another language word by word: no translation, but enough for patterns that look for a denial beside a thing. Nothing for
 * what is English.
 */
export function glossOf(text: string): string {
  if (text === '' || text.length > FOREIGN.charsMax) return '';
  const pieces = text.replace(ANY_PIECE, (piece) => ` ${PIECE.get(piece) ?? piece} `);
  return (pieces === text ? glossWords(text) : pieces).replace(/[ \t]+/g, ' ');
}

function glossWords(text: string): string {
  let known = 0;
  let count = 0;
  const gloss = text.replace(LETTERS, (word) => {
    const plain = fold(word).toLowerCase();
    const english = IN_SENTENCE.get(plain) ?? splitCompound(plain);
    count += 1;
    if (english !== undefined) known += 1;
    return english ?? word;
  });
  const isHead = known > 0 && count <= FOREIGN.shortWordsMax;
  return known >= FOREIGN.wordsMin || isHead || (known > 1 && ACCENTED.test(text)) ? gloss : '';
}

/** A text, and beside it what it says word by word where it is of another language. */
export function withGloss(text: string): string {
  const gloss = glossOf(text);
  return gloss === '' ? text : `${text}\n\n${gloss}`;
}
