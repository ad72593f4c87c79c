import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { FactOf, Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const SPLITS_MIN = 2;
const KEYWORDS =
  /ignore|instruct|system|prompt|curl|wget|eval|exec|bash|secret|password|token|send|upload|delete|sudo|override|previous|execute|http/i;

const isTelling = ({ value }: FactOf<'concealment'>): boolean => KEYWORDS.test(value.revealed);

/** A split keyword, or several split words in one file. One stray character is a copying error. */
const toFindings = (facts: Facts): RawFinding[] => {
  const hits = facts.of('concealment').filter(({ value }) => value.technique === 'zero-width');
  return hits.map((hit) => {
    const others = hits.filter(({ file }) => file === hit.file).length;
    const isRun = !/[A-Za-z]/.test(wordsOf(hit.span));
    const isStrong = isTelling(hit) || isRun;
    return {
      at: hit.span,
      severity: isStrong ? 'HIGH' : others >= SPLITS_MIN ? 'MEDIUM' : 'LOW',
      confidence: 'firm',
      note: `Without them it reads: ${hit.value.revealed.slice(0, 80)}.`,
    };
  });
};

export const zeroWidth = skillRule({
  id: 'HID-02',
  title: 'Zero-width characters',
  question: 'Do zero-width characters split keywords or encode bits?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-451', 'CWE-1007'],
  why: 'A word that is split invisibly is not found by a search, but is still read as the word.',
  fix: 'Remove the characters.',
  looksAt:
    'The rule finds zero-width spaces, joiners and soft hyphens inside Latin words, and long runs that encode bits.',
  blindTo: 'Joiners inside scripts that need them are not checked.',
  falseAlarms: 'Joined emoji, Persian and Indic text, and single stray characters are LOW or not reported.',
  check: (facts) => toFindings(facts),
});
