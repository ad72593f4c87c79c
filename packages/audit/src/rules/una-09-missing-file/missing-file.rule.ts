import type { Facts, RawFinding, Rule, Span } from '../../model.ts';
import { leavesBundle } from './leaves-bundle.ts';

const OWN = /^\.{0,2}\/?(?:scripts?|bin|tools|hooks|lib)\/[\w./-]+\.(?:py|sh|js|mjs|ts|rb|ps1)$/;

const toFindings = (facts: Facts): RawFinding[] => [
  ...facts
    .of('reference')
    .filter(({ value }) => value.isRun && !value.exists)
    .flatMap(({ span, value, file }): RawFinding[] => {
      if (leavesBundle(value.target, file)) return [toUnread(span, value.target)];
      const note = `${value.target} is not in the bundle.`;
      return OWN.test(value.target) ? [{ at: span, confidence: 'firm', note }] : [];
    }),
  ...facts
    .of('call')
    .filter(({ value }) => SEARCHES.test(value.callee))
    .flatMap(({ span, value, file }) =>
      value.args.filter((arg) => arg !== null && leavesBundle(arg, file)).map((arg) => toUnread(span, arg ?? '')),
    ),
];

/** Modules are looked for there, before anywhere else. */
const SEARCHES = /^sys\.path\.(?:insert|append|extend)$/;

/** Beside the bundle lies what its publisher put there, and nobody has read it. */
const toUnread = (at: Span, target: string): RawFinding => ({
  at,
  severity: 'HIGH',
  confidence: 'firm',
  note: `${target} lies outside of what is reviewed, beside it.`,
  isUnread: true,
});

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
  looksAt:
    'Scripts in the folders a skill keeps its scripts in, run but not shipped. What is run or imported by a path that leads out of the bundle is high and blocks: a certificate of a folder says nothing about its neighbours.',
  blindTo: 'Files a build step makes.',
  falseAlarms: "Paths of the user's own project are not in those folders, mostly.",
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
