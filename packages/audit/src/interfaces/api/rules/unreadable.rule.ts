import { apiRule } from '../rule.ts';

/** What the reader itself reports; there is nothing to check. */
export const unreadable = apiRule({
  id: 'API-00',
  title: 'A document that was not read',
  question: 'Could the document be read to its end, with everything it refers to?',
  severity: 'MEDIUM',
  nature: 'opacity',
  references: ['CWE-1059', 'CWE-776', 'CWE-674'],
  why: 'Nothing can be said for what nobody has read.',
  fix: 'Ship one document that is valid, within the limits, and refers to nothing outside the bundle.',
  blindTo:
    'Leaves the verdict open when the document itself, or all that it offers, could not be read; a reference that leads outside, and a key that stands twice, are findings.',
  check: () => [],
});
