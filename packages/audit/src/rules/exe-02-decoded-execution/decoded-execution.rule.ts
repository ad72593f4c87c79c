import type { FactOf, RawFinding, Rule } from '@assay/analysis/types';

/** Nothing but the decoder's output is run, and nobody who reads the file sees it. A value folded into plain code hides nothing. */
const isHidden = ({ value }: FactOf<'execution'>): boolean =>
  value.isShown !== true && (value.isUnseen === true || (value.payload ?? '').trim() !== '');

const toFinding = (fact: FactOf<'execution'>): RawFinding => ({
  at: fact.span,
  severity: isHidden(fact) ? 'CRITICAL' : 'HIGH',
  confidence: 'firm',
  ...(fact.value.payload === null ? {} : { note: `It decodes to: ${fact.value.payload.slice(0, 120)}.` }),
});

export const decodedExecution = {
  id: 'EXE-02',
  title: 'Decodes content and runs it',
  question: 'Is decoded content executed?',
  category: 'EXE',
  family: 'code-taint',
  kind: 'PROOF',
  reproducedBy: 'foreign-code',
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
