import { CONFUSABLES, INVISIBLE, MATH_ALPHABETS } from '../../models/unicode/confusables.data.ts';
import { createPieceWriter, type DerivedText } from './view.ts';

const latin = new Map<string, string>();
for (const [letter, lookalikes] of Object.entries(CONFUSABLES)) for (const one of lookalikes) latin.set(one, letter);
for (const first of MATH_ALPHABETS) {
  for (let index = 0; index < 52; index += 1) {
    const letter = index < 26 ? 65 + index : 97 + index - 26;
    latin.set(String.fromCodePoint(first + index), String.fromCharCode(letter));
  }
}
for (let code = 0xff01; code <= 0xff5e; code += 1)
  latin.set(String.fromCharCode(code), String.fromCharCode(code - 0xfee0));

const invisible = new Set(INVISIBLE);
const isBidi = (code: number): boolean => (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
const isTag = (code: number): boolean => code >= 0xe0000 && code <= 0xe007f;
const isSelector = (code: number): boolean =>
  (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);

/** Every character that folding may change. Tested first, because most files contain none. */
export const FOLDABLE = new RegExp(
  String.raw`[${[...INVISIBLE].map((char) => String.raw`\u{${char.charCodeAt(0).toString(16)}}`).join('')}\u{370}-\u{58f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{2170}-\u{217f}\u{fe00}-\u{fe0f}\u{ff01}-\u{ff5e}\u{1d400}-\u{1d6a3}\u{e0000}-\u{e01ef}]`,
  'u',
);

/**
 * The text without visual disguises: invisible characters are removed, tag characters become ASCII, and lookalike
 * letters become Latin inside words that are otherwise Latin.
 */
export function foldText(text: string): DerivedText | undefined {
  if (!FOLDABLE.test(text)) return undefined;
  const writer = createPieceWriter(text);
  let copied = 0;
  let changes = 0;
  const replace = (at: number, length: number, by: string): void => {
    writer.copy(copied, at);
    if (by !== '') writer.replace(by, at, at + length);
    copied = at + length;
    changes += 1;
  };
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    if (code >= 0x80) {
      const char = text.slice(at, at + length);
      if (isTag(code))
        replace(at, length, code >= 0xe0020 && code < 0xe007f ? String.fromCharCode(code - 0xe0000) : '');
      else if ((invisible.has(char) || isBidi(code) || isSelector(code)) && touchesWord(text, at, length))
        replace(at, length, '');
      else {
        const letter = latin.get(char);
        if (letter !== undefined && (code > 0xff00 || touchesLatin(text, at, length))) replace(at, length, letter);
      }
    }
    at += length;
  }
  writer.copy(copied, text.length);
  return changes === 0 ? undefined : writer.finish();
}

/** Emoji joiners and variation selectors stay: only a character inside or next to a Latin word can disguise it. */
const touchesWord = (text: string, at: number, length: number): boolean =>
  /[A-Za-z0-9]/.test(text[at - 1] ?? '') || /[A-Za-z0-9]/.test(text[at + length] ?? '');

const WORD_WINDOW = 12;

/** A lookalike counts only in a word that also has Latin letters. A fully Cyrillic or Greek word is ordinary text. */
function touchesLatin(text: string, at: number, length: number): boolean {
  // `-о file`: a one-letter option has no neighbouring letters.
  if (text[at - 1] === '-' && /\s/.test(text[at + length] ?? '')) return true;
  for (let left = at - 1; left >= Math.max(0, at - WORD_WINDOW); left -= 1) {
    const char = text[left] ?? '';
    if (/[A-Za-z]/.test(char)) return true;
    if (!/[\u0370-\u058f\u200b-\u200f\u2060]/.test(char)) break;
  }
  for (let right = at + length; right < Math.min(text.length, at + WORD_WINDOW); right += 1) {
    const char = text[right] ?? '';
    if (/[A-Za-z]/.test(char)) return true;
    if (!/[\u0370-\u058f\u200b-\u200f\u2060]/.test(char)) break;
  }
  return false;
}
