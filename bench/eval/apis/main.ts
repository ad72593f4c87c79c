/** `npm run eval -- --apis FILE`: how often the API reviewer is right, on documents by a stranger and on public ones. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '@assay/audit';
import type { EvalOptions } from '../options.ts';
import type { Review } from '../run.ts';
import { RULES_OF } from './categories.data.ts';
import { sixtyPaths } from './sixty-paths.ts';

type Row = {
  readonly id: string;
  readonly label: 'malicious' | 'benign';
  readonly category: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
};
type Half = 'TUNE' | 'CHECK';
type Measured = { readonly row: Row; readonly half: Half; readonly report: Report };
type Seen = { readonly name: string; readonly report: Report; readonly ms: number };

export const APIS_SECTION = fileURLToPath(new URL('../apis.md', import.meta.url));
const PAGE = fileURLToPath(new URL('../../ACCURACY.md', import.meta.url));
const HEADING = '## APIs';
const HALVES: readonly Half[] = ['TUNE', 'CHECK'];

const encoder = new TextEncoder();
const bundleOf = (files: readonly { readonly path: string; readonly text: string }[]) =>
  ({
    productType: 'API',
    files: files.map(({ path, text }) => ({ path, bytes: encoder.encode(text) })),
    source: { url: 'local:', ref: '' },
  }) as const;

/** By hash of the name: nobody chose which half a document is in. */
const halfOf = (id: string): Half => ((createHash('sha256').update(id).digest()[0] ?? 0) < 128 ? 'TUNE' : 'CHECK');

export async function measureApis(options: EvalOptions, review: Review): Promise<void> {
  const rows = readRows(options.apis ?? '');
  const measured: Measured[] = [];
  for (const row of rows)
    measured.push({ row, half: halfOf(row.id), report: (await review(bundleOf(row.files))).report });
  const seen = await measurePublic(options.publicApis, review);
  const ms = await timeSixtyPaths(review);
  const lines = [HEADING, '', ...suiteSection(measured), '', ...publicSection(seen), '', speedLine(ms), ''];
  console.log(lines.join('\n'));
  if (options.lists !== undefined) writeFileSync(join(options.lists, 'apis.txt'), missList(measured, seen));
  if (!options.isWriting) return;
  writeFileSync(APIS_SECTION, lines.join('\n'));
  writePage(lines);
}

/** A line of the suite names its files by path and text. */
const readRows = (file: string): Row[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { files, ...row } = JSON.parse(line);
      return {
        ...row,
        files: files.map((one: Record<string, string>) => ({
          path: one.path ?? '',
          text: one.text ?? one.content ?? '',
        })),
      };
    });

/** Documents that people publish, one folder deep or more; read as data and part of no repository. */
async function measurePublic(folder: string | undefined, review: Review): Promise<Seen[]> {
  if (folder === undefined || !existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ya?ml|json)$/i.test(name) && statSync(join(folder, name)).isFile())
    .sort();
  const seen: Seen[] = [];
  for (const name of names) {
    const path = `openapi${name.slice(name.lastIndexOf('.'))}`;
    const startedAt = performance.now();
    const { report } = await review(bundleOf([{ path, text: readFileSync(join(folder, name), 'utf8') }]));
    seen.push({ name, report, ms: performance.now() - startedAt });
  }
  return seen;
}

const RUNS = 5;

async function timeSixtyPaths(review: Review): Promise<number> {
  const bundle = bundleOf([{ path: 'openapi.yaml', text: sixtyPaths() }]);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { processorMs } = await review(bundle);
    times.push(processorMs);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

const isBlocked = ({ verdict }: Report): boolean => verdict !== 'SAFE';
const RANKS = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const isAtLeast = (severity: string, floor: string): boolean => RANKS.indexOf(severity) >= RANKS.indexOf(floor);
const isCaught = ({ row, report }: Measured): boolean =>
  report.findings.some(
    ({ ruleId, severity }) => isAtLeast(severity, 'MEDIUM') && (RULES_OF[row.category] ?? []).includes(ruleId),
  );
const hasHigh = (report: Report): boolean => report.findings.some(({ severity }) => isAtLeast(severity, 'HIGH'));

const share = (some: number, all: number): string =>
  all === 0 ? '0 of 0' : `${some} of ${all} = ${((some * 100) / all).toFixed(1)} %`;
const count = <T>(items: readonly T[], test: (item: T) => boolean): string =>
  share(items.filter(test).length, items.length);

function suiteSection(measured: readonly Measured[]): string[] {
  const row = (name: string, of: readonly Measured[]): string => {
    const bad = of.filter(({ row: { label } }) => label === 'malicious');
    const quiet = of.filter(({ row: { label } }) => label === 'benign');
    const [caught, refused] = [count(bad, isCaught), count(bad, ({ report }) => isBlocked(report))];
    return `| ${name} | ${caught} | ${refused} | ${count(quiet, ({ report }) => isBlocked(report))} | ${count(quiet, ({ report }) => hasHigh(report))} |`;
  };
  const categories = [
    ...Map.groupBy(
      measured.filter(({ row: { label } }) => label === 'malicious'),
      ({ row: { category } }) => category,
    ),
  ];
  return [
    'Documents by an author who did not write the rules. Caught: a finding of MEDIUM or above by a rule for the fault that the',
    'author names. Halves by hash of the name; rules were mended by the misses of TUNE alone.',
    '',
    '| half | faults caught | faulty refused | quiet refused | quiet with HIGH |',
    '|---|---|---|---|---|',
    ...HALVES.map((half) =>
      row(
        half,
        measured.filter((one) => one.half === half),
      ),
    ),
    row('both', measured),
    '',
    '| fault | caught, TUNE | caught, CHECK |',
    '|---|---|---|',
    ...categories
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([category, of]) =>
          `| ${category} | ${HALVES.map((half) =>
            count(
              of.filter((one) => one.half === half),
              isCaught,
            ),
          ).join(' | ')} |`,
      ),
  ];
}

function publicSection(seen: readonly Seen[]): string[] {
  if (seen.length === 0) return ['Public documents: not run.'];
  const undecided = seen.filter(({ report: { verdict } }) => verdict === 'UNDECIDED').length;
  return [
    `Public OpenAPI and Swagger documents: ${count(seen, ({ report }) => isBlocked(report))} refused (${undecided} of them because they`,
    `cannot be read), ${count(seen, ({ report }) => hasHigh(report))} with a HIGH warning.`,
  ];
}

const speedLine = (ms: number): string =>
  `A document of 60 paths and 180 operations: ${ms.toFixed(0)} ms of the processor, the middle of ${RUNS} reviews.`;

/** For reading: of the suite only what TUNE holds. */
function missList(measured: readonly Measured[], seen: readonly Seen[]): string {
  const tune = measured.filter(({ half }) => half === 'TUNE');
  const told = (report: Report): string =>
    report.findings
      .filter(({ severity }) => isAtLeast(severity, 'LOW'))
      .map(({ ruleId, severity, range }) => `${ruleId} ${severity} ${range.startLine}`)
      .join('; ');
  return [
    ...tune
      .filter((one) => one.row.label === 'malicious' && !isCaught(one))
      .map(({ row, report }) => `missed ${row.id} (${row.category}): ${told(report)}`),
    ...tune
      .filter(({ row, report }) => row.label === 'benign' && (isBlocked(report) || hasHigh(report)))
      .map(({ row, report }) => `quiet ${report.verdict} ${row.id} (${row.category}): ${told(report)}`),
    ...seen
      .filter(({ report }) => isBlocked(report))
      .map(({ name, report }) => `public ${report.verdict} ${name}: ${told(report)}`),
  ].join('\n');
}

/** Replaces its own section and leaves the others. */
function writePage(lines: readonly string[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const known = page.indexOf(`\n${HEADING}\n`);
  // The section on contracts is written to the end of the page, so this one goes before it.
  const at = known === -1 ? page.indexOf('\n## Contracts\n') : known;
  const end = known === -1 ? at : page.indexOf('\n## ', known + 1);
  const before = (at === -1 ? page : page.slice(0, at)).trimEnd();
  const after = end === -1 ? '' : page.slice(end).trim();
  writeFileSync(PAGE, `${[before, lines.join('\n').trim(), after].filter((part) => part !== '').join('\n\n')}\n`);
}
