import { skillRule } from '../skill-rule.ts';

export const unparsedSink = skillRule({
  id: 'UNA-10',
  title: 'Unparsed executable code',
  question: 'Does executable code with a sink fail to parse?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-506'],
  why: 'A script that breaks the parser but not the interpreter escapes the review.',
  fix: 'Make the script valid.',
  looksAt: 'The rule finds code that the parser mostly cannot read and that contains calls with an effect.',
  blindTo: 'Code that parses as another language is not detected.',
  falseAlarms: 'Pseudocode in a document is not reported.',
  check: (facts) =>
    facts
      .of('integrity')
      .filter(({ value, unit }) => value.problem === 'unparsed-sink' && unit.origin === 'file')
      .map(({ span }) => ({ at: span, confidence: 'firm' })),
});
