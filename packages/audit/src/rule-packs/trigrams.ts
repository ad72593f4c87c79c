/** The trigrams of a bundle. Most words of most rules contain a trigram that does not occur, and need no search. */
export type Trigrams = {
  /** False only when no text contains the word in any case. */
  mayHave(word: string): boolean;
};

const LETTERS = 3;
/** Size of the table, a power of two. Collisions in a large bundle cause extra searches only. */
const PLACES = 1 << 15;
const NOT_ASCII = /[^\0-\x7f]/;

const placeOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) * 961 + text.charCodeAt(at + 1)) * 961 + text.charCodeAt(at + 2)) & (PLACES - 1);

/** `texts` are in lower case. */
export function createTrigrams(texts: readonly string[]): Trigrams {
  const table = new Uint8Array(PLACES);
  for (const text of texts) for (let at = text.length - LETTERS; at >= 0; at--) table[placeOf(text, at)] = 1;
  return {
    mayHave(word) {
      // Other alphabets may change their length with their case, so they are always searched.
      if (word.length < LETTERS || NOT_ASCII.test(word)) return true;
      const lower = word.toLowerCase();
      for (let at = lower.length - LETTERS; at >= 0; at--) if (table[placeOf(lower, at)] === 0) return false;
      return true;
    },
  };
}
