import { skillRule } from '../skill-rule.ts';

export const unreadContent = skillRule({
  id: 'UNA-14',
  title: 'Unread content is executed or followed',
  question: 'Is content reachable that the review could not read completely, as its interpreter reads it?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-829', 'CWE-506'],
  why: 'The content is executed or followed, but its effect is unknown.',
  fix: 'Ship it as plain source within the limits, or remove the reference.',
  looksAt:
    'A submodule, a script past a limit, a codec nobody here has, a program without source, an archive that a command unpacks. Reached means: run by a live command, named by something reached, imported, linked, or loaded by a tool unasked. The same content that nothing reaches is a note of another rule.',
  blindTo:
    'Names that are assembled only at run time, data that triggers code, and fetched content (see the EXE and SUP rules). Programs in unsupported languages are only scanned for places to read.',
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
