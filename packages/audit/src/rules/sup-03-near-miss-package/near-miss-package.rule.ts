import { findNearMiss } from '@assay/analysis/models/packages/near-miss';
import { STANDARD_MODULES } from '@assay/analysis/models/packages/standard-modules.data';
import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const toFindings = (facts: Facts): RawFinding[] =>
  facts.of('dependency').flatMap(({ span, value }): RawFinding[] => {
    const near =
      value.source === 'registry' || value.source === 'index' ? findNearMiss(value.ecosystem, value.name) : undefined;
    return near === undefined
      ? []
      : [
          {
            at: span,
            confidence: 'firm',
            note: `${value.name} is one step from ${near}.`,
          },
        ];
  });

const imports = (facts: Facts): RawFinding[] =>
  facts.of('import').flatMap(({ span, value, unit }): RawFinding[] => {
    const top = value.module.split('.')[0] ?? '';
    const near = unit.lang === 'python' && !STANDARD_MODULES.has(top) ? findNearMiss('pypi', top) : undefined;
    return near === undefined || facts.about.files.has(`${value.module}.py`)
      ? []
      : [{ at: span, severity: 'MEDIUM', confidence: 'firm', note: `${value.module} is one step from ${near}.` }];
  });

export const nearMissPackage = skillRule({
  id: 'SUP-03',
  title: 'Typosquatted dependency',
  question: 'Is the name of a dependency similar to a popular package?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-1357', 'CWE-829'],
  why: 'Similar names are registered to exploit typing errors.',
  fix: "Check the name against the project's own page.",
  looksAt:
    'Swapped, doubled, dropped and replaced letters against the most used packages and npm scopes; swapped letters also inside longer names. Whoever owns the lookalike decides what runs, so installing it counts as running unreviewed code.',
  blindTo: 'Near misses of packages that are not in the table.',
  falseAlarms: 'Legitimate neighbours and the modules of the standard library are listed.',
  check: (facts) => [...toFindings(facts), ...imports(facts)],
});
