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
    'The rule finds a submodule, a script beyond a limit, an unknown codec, a program without source, or an archive that a command unpacks. Content is reachable if a command runs it, reachable content names, imports or links it, or a tool loads it implicitly. Unreachable content of this kind is a note of another rule.',
  blindTo:
    'Names that are assembled only at run time, data that triggers code, and fetched content (see the EXE and SUP rules) are not detected. Programs in unsupported languages are only searched for passages to read.',
  falseAlarms: 'A very large harmless script is rejected because it was not read; the finding names the limit.',
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
