import type { Facts, RawFinding, Rule } from '@assay/analysis/types';

const toFindings = (facts: Facts): RawFinding[] => [
  ...facts
    .of('integrity')
    .filter(({ value }) => value.problem === 'pointer' && value.detail === 'submodule')
    .map(({ span, value }) => ({
      at: span,
      severity: value.isExecuted ? ('HIGH' as const) : ('MEDIUM' as const),
      confidence: 'certain' as const,
    })),
  ...facts
    .of('command')
    .filter(
      ({ value }) =>
        value.program === 'git' && /submodule (?:add|update --init|update --remote)/.test(value.args.join(' ')),
    )
    .map(({ span }) => ({ at: span, severity: 'LOW' as const, confidence: 'firm' as const })),
];

export const outsideInclude = {
  id: 'SUP-08',
  title: 'Includes code from outside the bundle',
  question: 'Is there a submodule, vendored link or include outside the bundle?',
  category: 'SUP',
  family: 'supply-chain',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-829'],
  why: 'What is included was not reviewed with the bundle.',
  fix: 'Ship it, or pin the commit.',
  looksAt: 'Submodules in the bundle and commands that fetch them.',
  blindTo: 'Includes of a build tool.',
  falseAlarms: "Updating a project's own submodules: low.",
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
