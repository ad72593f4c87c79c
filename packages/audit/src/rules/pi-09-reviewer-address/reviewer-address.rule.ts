import { isSwaying } from '@assay/analysis/prose/index';
import { skillRule } from '../skill-rule.ts';

export const reviewerAddress = skillRule({
  id: 'PI-09',
  title: 'Text addresses the reviewer or asserts a verdict',
  question: 'Is the reviewer, scanner or judge addressed, or a verdict asserted?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'CWE-345'],
  why: 'Legitimate text does not tell its reviewer what to find.',
  fix: 'Remove the sentence. Explain a doubtful line where it stands, to people.',
  blindTo: 'Flattery and framing that name neither the reviewer nor the verdict are not detected.',
  falseAlarms: 'Code-review skills whose instructions mention their findings can be reported.',
  check: (facts) =>
    facts
      .of('instruction')
      .filter(({ value }) => isSwaying(value))
      .map(({ span }) => ({ at: span, confidence: 'tentative' })),
});
