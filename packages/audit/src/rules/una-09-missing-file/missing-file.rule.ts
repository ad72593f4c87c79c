import type { Facts, RawFinding, Rule } from '../../model.ts';

const OWN = /^\.{0,2}\/?(?:scripts?|bin|tools|hooks|lib)\/[\w./-]+\.(?:py|sh|js|mjs|ts|rb|ps1)$/;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('reference')
    .filter(({ value }) => value.isRun && !value.exists && OWN.test(value.target))
    .map(({ span, value }) => ({ at: span, confidence: 'firm', note: `${value.target} is not in the bundle.` }));

export const missingFile = {
  id: 'UNA-09',
  title: 'Runs a file that is not there',
  question: 'Is a referenced local file missing?',
  category: 'UNA',
  family: 'supply-chain',
  severity: 'LOW',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-829'],
  why: 'Whatever is put there later will be run without a review.',
  fix: 'Ship the file or drop the instruction.',
  looksAt: 'Scripts in the folders a skill keeps its scripts in, run but not shipped.',
  blindTo: 'Files a build step makes.',
  falseAlarms: "Paths of the user's own project are not in those folders, mostly.",
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
