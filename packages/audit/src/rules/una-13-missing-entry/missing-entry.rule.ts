import { skillRule } from '../skill-rule.ts';

export const missingEntry = skillRule({
  id: 'UNA-13',
  title: 'Missing entry document',
  question: 'Does the bundle contain a readable entry document?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-1059'],
  why: 'Without the instructions for the agent, the bundle cannot be reviewed.',
  fix: 'Ship a SKILL.md in UTF-8 within the limits, or name the entry document.',
  looksAt:
    'A bundle without any file, a skill without a SKILL.md and without a named entry, an entry that is a link, too large or not text. The verdict is then UNDECIDED, and UNSAFE when something else blocks: SAFE would be an answer about nothing.',
  blindTo: 'An entry document that says almost nothing.',
  falseAlarms: 'A skill whose document has another name, handed over without naming it.',
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
});
