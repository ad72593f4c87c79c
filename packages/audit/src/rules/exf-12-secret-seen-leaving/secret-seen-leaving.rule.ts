import { skillRule } from '../skill-rule.ts';

export const secretSeenLeaving = skillRule({
  id: 'EXF-12',
  title: 'Planted secret sent in the sandbox',
  question: 'Did the code send a planted secret to the network when it ran?',
  family: 'sandbox',
  kind: 'PROOF',
  reproducedBy: 'secret-left',
  severity: 'CRITICAL',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-200', 'CWE-506', 'OWASP-LLM02'],
  why: 'This behaviour was observed, whatever the code looks like: the key of a real user would be lost.',
  fix: 'Remove the code that reads the keys of others, or send a credential only to the service it belongs to, in its authentication header.',
  looksAt:
    'Keys, logins, wallets, histories and agent settings are planted in the sandbox under their usual names. Everything that the code sends over the simulated network or passes to an unknown program is searched for them, also in encoded, packed, reversed or split form. The code need not be understood, so names that are assembled at run time count too.',
  blindTo:
    'Code that does not run, code that needs something the sandbox does not have, and code beyond the limits are not covered; they appear as low coverage. EXF-01 reviews the keys that a skill receives for its work (its own variables and `.env`).',
  falseAlarms:
    'None are known. A stored login of GitHub, npm or PyPI in the authentication header of its own service is not counted.',
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
