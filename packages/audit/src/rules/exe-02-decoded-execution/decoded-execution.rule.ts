import type { FactOf, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

/**
 * Everything that runs comes out of a decoder, and the surrounding text does not show it. A payload that can be decoded
 * is reviewed like any other code and judged by its behaviour.
 */
const isHidden = ({ value }: FactOf<'execution'>): boolean => value.isShown !== true && value.isUnseen === true;

const toFinding = (fact: FactOf<'execution'>): RawFinding => ({
  at: fact.span,
  severity: isHidden(fact) ? 'CRITICAL' : 'HIGH',
  confidence: 'firm',
  ...(fact.value.payload === null ? {} : { note: `It decodes to: ${fact.value.payload.slice(0, 120)}.` }),
});

export const decodedExecution = skillRule({
  id: 'EXE-02',
  title: 'Decoded content is executed',
  question: 'Is decoded content executed?',
  kind: 'PROOF',
  reproducedBy: 'foreign-code',
  severity: 'CRITICAL',
  references: ['CWE-506', 'CWE-94', 'OWASP-AST01'],
  why: 'Encoding hides a command until it runs. Legitimate instructions do not need it.',
  fix: 'Write the command in plain text, or remove it.',
  looksAt:
    'Base64, hex, rot, reversal, character codes, xor and compression are decoded. Content that goes from a decoder into an interpreter is reported with its plain text, which is reviewed like other code. The finding is critical if the decoded content cannot be determined.',
  blindTo:
    'Custom decoders that constant folding cannot evaluate, and keys that arrive over the network, are not detected.',
  falseAlarms: 'A skill may unpack its own documented, reviewed template with an evaluator. Plain code is better.',
  check: (facts) =>
    facts
      .of('execution')
      .filter(({ value }) => value.of === 'decoded')
      .map(toFinding),
});
