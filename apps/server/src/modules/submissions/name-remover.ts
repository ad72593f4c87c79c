/** Shorter names are common words, whose removal would change the text. */
const NAME_CHARS_MIN = 3;
/** Longer names are implausible, and the work per character grows with the length. */
const NAME_CHARS_MAX = 256;
const SEPARATORS = /[\s_-]+/;
const BITS = 32;
const ASCII_END = 0x80;

export type RemoveName = (text: string) => string;

/**
 * Removes every spelling of a name from a text: `pdf-tools`, `PDF Tools` and `pdf_tools` are one name. The name is
 * untrusted, so it is not turned into a pattern. All possible matches are tracked at once, one bit each, in a single
 * pass over the text, whatever the name is. Undefined for a name that is too short or too long.
 */
export function createNameRemover(name: string): RemoveName | undefined {
  const words = name.split(SEPARATORS).filter((word) => word !== '');
  const letters = words.map((word) => Array.from(word, (letter) => fold(letter.codePointAt(0) ?? 0)));
  const length = letters.reduce((sum, word) => sum + word.length, 0);
  if (words.join('').length < NAME_CHARS_MIN || length > NAME_CHARS_MAX) return undefined;
  const bits = toBits(letters, length);
  return (text) => removeAll(text, bits);
}

type NameBits = {
  readonly length: number;
  /** For each letter, its positions in the name. */
  readonly places: ReadonlyMap<number, Uint32Array>;
  /** Positions that may follow separators in the text: the beginnings of words. */
  readonly starts: Uint32Array;
  /** The ASCII characters that can begin a name. */
  readonly firsts: Uint8Array;
};

function toBits(words: readonly (readonly number[])[], length: number): NameBits {
  const size = Math.ceil(length / BITS);
  const places = new Map<number, Uint32Array>();
  const starts = new Uint32Array(size);
  let place = 0;
  for (const word of words) {
    setBit(starts, place);
    for (const letter of word) {
      const bits = places.get(letter) ?? new Uint32Array(size);
      setBit(bits, place);
      places.set(letter, bits);
      place += 1;
    }
  }
  const firsts = new Uint8Array(ASCII_END);
  for (let code = 0; code < ASCII_END; code++) firsts[code] = (places.get(fold(code))?.[0] ?? 0) & 1;
  return { length, places, starts, firsts };
}

/** Shift-And: bit n of `seen` means that the text so far ends with the first n + 1 letters of the name. */
function removeAll(text: string, { length, places, starts, firsts }: NameBits): string {
  const seen = new Uint32Array(starts.length);
  /** The text positions of the last letters, which give the start of a complete match. */
  const begins = new Uint32Array(length);
  const rest: string[] = [];
  let kept = 0;
  let letters = 0;
  let isAfterSeparator = false;
  let isBegun = false;
  for (let at = 0, width = 1; at < text.length; at += width) {
    if (!isBegun) at = findBegin(text, at, firsts);
    if (at === text.length) break;
    const code = text.codePointAt(at) ?? 0;
    width = code > 0xffff ? 2 : 1;
    if (isSeparator(code)) {
      isAfterSeparator = true;
      continue;
    }
    begins[letters % length] = at;
    letters += 1;
    isBegun = step(seen, places.get(fold(code)), isAfterSeparator ? starts : undefined);
    isAfterSeparator = false;
    if (!hasBit(seen, length - 1)) continue;
    rest.push(text.slice(kept, begins[letters % length]));
    kept = at + width;
    seen.fill(0);
    isBegun = false;
  }
  return kept === 0 ? text : rest.join('') + text.slice(kept);
}

/** The next position where a name can begin. Most of a text is skipped here. */
function findBegin(text: string, from: number, firsts: Uint8Array): number {
  let at = from;
  while (at < text.length && firsts[text.charCodeAt(at)] === 0) at += 1;
  return at;
}

/** Returns whether any match is still possible. */
function step(seen: Uint32Array, places: Uint32Array | undefined, starts: Uint32Array | undefined): boolean {
  if (places === undefined) {
    seen.fill(0);
    return false;
  }
  let carry = 1;
  let any = 0;
  for (let at = 0; at < seen.length; at++) {
    const bits = seen[at] ?? 0;
    const allowed = (places[at] ?? 0) & (starts === undefined ? -1 : (starts[at] ?? 0));
    const next = ((bits << 1) | carry) & allowed;
    seen[at] = next;
    any |= next;
    carry = bits >>> (BITS - 1);
  }
  return any !== 0;
}

function setBit(bits: Uint32Array, place: number): void {
  const at = Math.floor(place / BITS);
  bits[at] = (bits[at] ?? 0) | (1 << (place % BITS));
}

const hasBit = (bits: Uint32Array, place: number): boolean =>
  ((bits[Math.floor(place / BITS)] ?? 0) & (1 << (place % BITS))) !== 0;

/** White space as in regular expressions, and characters that join words. */
function isSeparator(code: number): boolean {
  if (code < 0x80) return code === 0x20 || code === 0x2d || code === 0x5f || (code >= 0x09 && code <= 0x0d);
  return WHITE_SPACE.has(code);
}
const WHITE_SPACE: ReadonlySet<number> = new Set([
  0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
  0x2007, 0x2008, 0x2009, 0x200a,
]);

const DOTLESS_I = 0x131;
const folded = new Map<number, number>();

/** Simple case folding, as case-insensitive regular expressions compare. */
function fold(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  const known = folded.get(code);
  if (known !== undefined) return known;
  const upper = alone(String.fromCodePoint(code).toUpperCase()) ?? code;
  const lower = code === DOTLESS_I ? code : (alone(String.fromCodePoint(upper).toLowerCase()) ?? upper);
  folded.set(code, lower);
  return lower;
}

/** The code point of a text with a single character. */
function alone(text: string): number | undefined {
  const code = text.codePointAt(0);
  return code !== undefined && text.length === (code > 0xffff ? 2 : 1) ? code : undefined;
}
