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
  looksAt: 'Units mostly unreadable to the parser that still hold calls which act.',
  blindTo: 'Code that parses as something else.',
  falseAlarms: 'Pseudo-code in a document is quiet.',
  check: (facts) =>
    facts
      .of('integrity')
      .filter(({ value, unit }) => value.problem === 'unparsed-sink' && unit.origin === 'file')
      .map(({ span }) => ({ at: span, confidence: 'firm' })),
});
