import { apiRule } from '../rule.ts';

/** The document reader reports these hits itself, so the rule has no check. */
export const unreadable = apiRule({
  id: 'API-00',
  title: 'Document not read completely',
  question: 'Could the document and everything it references be read completely?',
  severity: 'MEDIUM',
  nature: 'opacity',
  references: ['CWE-1059', 'CWE-776', 'CWE-674'],
  why: 'A document that was not read completely cannot be certified.',
  fix: 'Ship one document that is valid, within the limits, and refers to nothing outside the bundle.',
  blindTo:
    'The verdict is undecided if the document, or everything that it offers, could not be read. External references and duplicate keys are findings.',
  check: () => [],
});
