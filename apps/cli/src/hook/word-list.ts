/** A test of a text, with or without a pattern. The first use of a pattern compiles it, which costs more than most other tests of a call. */
export type TextTest = { readonly test: (text: string) => boolean };

/** A word list as a test. It compares whole words, case-sensitive, and compiles nothing at startup. */
export function wordList(words: string): TextTest {
  let list: ReadonlySet<string> | undefined;
  return {
    test: (word) => {
      list ??= new Set(words.split(' '));
      return list.has(word);
    },
  };
}

/** The same in any letter case. The words are in lower case. */
export function anyCase(words: string): TextTest {
  const { test } = wordList(words);
  return { test: (word) => test(word.toLowerCase()) };
}

/** Whether a text is a plain name or path, which no shell and no list of words takes apart. */
export const isBland = (text: string): boolean => /^[\w./-]*$/.test(text);

/** Whether a text has one of these characters. */
export function hasAny(text: string, characters: string): boolean {
  for (const character of characters) if (text.includes(character)) return true;
  return false;
}

/** A pattern that is tried only on texts with one of these parts, in any case. Every match must contain one of them. */
export const withPart = (parts: readonly string[], pattern: () => RegExp): TextTest => ({
  test: (text) => {
    const lower = text.toLowerCase();
    return parts.some((part) => lower.includes(part)) && pattern().test(text);
  },
});

/** A pattern that is tried only on texts with a capital letter or a low line. Every match must contain one. */
export const withCapital = (pattern: () => RegExp): TextTest => ({
  test: (text) => /[A-Z_]/.test(text) && pattern().test(text),
});
