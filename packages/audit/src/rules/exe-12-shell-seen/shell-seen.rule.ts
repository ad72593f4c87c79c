import { skillRule } from '../skill-rule.ts';

export const shellSeen = skillRule({
  id: 'EXE-12',
  title: 'Opened a shell to another machine when it was run',
  question: 'Did the code tie a shell to a connection?',
  family: 'sandbox',
  kind: 'PROOF',
  reproducedBy: 'shell',
  severity: 'CRITICAL',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-506', 'OWASP-AST01'],
  why: 'Whoever answers at the other end has the machine.',
  fix: 'Remove it.',
  looksAt:
    'The sandbox imitates connections and shells; a shell whose input or output is a connection is noted, however the words for it were put together.',
  blindTo: 'Code that the entry does not lead to, and shells that are only started after a real machine has answered.',
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
