import type { Facts, RawFinding, Rule } from '@assay/analysis/types';

const ASSET =
  /\/releases\/(?:latest\/)?download\/|\/archive\/(?:refs\/heads\/)?(?:main|master)|gist\.githubusercontent\.com|\/raw\/(?:main|master)\//;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('execution')
    .filter(
      ({ value }) => value.of === 'download' && !value.isPinned && value.from !== null && ASSET.test(value.from.url),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const mutableAsset = {
  id: 'SUP-12',
  title: 'Uses a release asset without a checksum',
  question: 'Is a mutable release asset or gist used without checksum?',
  category: 'SUP',
  family: 'supply-chain',
  kind: 'HINT',
  reproducedBy: 'foreign-code',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-494'],
  why: 'The same address can hold something else tomorrow.',
  fix: 'Compare a published digest before running it.',
  looksAt: 'Downloads of the latest asset or of a branch that are run.',
  blindTo: 'Assets fetched by a package manager.',
  falseAlarms: 'With a checksum line before use it is quiet.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
