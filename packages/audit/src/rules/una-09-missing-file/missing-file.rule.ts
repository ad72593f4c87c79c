import { UNKNOWN_PART } from '@assay/analysis/models/origins/origin';
import type { FactOf, Facts, RawFinding, Span } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';
import { leavesBundle } from './leaves-bundle.ts';

const OWN = /^\.{0,2}\/?(?:scripts?|bin|tools|hooks|lib)\/[\w./-]+\.(?:py|sh|js|mjs|ts|rb|ps1)$/;

const toFindings = (facts: Facts): RawFinding[] => [
  ...facts
    .of('reference')
    .filter(({ value }) => value.isRun && !value.exists)
    .flatMap(toMissing),
  ...facts
    .of('call')
    .filter(({ value }) => SEARCHES.test(value.callee))
    .flatMap((fact) =>
      fact.value.args
        .filter((arg) => arg !== null && leavesBundle(arg, fact.file))
        .map((arg) => toOutside(fact.span, arg ?? '')),
    ),
];

function toMissing({ span, value, file, unit, context }: FactOf<'reference'>): RawFinding[] {
  // When a program starts from a path that it receives, the depth of the target is unknown.
  const isGiven = value.target.startsWith(UNKNOWN_PART) && !TOLD.has(unit.lang);
  if (!isGiven && LIVE.has(context) && leavesBundle(value.target, file)) return [toOutside(span, value.target)];
  return OWN.test(value.target)
    ? [{ at: span, confidence: 'firm', note: `${value.target} is not in the bundle.` }]
    : [];
}

/** In these languages, the prefix of a path is the folder of the skill or of the script. */
const TOLD: ReadonlySet<string> = new Set(['shell', 'makefile', 'markdown', 'text']);

const LIVE: ReadonlySet<string> = new Set(['directive', 'executable', 'hidden']);

/** Python searches these folders first for modules. */
const SEARCHES = /^sys\.path\.(?:insert|append|extend)$/;

/** The publisher controls the files beside the bundle, and no review covers them. */
const toOutside = (at: Span, target: string): RawFinding => ({
  at,
  severity: 'HIGH',
  confidence: 'firm',
  note: `${target} lies outside of what is reviewed, beside it.`,
});

export const missingFile = skillRule({
  id: 'UNA-09',
  title: 'Missing file is executed',
  question: 'Is a referenced local file missing?',
  kind: 'HINT',
  severity: 'LOW',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-829'],
  why: 'A file that is added there later runs without a review.',
  fix: 'Ship the file, or remove the instruction.',
  looksAt:
    "The rule finds scripts in the skill's script folders that are run but not in the bundle. A path that leads out of the bundle is HIGH, because the certificate of a folder does not cover its neighbours.",
  blindTo: 'Files that a build step creates are not distinguished.',
  falseAlarms: "Paths of the user's own project are usually not in those folders.",
  check: toFindings,
});
