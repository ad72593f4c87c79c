import { INVISIBLE } from '../../models/unicode/confusables.data.ts';
import type { ConcealmentValue } from '../../types/index.ts';

export type Concealed = {
  readonly start: number;
  readonly end: number;
  readonly technique: ConcealmentValue['technique'];
  readonly revealed: string;
};

const TAG_RUN = /[\u{e0020}-\u{e007f}]+/gu;
const FLAG_BASE = '\u{1f3f4}';

/** Tag characters encode ASCII. Their only legitimate use is in subdivision flags. */
export function findTags(text: string): Concealed[] {
  const found: Concealed[] = [];
  for (const match of text.matchAll(TAG_RUN)) {
    const revealed = [...match[0]]
      .map((char) => String.fromCharCode((char.codePointAt(0) ?? 0) - 0xe0000))
      .join('')
      .replace('\x7f', '');
    const isFlag = text.slice(0, match.index).endsWith(FLAG_BASE) && /^[a-z]{2}[a-z0-9]{1,4}$/.test(revealed);
    if (!isFlag && revealed.length >= 3)
      found.push({ start: match.index, end: match.index + match[0].length, technique: 'tag-characters', revealed });
  }
  return found;
}

const SELECTOR_RUN = /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{4,}/gu;

/** Variation selectors in a row encode bytes, one per character. */
export function findSelectors(text: string): Concealed[] {
  return [...text.matchAll(SELECTOR_RUN)].map((match) => {
    const revealed = [...match[0]].map((char) => {
      const code = char.codePointAt(0) ?? 0;
      return String.fromCharCode(code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00);
    });
    return {
      start: match.index,
      end: match.index + match[0].length,
      technique: 'variation-selectors' as const,
      revealed: revealed.join(''),
    };
  });
}

const invisibles = [...INVISIBLE].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const SPLIT_WORD = new RegExp(`[A-Za-z]{1,40}(?:[${invisibles}]{1,8}[A-Za-z]{1,40}){1,40}`, 'g');
const LONG_RUN = new RegExp(`[${invisibles}]{8,}`, 'g');
const strip = new RegExp(`[${invisibles}]`, 'g');

/** Invisible characters hide Latin words from a text search, and long runs encode bits. Soft hyphens are legitimate. */
export function findZeroWidth(text: string): Concealed[] {
  const found: Concealed[] = [];
  for (const match of text.matchAll(SPLIT_WORD)) {
    const isSoftHyphen = !/[^\u00adA-Za-z]/.test(match[0]);
    if (!isSoftHyphen)
      found.push({
        start: match.index,
        end: match.index + match[0].length,
        technique: 'zero-width',
        revealed: match[0].replace(strip, ''),
      });
  }
  for (const match of text.matchAll(LONG_RUN))
    found.push({
      start: match.index,
      end: match.index + match[0].length,
      technique: 'zero-width',
      revealed: bitsToText(match[0]),
    });
  return found;
}

function bitsToText(run: string): string {
  const kinds = [...new Set(run)];
  if (kinds.length !== 2) return '';
  const bits = [...run].map((char) => (char === kinds[0] ? '0' : '1')).join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}

const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/g;
const RTL_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Overrides reorder what is shown; isolates around right-to-left letters are ordinary typesetting. */
export function findBidi(text: string): Concealed[] {
  const found: Concealed[] = [];
  for (const match of text.matchAll(BIDI_CONTROL)) {
    const at = match.index;
    const around = text.slice(Math.max(0, at - 40), at + 40);
    const isOverride = match[0] === '\u202e' || match[0] === '\u202d';
    if (
      isOverride
        ? !RTL_LETTER.test(around) || /[;{}()=/]/.test(around)
        : !RTL_LETTER.test(around) && /[;{}()=]/.test(around)
    ) {
      found.push({ start: at, end: at + 1, technique: 'bidi', revealed: around.replace(BIDI_CONTROL, '') });
    }
  }
  return found;
}

const MIXED_WORD = /[A-Za-z\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]{2,64}/g;
const LATIN = /[A-Za-z]/;
const FOREIGN = /[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]/;

/** Latin words that contain look-alike letters of another script. Formulas like `Δx` and units like `μm` do not match. */
export function findMixedScript(text: string): Concealed[] {
  if (!FOREIGN.test(text)) return [];
  const found: Concealed[] = [];
  for (const match of text.matchAll(MIXED_WORD)) {
    const word = match[0];
    if (!LATIN.test(word) || !FOREIGN.test(word)) continue;
    const latin = word.replace(/[^A-Za-z]/g, '').length;
    const lookalikes = word.replace(/[^аеорсухіјѕԁһӏԛԝАВЕКМНОРСТХІЈЅοαεικνρτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/g, '').length;
    const foreign = word.length - latin;
    if (latin >= 2 && lookalikes >= 1 && lookalikes === foreign && word.length >= 4)
      found.push({ start: match.index, end: match.index + word.length, technique: 'mixed-script', revealed: word });
  }
  return found;
}
