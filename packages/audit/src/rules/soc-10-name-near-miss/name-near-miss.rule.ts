import { findNearName } from '@assay/analysis/models/names/near-name';
import type { View } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

export const nameNearMiss = skillRule({
  id: 'SOC-10',
  title: 'Name similar to a known skill',
  question: 'Is the name near-equal to a known skill?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['OWASP-AST04', 'CWE-1007'],
  why: 'A name that differs by one letter leads users to the wrong package.',
  fix: 'Choose a distinct name.',
  looksAt: 'The name is compared with names that the caller supplies, such as those of certified skills.',
  blindTo: 'Names that only sound alike are not detected.',
  falseAlarms: 'Variants by the same owner can be reported.',
  check: (facts) => {
    const { name, knownNames, entry } = facts.about;
    const near = findNearName(name, knownNames);
    const place = facts.of('field').find((fact) => fact.file === entry);
    if (near === undefined || place === undefined) return [];
    const view = rootOf(place.span.view);
    return [{ at: { view, start: 0, end: 1 }, evidence: `${name} ~ ${near}`, confidence: 'tentative' }];
  },
});

const rootOf = (view: View): View => (view.parent === null ? view : rootOf(view.parent));
