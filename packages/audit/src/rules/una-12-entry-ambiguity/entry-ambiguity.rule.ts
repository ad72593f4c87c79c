import { skillRule } from '../skill-rule.ts';

export const entryAmbiguity = skillRule({
  id: 'UNA-12',
  title: 'Several entry documents',
  question: 'Are there several or case-variant entry documents, or instruction files besides the entry?',
  kind: 'PROOF',
  severity: 'MEDIUM',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-436'],
  why: 'The file system decides which document is read. It may not be the reviewed one.',
  fix: 'Keep one entry document.',
  looksAt:
    'The rule finds entry documents whose paths differ only in case. If they declare the same skill name, the finding is a warning; if the names differ, it blocks.',
  blindTo: 'Documents that an agent prefers by its own rules are not detected.',
  falseAlarms: 'A README beside the entry is not reported.',
  check: (facts) =>
    facts
      .of('integrity')
      .filter(({ value }) => value.problem === 'entry-ambiguous' || value.problem === 'entry-contradicts')
      .map(({ span, value }) => ({
        at: span,
        confidence: 'certain',
        note: `It ${value.detail}.`,
        ...(value.problem === 'entry-contradicts' ? { severity: 'HIGH' as const, breaksIntegrity: true } : {}),
      })),
});
