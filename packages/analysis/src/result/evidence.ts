import { toOriginal } from '../bundle/decode/view.ts';
import type { Span } from '../types/index.ts';
import { maskSecrets } from './masking.ts';

const EVIDENCE_CHARS_MAX = 240;

const isPlain = (code: number): boolean =>
  code === 0x20 || (code > 0x20 && code < 0x7f) || (code >= 0xa1 && code !== 0xad && !isInvisible(code));

const isInvisible = (code: number): boolean =>
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  code === 0xfeff ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0xe0000 && code <= 0xe01ef) ||
  (code >= 0x180b && code <= 0x180e) ||
  (code >= 0xd800 && code <= 0xdfff);

/** Writes invisible characters as `‹U+200B›`. */
export function showInvisible(text: string): string {
  let shown = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    shown += isPlain(code) ? char : /\s/.test(char) ? ' ' : `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
    if (shown.length > EVIDENCE_CHARS_MAX * 2) break;
  }
  return shown.replace(/ {2,}/g, ' ').trim();
}

const cut = (text: string): string =>
  text.length <= EVIDENCE_CHARS_MAX ? text : `${text.slice(0, EVIDENCE_CHARS_MAX - 1)}…`;

/** Text that is safe to display: secrets masked, invisible characters written out, length bounded. */
export const cutEvidence = (text: string): string => cut(showInvisible(maskSecrets(text)));

/**
 * The text of a span, safe to display. Decoded text is shown decoded, because that is the text that the rule matched.
 */
export function evidenceOf(span: Span, given?: string): string {
  const raw = given ?? span.view.text.slice(span.start, Math.min(span.end, span.start + EVIDENCE_CHARS_MAX * 4));
  return cutEvidence(raw);
}

/** The text that a fingerprint is computed from: the original text of the file with whitespace folded. */
export function matchedText(span: Span): string {
  const original = toOriginal(span);
  return original.view.text
    .slice(original.start, Math.min(original.end, original.start + 4_000))
    .replace(/\s+/g, ' ')
    .trim();
}
