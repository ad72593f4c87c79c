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
    'The rule finds a bundle without files, a skill without SKILL.md or a named entry, and an entry that is a link, too large or not text. The verdict is then UNDECIDED, or UNSAFE if another finding blocks.',
  blindTo: 'An entry document with almost no content is not detected.',
  falseAlarms: 'A skill whose document has another name is reported unless the submission names it.',
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
