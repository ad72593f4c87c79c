import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const UNATTENDED = /(?:^|\s)(?:-y|--yes)(?:\s|$)/;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('dependency')
    .filter(
      ({ value }) =>
        value.via === 'runner' && value.pin !== 'exact' && value.pin !== 'digest' && value.source !== 'path',
    )
    .map(({ span, value, unit }) => ({
      at: span,
      severity:
        unit.origin === 'hook' || (UNATTENDED.test(wordsOf(span)) && unit.origin === 'package-script')
          ? 'MEDIUM'
          : 'LOW',
      confidence: 'firm',
      note: `${value.name} is run in whatever version is newest.`,
    }));

export const unpinnedRunner = skillRule({
  id: 'SUP-02',
  title: 'Unpinned package',
  question: 'Are runners unpinned (npx, uvx, latest image, branch URL)?',
  kind: 'HINT',
  severity: 'LOW',
  nature: 'weakness',
  references: ['CWE-1357', 'CWE-829'],
  why: 'A later version was not reviewed.',
  fix: 'Name the exact version.',
  looksAt: 'Package runners and images without a version.',
  blindTo: 'Versions pinned in a lock file elsewhere.',
  falseAlarms: 'Low by default: five in a hundred real skills do it.',
  check: (facts) => toFindings(facts),
});
