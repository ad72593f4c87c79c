/** A word list as a test. It compares whole words, case-sensitive, and compiles nothing at startup. */
export function wordList(words: string): { readonly test: (word: string) => boolean } {
  let list: ReadonlySet<string> | undefined;
  return {
    test: (word) => {
      list ??= new Set(words.split(' '));
      return list.has(word);
    },
  };
}

/** A pattern that is tried only on texts with one of these parts, in any case. Every match must contain one of them. */
export const withPart = (parts: readonly string[], pattern: RegExp): { readonly test: (text: string) => boolean } => ({
  test: (text) => {
    const lower = text.toLowerCase();
    return parts.some((part) => lower.includes(part)) && pattern.test(text);
  },
});

/** A pattern that is tried only on texts with a capital letter or a low line. Every match must contain one. */
export const withCapital = (pattern: RegExp): { readonly test: (text: string) => boolean } => ({
  test: (text) => /[A-Z_]/.test(text) && pattern.test(text),
});
