import { printablePermille } from './codecs.ts';
import type { DecodedRun } from './encoded-runs.ts';

/** Invisible characters of all scripts. Language tags are excluded, because `foldText` reads them. */
const UNSEEN = /(?![\u{e0000}-\u{e007f}\n\r])[\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{2800}]/gu;
/** Trailing spaces and tabs, whose number and kind are invisible. */
const LINE_END = /[ \t]{1,64}(?=\r?\n|$)/g;

const BIT_LIMITS = { bitsMin: 64, bitsMax: 65_536, lettersMin: 6, printablePermilleMin: 950 } as const;
/** Bits per character: a byte or 7-bit ASCII. */
const WIDTHS = [8, 7] as const;

type Sign = { readonly char: string; readonly at: number };

/** Text encoded as bits in two kinds of invisible characters, in one run or spread over the file. */
export function findHiddenBits(text: string): DecodedRun[] {
  return [signsIn(text, UNSEEN), signsIn(text, LINE_END)].flatMap((signs) => decodedFrom(signs));
}

const signsIn = (text: string, shape: RegExp): Sign[] => {
  const signs: Sign[] = [];
  for (const match of text.matchAll(shape)) {
    for (const [index, char] of [...match[0]].entries()) signs.push({ char, at: match.index + index });
    if (signs.length >= BIT_LIMITS.bitsMax) break;
  }
  return signs;
};

/** The two digits are usually the most common kinds; a third kind separates letters or has another purpose. */
function decodedFrom(signs: readonly Sign[]): DecodedRun[] {
  if (signs.length < BIT_LIMITS.bitsMin) return [];
  const counts = new Map<string, number>();
  for (const { char } of signs) counts.set(char, (counts.get(char) ?? 0) + 1);
  const kinds = [...counts].sort(([, a], [, b]) => b - a).map(([char]) => char);
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ].map(([a = 0, b = 0]) => [kinds[a], kinds[b]] as const);
  for (const [zero, one] of pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])) {
    const digits = signs.filter(({ char }) => char === zero || char === one);
    const text = zero === undefined || one === undefined ? undefined : textOf(digits.map(({ char }) => char === one));
    const [first, last] = [digits[0], digits.at(-1)];
    if (text !== undefined && first !== undefined && last !== undefined)
      return [{ start: first.at, end: last.at + last.char.length, layer: 'invisible bits', text, isBinary: false }];
  }
  return [];
}

function textOf(bits: readonly boolean[]): string | undefined {
  if (bits.length < BIT_LIMITS.bitsMin) return undefined;
  return WIDTHS.map((width) => lettersOf(bits, width)).find((text) => text !== undefined);
}

function lettersOf(bits: readonly boolean[], width: number): string | undefined {
  const bytes = Uint8Array.from({ length: Math.floor(bits.length / width) }, (_, index) =>
    bits.slice(index * width, (index + 1) * width).reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0),
  );
  const text = new TextDecoder().decode(bytes);
  // Alternating characters that are not an encoding decode to one letter repeatedly.
  const isText = !text.includes('\ufffd') && /\p{L}{3}/u.test(text) && new Set(text).size >= BIT_LIMITS.lettersMin;
  return isText && printablePermille(text) >= BIT_LIMITS.printablePermilleMin ? text : undefined;
}
