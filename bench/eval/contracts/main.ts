/** `npm run eval -- --contracts DIR`: how often the contract reviewer is right, on public contracts and on the pairs written here. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '@assay/audit';
import { ORIGINS, type Pair, readPairs } from '@assay/audit/testing';
import type { EvalOptions } from '../options.ts';
import { replaceSection } from '../output/section.ts';
import type { Review } from '../run.ts';
import { DETECTORS_OF } from './categories.data.ts';

type Row = {
  readonly dir: string;
  readonly repo: string;
  readonly label: 'vulnerable' | 'benign';
  readonly category: string;
  readonly content_digest: string;
};
type Half = 'TUNE' | 'HELD';
type Measured = { readonly row: Row; readonly half: Half; readonly report: Report };

const SMARTBUGS = 'smartbugs/smartbugs-curated';
/** Classes that can be seen to happen from outside, as the specification lists them. */
const REPRODUCIBLE = new Set([
  'CON-01',
  'CON-02',
  'CON-05',
  'CON-07',
  'CON-08',
  'CON-09',
  'CON-10',
  'CON-14',
  'CON-19',
  'CON-25',
  'CON-29',
]);
export const CONTRACTS_SECTION = fileURLToPath(new URL('../contracts.md', import.meta.url));
const PAGE = fileURLToPath(new URL('../../ACCURACY.md', import.meta.url));
const HEADING = '## Contracts';

/** Whether an exploit was run, of any class or of those named. */
const ranExploit = ({ findings }: Report, classes?: readonly string[]): boolean =>
  findings.some(({ ruleId, basis }) => basis === 'reproduced' && (classes === undefined || classes.includes(ruleId)));

const encoder = new TextEncoder();
const bundleOf = (files: { path: string; bytes: Uint8Array }[]) =>
  ({ productType: 'CONTRACT', files, source: { url: 'local:', ref: '' } }) as const;
const isHigh = ({ severity }: { severity: string }): boolean => severity === 'HIGH' || severity === 'CRITICAL';
/** By content, so that copies of one contract lie in one half. */
const halfOf = ({ content_digest }: Row): Half =>
  Number.parseInt(content_digest.slice(0, 1), 16) < 8 ? 'TUNE' : 'HELD';

export async function measureContracts(options: EvalOptions, review: Review): Promise<void> {
  const folder = options.contracts ?? '';
  const rows = readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line));
  const measured = await side(rows, options.jobs, async (row): Promise<Measured | undefined> => {
    const files = readBundle(join(folder, row.dir));
    const reviewed = await review(bundleOf(files)).catch((error: unknown) => console.error(`${row.dir}: ${error}`));
    return reviewed === undefined ? undefined : { row, half: halfOf(row), report: reviewed.report };
  });
  const pairs = await measurePairs(review, options.jobs);
  const lines = [HEADING, '', ...pairSection(pairs), '', ...publicSection(measured, rows.length - measured.length), ''];
  console.log(lines.join('\n'));
  if (!options.isWriting) return;
  writeFileSync(CONTRACTS_SECTION, lines.join('\n'));
  replaceSection(PAGE, HEADING, lines);
}

/** Some at a time; answers stay in the order of the questions, and what has none is left out. */
async function side<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R | undefined>): Promise<R[]> {
  const results: (R | undefined)[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results.filter((one) => one !== undefined);
}

/** A contract with whatever it imports, as it lies in its folder. */
const readBundle = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((file) => ({ path: relative(folder, file), bytes: new Uint8Array(readFileSync(file)) }));

type MeasuredPair = {
  readonly pair: Pair;
  readonly isTold: boolean;
  readonly isTyped: boolean;
  readonly isSeen: boolean;
  readonly isSeenMended: boolean;
};

const measurePairs = (review: Review, width: number): Promise<MeasuredPair[]> =>
  side(readPairs(), width, async (pair): Promise<MeasuredPair> => {
    const of = async (text: string): Promise<Report> =>
      (await review(bundleOf([{ path: 'A.sol', bytes: encoder.encode(text) }]))).report;
    const [bad, good] = [await of(pair.vulnerable), await of(pair.fixed)];
    const isFound = bad.findings.some(
      ({ ruleId, range }) =>
        ruleId === pair.ruleId && pair.lines.some((line) => line >= range.startLine && line <= range.endLine),
    );
    const isQuiet = !good.findings.some(({ ruleId }) => ruleId === pair.ruleId);
    return {
      pair,
      isTold: isFound && isQuiet,
      isTyped: bad.coverage.typed === true,
      isSeen: ranExploit(bad, [pair.ruleId]),
      isSeenMended: ranExploit(good),
    };
  });

const share = (some: number, all: number): string =>
  all === 0 ? '0 of 0' : `${some} of ${all} = ${((some * 100) / all).toFixed(1)} %`;
const count = <T>(items: readonly T[], test: (item: T) => boolean): string =>
  share(items.filter(test).length, items.length);

function pairSection(measured: readonly MeasuredPair[]): string[] {
  const inClass = measured.filter(({ pair, isTyped }) => REPRODUCIBLE.has(pair.ruleId) && isTyped);
  const missed = measured
    .filter(({ isTold }) => !isTold)
    .map(({ pair }) => `${pair.ruleId} ${pair.name} (${pair.origin})`);
  const row = (name: string, of: readonly MeasuredPair[]): string => {
    const tried = of.filter((one) => inClass.includes(one));
    const seen = tried.length === 0 ? 'not run' : count(tried, ({ isSeen }) => isSeen);
    return `| ${name} | ${count(of, ({ isTold }) => isTold)} | ${seen} | ${of.filter(({ isSeenMended }) => isSeenMended).length} |`;
  };
  return [
    'Pairs of a vulnerable contract and its mended twin, written here: the right detector fires at the marked line and not on',
    'the twin. Detectors are tuned on `registry` alone; `incidents` shows what that is worth elsewhere.',
    '',
    '| pairs | told apart | exploit run, of those in class that compile | exploits on twins |',
    '|---|---|---|--:|',
    ...ORIGINS.map((origin) =>
      row(
        origin,
        measured.filter(({ pair }) => pair.origin === origin),
      ),
    ),
    row('all', measured),
    '',
    missed.length === 0 ? 'None missed.' : `Not told apart: ${missed.join(', ')}.`,
  ];
}

/** In one of the classes that are tried, by its label, and compiled: what its denominator is made of. */
const isTried = ({ row, report }: Measured): boolean =>
  report.coverage.typed === true && (DETECTORS_OF[row.category] ?? []).some((id) => REPRODUCIBLE.has(id));

const isCaught = ({ row, report }: Measured): boolean =>
  report.findings.some(({ ruleId }) => (DETECTORS_OF[row.category] ?? []).includes(ruleId));

/** Every category counts the same, however many contracts it has. */
function macro(of: readonly Measured[]): string {
  const shares = [...Map.groupBy(of, ({ row }) => row.category).values()].map(
    (some) => some.filter(isCaught).length / some.length,
  );
  return shares.length === 0 ? 'none' : (shares.reduce((sum, one) => sum + one, 0) / shares.length).toFixed(2);
}

function publicSection(measured: readonly Measured[], failed: number): string[] {
  const halves: readonly Half[] = ['TUNE', 'HELD'];
  const vulnerable = measured.filter(({ row }) => row.label === 'vulnerable');
  const benign = measured.filter(({ row }) => row.label === 'benign');
  const smartbugs = vulnerable.filter(({ row }) => row.repo === SMARTBUGS);
  const others = vulnerable.filter(({ row }) => row.repo !== SMARTBUGS);
  const line = (name: string, show: (some: readonly Measured[]) => string, of: readonly Measured[]): string =>
    `| ${name} | ${show(of)} | ${halves.map((half) => show(of.filter((one) => one.half === half))).join(' | ')} |`;
  const byClass = [...Map.groupBy(smartbugs, ({ row }) => row.category)]
    .sort()
    .map(([category, of]) => line(`SmartBugs, ${category}`, (some) => count(some, isCaught), of));
  return [
    'Public contracts. A contract counts as caught when a detector of its class fires anywhere in it; halves are by',
    'content. The code of single cases was read in TUNE alone, but lists of results of both halves were seen while the rules were',
    'written, so HELD is not blind. Old vulnerable files and modern libraries differ by their age: these are not one accuracy.',
    `Reviews that failed in this run and are left out: ${failed}.`,
    '',
    '| what | all | TUNE | HELD |',
    '|---|---|---|---|',
    line('SmartBugs, macro over classes (bar 0.70)', macro, smartbugs),
    ...byClass,
    line('other collections, class caught', (some) => count(some, isCaught), others),
    line(
      'exploit run, of those in class that compile (bar 60 %)',
      (some) => count(some, ({ row, report }) => ranExploit(report, DETECTORS_OF[row.category])),
      vulnerable.filter(isTried),
    ),
    line(
      'libraries with a HIGH or worse (bar 4 %)',
      (some) => count(some, ({ report }) => report.findings.some(isHigh)),
      benign,
    ),
    line(
      'libraries with an exploit that ran (bar 0)',
      (some) => count(some, ({ report }) => ranExploit(report)),
      benign,
    ),
  ];
}
