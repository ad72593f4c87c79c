/** Three letters in a row that occur somewhere in a bundle: most words of most rules are in none, and are then not searched for. */
export type Trigrams = {
  /** False only when the word stands in no text, in no case. */
  mayHave(word: string): boolean;
};

const LETTERS = 3;
/** Places of the table, a power of two: a large bundle fills some of it, and is searched a little more often. */
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
      // Other alphabets change their length with their case; they are searched for in any event.
      if (word.length < LETTERS || NOT_ASCII.test(word)) return true;
      const lower = word.toLowerCase();
      for (let at = lower.length - LETTERS; at >= 0; at--) if (table[placeOf(lower, at)] === 0) return false;
      return true;
    },
  };
}
