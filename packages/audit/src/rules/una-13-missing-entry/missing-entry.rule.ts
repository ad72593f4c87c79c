import type { Rule } from '../../model.ts';

export const missingEntry = {
  id: 'UNA-13',
  title: 'Has no entry document',
  question: 'Is there a readable document that the bundle can be judged by?',
  category: 'UNA',
  family: 'supply-chain',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-1059'],
  why: 'What an agent would be told is not there to be read, so nothing can be said for it.',
  fix: 'Ship a SKILL.md in UTF-8 within the limits, or name the entry document.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('integrity')
      .filter(({ value }) => value.problem === 'entry-missing')
      .map(({ span, value }) => ({
        at: span,
        confidence: 'certain',
        note: `The bundle ${value.detail}.`,
        leavesUndecided: true,
      })),
} satisfies Rule;
