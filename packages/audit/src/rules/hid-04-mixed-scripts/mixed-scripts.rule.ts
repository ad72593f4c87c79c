import { wordsBefore, wordsBehind } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const WORDS_MIN = 2;
const NEAR_CHARS = { before: 40, behind: 4 } as const;
const ADDRESS = /https?:\/\/\S*$|[\w.-]*\.$|[`/_=(]$/;

/** In an address, a code span or an identifier, one occurrence is enough. Prose needs several. */
const toFindings = (facts: Facts): RawFinding[] => {
  const hits = facts.of('concealment').filter(({ value }) => value.technique === 'mixed-script');
  return hits.map(({ span, value, file }) => {
    const before = wordsBefore(span, NEAR_CHARS.before);
    const after = wordsBehind(span, NEAR_CHARS.behind);
    const isName = ADDRESS.test(before) || /^[`_.(/]|^\.[a-z]{2}/.test(after);
    const count = hits.filter((other) => other.file === file).length;
    return {
      at: span,
      severity: isName || count >= WORDS_MIN ? 'HIGH' : 'MEDIUM',
      confidence: 'firm',
      evidence: value.revealed,
    };
  });
};

export const mixedScripts = skillRule({
  id: 'HID-04',
  title: 'Mixed scripts in one word',
  question: 'Are scripts mixed within an identifier, host or tool name?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-1007', 'CWE-451'],
  why: 'The name looks like another name.',
  fix: 'Write the name in one script.',
  looksAt: 'The rule finds Cyrillic, Greek or Armenian letters that look Latin inside words that are otherwise Latin.',
  blindTo: 'Words that are completely in another script and look Latin are not detected.',
  falseAlarms: 'Formulas, units and real words of those languages are not reported.',
  check: (facts) => toFindings(facts),
});
