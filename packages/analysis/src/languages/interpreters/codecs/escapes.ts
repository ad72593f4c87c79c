import { decodeLatin1 } from '../bytes.ts';

const NAMED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

const fromCode = (digits: string, base: number): string => {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
};

/**
 * `\N{LATIN SMALL LETTER E}`: the engine has no table of character names, so it does not decode a text that uses them.
 */
export const namesCharacters = (bytes: Uint8Array): boolean => decodeLatin1(bytes).includes('\\N{');

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([abfnrtv\n\\'"]))/g;

/** Python's `unicode_escape`: decodes every escape of a string literal, anywhere in the text. */
export const decodeUnicodeEscape = (bytes: Uint8Array): string =>
  decodeLatin1(bytes).replace(
    ESCAPE,
    (_, hex?: string, short?: string, long?: string, octal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? name;
      if (octal !== undefined) return fromCode(octal, 8);
      return fromCode(hex ?? short ?? long ?? '', 16);
    },
  );

const RAW = /(\\*)\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/g;

/** Python's `raw_unicode_escape`: only `\uXXXX` and `\UXXXXXXXX`, and only after an even number of backslashes. */
export const decodeRawUnicodeEscape = (bytes: Uint8Array): string =>
  decodeLatin1(bytes).replace(RAW, (whole, before: string, short?: string, long?: string) =>
    before.length % 2 === 0 ? before + fromCode(short ?? long ?? '', 16) : whole,
  );
