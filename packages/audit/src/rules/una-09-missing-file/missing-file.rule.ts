import { UNKNOWN_PART } from '@assay/analysis/models/origins/origin';
import type { FactOf, Facts, RawFinding, Rule, Span } from '@assay/analysis/types';
import { leavesBundle } from './leaves-bundle.ts';
import { hasOwnWork, isNamedNeighbour, isOneOfMany, rootOf } from './neighbours.ts';

const OWN = /^\.{0,2}\/?(?:scripts?|bin|tools|hooks|lib)\/[\w./-]+\.(?:py|sh|js|mjs|ts|rb|ps1)$/;

const toFindings = (facts: Facts): RawFinding[] => [
  ...facts
    .of('reference')
    .filter(({ value }) => value.isRun && !value.exists)
    .flatMap((fact) => toMissing(fact, facts)),
  ...facts
    .of('call')
    .filter(({ value }) => SEARCHES.test(value.callee))
    .flatMap((fact) =>
      fact.value.args
        .filter((arg) => arg !== null && leavesBundle(arg, fact.file))
        .map((arg) => toOutside(fact, arg ?? '', facts)),
    ),
];

function toMissing(fact: FactOf<'reference'>, facts: Facts): RawFinding[] {
  const { span, value, file, unit, context } = fact;
  // Where a program starts from a place that it was given, nobody can tell how far up it goes.
  const isGiven = value.target.startsWith(UNKNOWN_PART) && !TOLD.has(unit.lang);
  if (!isGiven && LIVE.has(context) && leavesBundle(value.target, file))
    return [isNamedNeighbour(fact, facts) ? toNeighbours(span, value.target) : toOutside(fact, value.target, facts)];
  return OWN.test(value.target)
    ? [{ at: span, confidence: 'firm', note: `${value.target} is not in the bundle.` }]
    : [];
}

/** Of these the place before a path is the folder of the skill or of the script. */
const TOLD: ReadonlySet<string> = new Set(['shell', 'makefile', 'markdown', 'text']);

const LIVE: ReadonlySet<string> = new Set(['directive', 'executable', 'hidden']);

/** Modules are looked for there, before anywhere else. */
const SEARCHES = /^sys\.path\.(?:insert|append|extend)$/;

/** Beside the bundle lies what its publisher put there, and nobody has read it. */
function toOutside({ span, unit, file }: FactOf<'reference' | 'call'>, target: string, facts: Facts): RawFinding {
  const at = { at: span, severity: 'HIGH', confidence: 'firm' } as const;
  if (!GIT.test(target) && !ANY.test(target) && (hasOwnWork(unit, rootOf(span.view)) || isOneOfMany(file, unit, facts)))
    return { ...at, note: `${target} lies outside of what is reviewed, and helps what is.` };
  return {
    ...at,
    note: `${target} lies outside of what is reviewed, beside it.`,
    isUnread: true,
    leavesUndecided: true,
  };
}

/** `../skills/${name}/index.js`: whatever lies there, and no help that anybody chose. */
const ANY = new RegExp(`\\.\\./.*${UNKNOWN_PART}`);
/** What a clone keeps for itself is looked at by nobody. */
const GIT = /(?:^|\/)\.git\//;

const toNeighbours = (at: Span, target: string): RawFinding => ({
  at,
  severity: 'HIGH',
  confidence: 'firm',
  note: `${target} belongs to another product, which is not reviewed here.`,
});

export const missingFile = {
  id: 'UNA-09',
  title: 'Runs a file that is not there',
  question: 'Is a referenced local file missing?',
  category: 'UNA',
  family: 'supply-chain',
  kind: 'HINT',
  severity: 'LOW',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-829'],
  why: 'Whatever is put there later will be run without a review.',
  fix: 'Ship the file or drop the instruction.',
  looksAt:
    'Scripts in the folders a skill keeps its scripts in, run but not shipped. What is run or imported by a path that leads out of the bundle is high and blocks: a certificate of a folder says nothing about its neighbours. A neighbour with a name of its own that a document tells is another product, and what a program that does its own work takes from beside it is its help: both warn.',
  blindTo: 'Files a build step makes.',
  falseAlarms: "Paths of the user's own project are not in those folders, mostly.",
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
