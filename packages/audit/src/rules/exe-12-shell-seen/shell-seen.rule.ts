import { skillRule } from '../skill-rule.ts';

export const shellSeen = skillRule({
  id: 'EXE-12',
  title: 'Remote shell observed in the sandbox',
  question: 'Did the code connect a shell to a network connection when it ran?',
  family: 'sandbox',
  kind: 'PROOF',
  reproducedBy: 'shell',
  severity: 'CRITICAL',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-506', 'OWASP-AST01'],
  why: 'The remote party controls the machine.',
  fix: 'Remove it.',
  looksAt:
    'The sandbox simulates connections and shells. A shell whose input or output is a connection is reported, however its command was assembled.',
  blindTo: 'Code that does not run, and shells that start only after a real server has responded, are not detected.',
  falseAlarms: 'None known.',
  check: (facts) =>
    facts
      .of('deed')
      .filter(({ value }) => value.deed === 'shell-opened')
      .map(({ span, value }) => ({
        at: span,
        wasSeen: true,
        confidence: 'certain',
        evidence: value.target,
        note: 'The sandbox saw a shell tied to this connection.',
      })),
});
