import type { Facts, RawFinding } from '@assay/analysis/types';
import { leavingFindings } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

const DUMP = /\b(?:os\.environ|process\.env)\b(?!\s*[.[])/;

/** The whole environment is written somewhere. It does not leave yet, but no legitimate program needs it. */
const stored = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(
      ({ value }) =>
        /^(?:json\.dumps?|JSON\.stringify|pickle\.dumps?|yaml\.dump)$/.test(value.callee) && DUMP.test(value.text),
    )
    .map(({ span }) => ({ at: span, severity: 'MEDIUM', confidence: 'firm' }));

export const environmentCapture = skillRule({
  id: 'EXF-02',
  title: 'Environment captured in bulk',
  question: 'Is the environment captured in bulk and sent or stored?',
  kind: 'PROOF',
  reproducedBy: 'secret-left',
  severity: 'CRITICAL',
  references: ['CWE-200', 'CWE-526', 'OWASP-LLM02'],
  why: 'The environment contains the keys of all tools of the user. A tool needs only its own key.',
  fix: 'Read the one variable you need by name.',
  looksAt: 'The rule finds all environment variables in one request, or written into one text.',
  blindTo: 'Variables that are read one by one are not detected.',
  falseAlarms: 'Passing the environment to a child process is not reported.',
  check: (facts) => [...leavingFindings(facts, 'environment'), ...stored(facts)],
});
