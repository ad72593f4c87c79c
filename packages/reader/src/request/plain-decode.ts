import { decodeBase64, printablePermille } from '@assay/analysis/bundle/decode/codecs';
import type { DecodedRun } from '@assay/analysis/bundle/decode/encoded-runs';
import { findBase64 } from '@assay/analysis/bundle/decode/letter-runs';

const LIMITS = {
  base64CharsMin: 16,
  codesMin: 8,
  /** Minimum length of a string that may consist of two interleaved strings. */
  wovenCharsMin: 16,
  wovenStringsMax: 2_000,
  printableMin: 950,
} as const;

/** Decimal character codes with any separator. A sign or a short number does not end the list. */
const CODE_LIST = /\b\d{1,6}(?:["']?[\s,;|+-]{1,4}["']?\d{1,6}){7,}\b/g;
const LITERAL = /"([^"\\\n]{6,400})"|'([^'\\\n]{6,400})'|`([^`\\\n]{6,400})`/g;
/** A deinterleaved string must contain an address, a home or system path, or three consecutive words. */
const TELLING = /https?:\/\/[\w-]|~\/\.|\/(?:etc|bin|tmp|home)\/|(?:\b[a-z]{3,14} ){3}/i;

const strict = new TextDecoder('utf-8', { fatal: true });

/**
 * Stretches to decode even if no rule matches their content: base64 text, complete lists of character codes, and
 * interleaved strings. If only some stretches were decoded, a reader would take the others for noise.
 */
export function findPlainRuns(text: string): DecodedRun[] {
  return [...base64Runs(text), ...codeRuns(text), ...wovenRuns(text)];
}

const isReadable = (text: string): boolean =>
  text.length >= 6 && printablePermille(text) >= LIMITS.printableMin && /\p{L}{2}/u.test(text);

function* base64Runs(text: string): Generator<DecodedRun> {
  for (const { start, end } of findBase64(text, LIMITS.base64CharsMin)) {
    const run = text.slice(start, end);
    if (!/[A-Z]/.test(run) || !/[a-z]/.test(run)) continue;
    const decoded = decodeText(decodeBase64(run));
    if (decoded !== undefined && isReadable(decoded))
      yield { start, end, layer: 'base64', text: decoded, isBinary: false };
  }
}

function decodeText(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

const HIGHEST_CODE = 0x10ffff;

function* codeRuns(text: string): Generator<DecodedRun> {
  for (const { index, 0: list } of text.matchAll(CODE_LIST)) {
    const codes = (list.match(/\d+/g) ?? []).map(Number);
    if (codes.length < LIMITS.codesMin || codes.some((code) => code > HIGHEST_CODE || (code < 32 && !isBlank(code))))
      continue;
    const decoded = codes.map((code) => String.fromCodePoint(code)).join('');
    if (isReadable(decoded) && /[\p{L} ]{4}/u.test(decoded))
      yield { start: index, end: index + list.length, layer: 'char-codes', text: decoded, isBinary: false };
  }
}

const isBlank = (code: number): boolean => code === 9 || code === 10 || code === 13;

/** A string in which every second character belongs to another string, or two strings to read in alternation. */
function* wovenRuns(text: string): Generator<DecodedRun> {
  const literals = [...text.matchAll(LITERAL)].slice(0, LIMITS.wovenStringsMax).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: match[1] ?? match[2] ?? match[3] ?? '',
  }));
  for (const [at, { start, end, value }] of literals.entries()) {
    const next = literals[at + 1];
    const candidates = [
      ...(value.length >= LIMITS.wovenCharsMin ? [everySecond(value, 0), everySecond(value, 1)] : []),
      ...(next !== undefined && Math.abs(next.value.length - value.length) <= 1 ? [weave(value, next.value)] : []),
    ];
    const found = candidates.find((candidate) => TELLING.test(candidate));
    if (found === undefined || TELLING.test(value)) continue;
    yield { start, end: next === undefined ? end : next.end, layer: 'interleaved', text: found, isBinary: false };
  }
}

const everySecond = (text: string, from: number): string => [...text].filter((_, at) => at % 2 === from).join('');

const weave = (a: string, b: string): string => [...a].map((letter, at) => `${letter}${b[at] ?? ''}`).join('');
