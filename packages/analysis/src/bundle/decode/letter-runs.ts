/** A range of text. */
export type Run = { readonly start: number; readonly end: number };

const CODES = 128;

/** The characters of a set such as `A-Za-z0-9+/`, as a table by character code. */
function tableOf(set: string): Uint8Array {
  const member = new RegExp(`^[${set}]$`);
  return Uint8Array.from({ length: CODES }, (_, code) => (member.test(String.fromCharCode(code)) ? 1 : 0));
}

const has = (table: Uint8Array, text: string, at: number): boolean => table[text.charCodeAt(at)] === 1;

/**
 * Maximal runs of characters of one set. Where there are none, the scan looks at one character in `lengthMin`. Regular
 * expressions for the same runs took a tenth of a review and overflowed the stack on a large picture.
 */
function* findRuns(text: string, table: Uint8Array, lengthMin: number): Generator<Run> {
  for (let start = 0; start + lengthMin <= text.length; ) {
    let stray = start + lengthMin - 1;
    while (stray >= start && has(table, text, stray)) stray -= 1;
    if (stray >= start) {
      start = stray + 1;
      continue;
    }
    let end = start + lengthMin;
    while (end < text.length && has(table, text, end)) end += 1;
    yield { start, end };
    start = end + 1;
  }
}

/**
 * End of the padding after `at`. The last `=` is not padding if a letter follows it, because the letter starts
 * something new.
 */
function paddingEnd(text: string, at: number, max: number, letters: Uint8Array): number {
  let end = at;
  while (end < at + max && text[end] === '=') end += 1;
  return end > at && has(letters, text, end) ? end - 1 : end;
}

const BASE64 = tableOf('A-Za-z0-9+/_-');
const LETTERS = tableOf('A-Za-z0-9');
const BASE32 = tableOf('A-Z2-7');
const BASE32_NEIGHBOURS = tableOf('A-Z0-9');

const BASE64_PADDING_MAX = 2;
const BASE32_PADDING_MAX = 6;

export function* findBase64(text: string, lengthMin: number): Generator<Run> {
  // Base64 never yields whole groups plus one letter.
  for (const { start, end } of findRuns(text, BASE64, lengthMin))
    if ((end - start) % 4 !== 1) yield { start, end: paddingEnd(text, end, BASE64_PADDING_MAX, BASE64) };
}

export function* findHex(text: string, lengthMin: number): Generator<Run> {
  // Search for the first non-hex character: a regular expression that matches all hex characters overflows its stack on
  // megabytes.
  for (const { start, end } of findRuns(text, LETTERS, lengthMin))
    if ((end - start) % 2 === 0 && !/[^0-9a-fA-F]/.test(text.slice(start, end))) yield { start, end };
}

export function* findBase32(text: string, lengthMin: number): Generator<Run> {
  for (const { start, end } of findRuns(text, BASE32, lengthMin))
    if (!has(BASE32_NEIGHBOURS, text, start - 1) && !has(LETTERS, text, end))
      yield { start, end: paddingEnd(text, end, BASE32_PADDING_MAX, LETTERS) };
}

export function* findShape(text: string, shape: RegExp): Generator<Run> {
  for (const { index, 0: found } of text.matchAll(shape)) yield { start: index, end: index + found.length };
}
