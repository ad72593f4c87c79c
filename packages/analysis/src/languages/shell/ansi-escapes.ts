const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '',
  b: '',
  e: '\u001b',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** Decodes `\x41`, `\101`, `\u0041` and the simple escapes, as `$'…'`, `printf` and `echo -e` do. */
export function unescapeAnsi(raw: string): string {
  return raw.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,6})|0?([0-7]{1,3})|(.))/gs,
    (_, hex?: string, short?: string, long?: string, octal?: string, plain?: string) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return toCodePoint(Number.parseInt(code, 16));
      if (octal !== undefined) return toCodePoint(Number.parseInt(octal, 8));
      return SIMPLE_ESCAPES[plain ?? ''] ?? `\\${plain}`;
    },
  );
}

export const toCodePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
