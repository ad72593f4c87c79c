import { skillRule } from '../skill-rule.ts';

export const unreadContent = skillRule({
  id: 'UNA-14',
  title: 'Runs or follows what was not read',
  question: 'Is something reached that the review could not read to its end, as its interpreter reads it?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-829', 'CWE-506'],
  why: 'Somebody is made to run or follow it, and nobody can say what it does.',
  fix: 'Ship it as plain source within the limits, or drop what leads to it.',
  looksAt:
    'A submodule, a script past a limit, a codec nobody here has, a program without source, an archive that a command unpacks. Reached means: run by a live command, named by something reached, imported, linked, or loaded by a tool unasked. The same content that nothing reaches is a note of another rule.',
  blindTo:
    'Names that only running would put together, data that brings code to life, and content that is fetched (EXE and SUP rules speak about that). Programs in languages that are not followed are scanned for places to read.',
  falseAlarms:
    'A very large script that is harmless: it is refused because nobody read it, and its finding names the limit.',
  check: (facts) =>
    facts
      .of('integrity')
      .filter(({ value }) => value.problem === 'unread')
      .map(({ span, value }) => ({
        at: span,
        confidence: 'certain',
        note: `Not read: ${value.detail}.`,
        isUnread: true,
        leavesUndecided: true,
      })),
});
