import type { Rule } from '../../model.ts';

export const secretSeenLeaving = {
  id: 'EXF-12',
  title: 'Sent a planted secret away when it was run',
  question: 'Did the code send a secret away that was planted for it to find?',
  category: 'EXF',
  family: 'sandbox',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-200', 'CWE-506', 'OWASP-LLM02'],
  why: 'Whatever the code looks like, this is what it does: the key of whoever runs it is gone.',
  fix: 'Remove the code that reads keys of others, or send a login only to the service it belongs to, in its authentication header.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('deed')
      .filter(({ value }) => value.deed === 'secret-sent')
      .map(({ span, value }) => ({
        at: span,
        confidence: 'certain',
        evidence: value.target,
        note: `The sandbox saw it send ${value.what}.`,
      })),
} satisfies Rule;
