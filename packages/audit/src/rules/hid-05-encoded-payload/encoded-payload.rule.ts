import type { FactOf, Facts, RawFinding, Severity } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const ACTS_ON =
  /\b(?:curl|wget|iwr|iex|eval|exec|bash|sh|nc|python3?|node|powershell|rm -|chmod|subprocess|child_process|os\.system|base64)\b/;

function severityOf(fact: FactOf<'concealment'>): Severity | undefined {
  const { value, file } = fact;
  if (value.carries === 'binary') return 'HIGH';
  if (value.carries === 'command') return ACTS_ON.test(value.revealed) ? 'HIGH' : 'MEDIUM';
  if (value.carries === 'url') return /\.(?:json|lock|svg|ya?ml|html|ipynb)$/.test(file) ? 'LOW' : 'MEDIUM';
  return undefined;
}

const toFindings = (facts: Facts): RawFinding[] =>
  facts.of('concealment').flatMap((fact) => {
    const severity = fact.value.technique === 'encoded-run' ? severityOf(fact) : undefined;
    return severity === undefined
      ? []
      : [
          {
            at: fact.span,
            severity,
            confidence: 'firm' as const,
            note: `It decodes to: ${fact.value.revealed.slice(0, 120)}.`,
          },
        ];
  });

export const encodedPayload = skillRule({
  id: 'HID-05',
  title: 'Encoded command, address or program',
  question: 'Does an encoded run decode to a command, URL, script or executable?',
  kind: 'HINT',
  reproducedBy: 'foreign-code',
  severity: 'HIGH',
  references: ['CWE-506', 'CWE-116'],
  why: 'Encoding hides from readers what will be run or fetched.',
  fix: 'Write it in plain text.',
  looksAt:
    'Base64, base32, ascii85, hex, escapes, entities, percent encoding and character codes are decoded and reviewed.',
  blindTo: 'Encrypted text is not decoded.',
  falseAlarms:
    'Fonts, pictures, signatures, lock file hashes and sample tokens are not reported, because they decode to no command, address or program.',
  check: (facts) => toFindings(facts),
});
