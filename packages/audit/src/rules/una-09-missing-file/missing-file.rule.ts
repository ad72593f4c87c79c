import type { FactOf, Facts, RawFinding, Rule, Span, Unit, View } from '../../model.ts';
import { UNKNOWN_PART } from '../../ruleset/origins/origin.ts';
import { leavesBundle } from './leaves-bundle.ts';

const OWN = /^\.{0,2}\/?(?:scripts?|bin|tools|hooks|lib)\/[\w./-]+\.(?:py|sh|js|mjs|ts|rb|ps1)$/;

const toFindings = (facts: Facts): RawFinding[] => [
  ...facts
    .of('reference')
    .filter(({ value }) => value.isRun && !value.exists)
    .flatMap((fact): RawFinding[] => {
      const { span, value, file, unit, context } = fact;
      // Where a program starts from a place that it was given, nobody can tell how far up it goes.
      const isGiven = value.target.startsWith(UNKNOWN_PART) && !TOLD.has(unit.lang);
      if (!isGiven && LIVE.has(context) && leavesBundle(value.target, file))
        return [isNamedNeighbour(fact) ? toNeighbours(span, value.target) : toUnread(span, value.target)];
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

/** Of these the place before a path is the folder of the skill or of the script. */
const TOLD: ReadonlySet<string> = new Set(['shell', 'makefile', 'markdown', 'text']);

const LIVE: ReadonlySet<string> = new Set(['directive', 'executable', 'hidden']);

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

/**
 * `../lint/scripts/lint.sh` in a document that speaks of `lint` besides: another product, which is told by its name to whoever
 * reads, and has a review of its own or none. Out of a program nobody is told.
 */
function isNamedNeighbour({ value, span, unit }: FactOf<'reference'>): boolean {
  if (!DOCUMENTS.has(outermost(unit).lang)) return false;
  const folder = value.target
    .split('/')
    .slice(0, -1)
    .filter((part) => NEIGHBOUR.test(part) && !KINDS.test(part))
    .at(-1);
  return folder !== undefined && namesBesides(rootOf(span.view).text, folder);
}
const DOCUMENTS: ReadonlySet<string> = new Set(['markdown', 'text']);
const NEIGHBOUR = /^[\w-]{4,60}$/;
/** What folders are called by what lies in them. */
const KINDS =
  /^(?:scripts?|tools?|bin|lib|src|skills?|shared|common|utils?|hooks?|plugins?|packages?|helpers?|setup|assets)$/i;
const outermost = (unit: Unit): Unit => (unit.within === null ? unit : outermost(unit.within));
const rootOf = (view: View): View => (view.parent === null ? view : rootOf(view.parent));

/** As a word of its own, and not only as a part of the path. */
const namesBesides = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w/.-])${name}(?![\\w/-])`, 'i').test(text);

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
  severity: 'LOW',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-829'],
  why: 'Whatever is put there later will be run without a review.',
  fix: 'Ship the file or drop the instruction.',
  looksAt:
    'Scripts in the folders a skill keeps its scripts in, run but not shipped. What is run or imported by a path that leads out of the bundle is high and blocks: a certificate of a folder says nothing about its neighbours. A neighbour that the document speaks of by name is another product, and warns.',
  blindTo: 'Files a build step makes.',
  falseAlarms: "Paths of the user's own project are not in those folders, mostly.",
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
