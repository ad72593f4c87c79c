import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { FactOf, RawFinding, Rule, Severity } from '@assay/analysis/types';

const DECODERS =
  /base64|b64|\bxxd\b|openssl|gunzip|zcat|\bxz\b|lzma|bunzip2|bzcat|zstd|brotli|\bint\([^)]{1,80},\s*(?:2|8|16|36)\)|\btail\s+-c|\bdd\s|uudecode|\bgpg\b|certutil|FromBase64|-e(?:nc\w*|c)\b|\\x[0-9a-f]{2}|\\[0-7]{3}/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NO_TEXT = /^[^\n]{0,40}[\u0000-\u0008\u000e-\u001a\u007f-\u009f\ufffd]/;

/** A program everybody can read, with a value in it that was cut or folded somewhere, is not hidden by that. */
function isHidden({ span, value, unit }: FactOf<'execution'>): boolean {
  // A sentence that only names the way (`base64 -d | sh`) has nothing decoded.
  if (unit.origin === 'inline' && value.payload === null) return false;
  if (value.via === 'evaluate' || value.via === 'native' || value.via === 'import' || value.isUnseen) return true;
  // No shell runs what is no text: something stands in the place of what will be encoded.
  if (value.via === 'shell' && value.payload !== null && NO_TEXT.test(value.payload)) return false;
  if (value.isShown === true) return false;
  return (value.payload ?? '').trim() !== '' || DECODERS.test(wordsOf(span));
}

const toFinding = (fact: FactOf<'execution'>): RawFinding => toRaw(fact, isHidden(fact) ? 'CRITICAL' : 'MEDIUM');

const toRaw = ({ span, value }: FactOf<'execution'>, severity: Severity): RawFinding => ({
  at: span,
  severity,
  confidence: 'firm',
  ...(value.payload === null ? {} : { note: `It decodes to: ${value.payload.slice(0, 120)}.` }),
});

export const decodedExecution = {
  id: 'EXE-02',
  title: 'Decodes content and runs it',
  question: 'Is decoded content executed?',
  category: 'EXE',
  family: 'code-taint',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506', 'CWE-94', 'OWASP-AST01'],
  why: 'Encoding keeps a command from being read before it runs. Honest instructions have no need of it.',
  fix: 'Write the command in plain text, or leave it out.',
  looksAt:
    'Base64, hex, rot, reversal, char codes, xor and compression are folded; what comes out of a decoder and goes into an interpreter is reported with its plain text.',
  blindTo: 'Decoders written by hand whose result the folding does not reach, and keys that arrive over the network.',
  falseAlarms: 'A skill that unpacks its own documented, reviewed template with an evaluator; plain code is better.',
  since: '2026.11',
  check: (facts) => [
    ...facts
      .of('execution')
      .filter(({ value }) => value.of === 'decoded')
      .map(toFinding),
    ...facts
      .of('shape')
      .filter(({ value }) => value.harm === 'codes-run')
      .map(({ span }): RawFinding => ({ at: span, confidence: 'firm' })),
  ],
} satisfies Rule;
