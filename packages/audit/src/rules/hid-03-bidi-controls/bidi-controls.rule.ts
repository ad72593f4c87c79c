import { skillRule } from '../skill-rule.ts';

export const bidiControls = skillRule({
  id: 'HID-03',
  title: 'Bidirectional control characters',
  question: 'Do bidi controls reorder code, paths or commands?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-451', 'CWE-1007'],
  why: 'The line that a person reviews differs from the line that runs.',
  fix: 'Remove the controls; use isolates only around right-to-left words.',
  looksAt: 'The rule finds overrides, and embeddings or isolates in code without right-to-left letters.',
  blindTo: 'Reordering by fonts is not detected.',
  falseAlarms: 'Hebrew and Arabic prose is not reported.',
  check: (facts) =>
    facts
      .of('concealment')
      .filter(({ value }) => value.technique === 'bidi')
      .map(({ span, value }) => ({ at: span, confidence: 'firm', evidence: value.revealed })),
});
