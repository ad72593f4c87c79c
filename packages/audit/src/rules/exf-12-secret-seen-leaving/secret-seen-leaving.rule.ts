import { skillRule } from '../skill-rule.ts';

export const secretSeenLeaving = skillRule({
  id: 'EXF-12',
  title: 'Sent a planted secret away when it was run',
  question: 'Did the code send a secret away that was planted for it to find?',
  family: 'sandbox',
  kind: 'PROOF',
  reproducedBy: 'secret-left',
  severity: 'CRITICAL',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-200', 'CWE-506', 'OWASP-LLM02'],
  why: 'Whatever the code looks like, this is what it does: the key of whoever runs it is gone.',
  fix: 'Remove the code that reads keys of others, or send a login only to the service it belongs to, in its authentication header.',
  looksAt:
    'Keys, logins, wallets, histories and the settings of agents are planted in the sandbox under their usual names. What is sent over the fake network or handed to an unknown program is searched for them, also encoded, packed, reversed and in parts. Nothing in the code needs to be understood for that: names put together at run time count like plain ones.',
  blindTo:
    'Code that the entry does not lead to, Python (it is interpreted, not run, and its flows are judged by EXF-01), code that waits for something the sandbox does not have, and what did not fit into the limits; those show as low coverage. The keys a skill is given to work with (its own variables and `.env`) are left to EXF-01, which knows whom they belong to.',
  falseAlarms:
    'None known. A stored login of GitHub, npm or PyPI in the authentication header of its own service is not counted.',
  check: (facts) =>
    facts
      .of('deed')
      .filter(({ value }) => value.deed === 'secret-sent')
      .map(({ span, value }) => ({
        at: span,
        wasSeen: true,
        confidence: 'certain',
        evidence: value.target,
        note: `The sandbox saw it send ${value.what}.`,
      })),
});
