import { printablePermille } from './codecs.ts';
import type { DecodedRun } from './encoded-runs.ts';

/** Characters that show nothing, of whatever script; those that name languages and tags have a reader of their own. */
const UNSEEN = /(?![\u{e0000}-\u{e007f}\n\r])[\p{Default_Ignorable_Code_Point}\u{2028}\u{2029}\u{2800}]/gu;
/** Blanks at the end of a line: nobody sees how many there are, or of which kind. */
const LINE_END = /[ \t]{1,64}(?=\r?\n|$)/g;

const BIT_LIMITS = { bitsMin: 64, bitsMax: 65_536, lettersMin: 6, printablePermilleMin: 950 } as const;
/** Bits of one letter: of a byte, or of a letter of ASCII alone. */
const WIDTHS = [8, 7] as const;

type Sign = { readonly char: string; readonly at: number };

/** A text that is written in two kinds of characters which nobody sees, one for 0 and one for 1, in one run or all over a file. */
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

/** The two kinds that are most common are the digits; a third one parts letters, or is there for another reason. */
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
  // Two signs that take turns spell one letter over and over.
  const isText = !text.includes('\ufffd') && /\p{L}{3}/u.test(text) && new Set(text).size >= BIT_LIMITS.lettersMin;
  return isText && printablePermille(text) >= BIT_LIMITS.printablePermilleMin ? text : undefined;
}
