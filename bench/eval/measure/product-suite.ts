/** Suites with one document per line, by authors who did not write the rules: read, measured and reported in two halves. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding, ProductType, Report } from '@assay/audit';
import type { Review } from '../run.ts';
import { show, toProportion } from './proportion.ts';

type Row = {
  readonly id: string;
  readonly label: 'malicious' | 'benign';
  readonly category: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
};
type Half = 'TUNE' | 'CHECK';
type Measured = { readonly row: Row; readonly half: Half; readonly report: Report; readonly isCaught: boolean };
export type Suite = { readonly name: string; readonly measured: readonly Measured[] };

/** Suites whose halves have both been read by those who write the rules. */
const READ_WHOLE = new Set([
  'apis.jsonl',
  'apis-second.jsonl',
  'apis-third.jsonl',
  'apis-fourth.jsonl',
  'apis-fifth.jsonl',
  'apis-sixth.jsonl',
  'apis-eighth.jsonl',
  'apis-ninth.jsonl',
  'apis-tenth.jsonl',
  'tools.jsonl',
  'tools-second.jsonl',
  'tools-third.jsonl',
  'tools-fourth.jsonl',
  'tools-fifth.jsonl',
  'tools-sixth.jsonl',
  'tools-eighth.jsonl',
  'tools-ninth.jsonl',
  'tools-tenth.jsonl',
]);
/** Suites of which nobody who writes rules has seen more than totals. */
const UNREAD = new Set(['apis-seventh.jsonl', 'tools-seventh.jsonl']);
const HALVES: readonly Half[] = ['TUNE', 'CHECK'];
const WARNING = new Set(['MEDIUM', 'HIGH', 'CRITICAL']);
const SIGHTS = fileURLToPath(new URL('../recorded/first-sight.json', import.meta.url));

const encoder = new TextEncoder();
export const bundleOf = (productType: ProductType, files: Row['files']) =>
  ({
    productType,
    files: files.map(({ path, text }) => ({ path, bytes: encoder.encode(text) })),
    source: { url: 'local:', ref: '' },
  }) as const;

/** By hash of the name: nobody chose which half a document is in. */
const halfOf = (id: string): Half => ((createHash('sha256').update(id).digest()[0] ?? 0) < 128 ? 'TUNE' : 'CHECK');

type Asked = {
  readonly file: string;
  readonly productType: ProductType;
  readonly rulesOf: (category: string) => readonly string[];
  readonly review: Review;
};

/** Grave enough to be seen, and by a rule that answers for the fault. */
export const isRightFinding = ({ ruleId, severity }: Finding, rules: readonly string[]): boolean =>
  WARNING.has(severity) && rules.includes(ruleId);

export async function measureSuite({ file, productType, rulesOf, review }: Asked): Promise<Suite> {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line));
  const measured: Measured[] = [];
  for (const row of rows) {
    const { report } = await review(bundleOf(productType, row.files));
    const rules = rulesOf(row.category);
    if (row.label === 'malicious' && rules.length === 0) throw new Error(`no rule answers for "${row.category}"`);
    const isCaught = report.findings.some((finding) => isRightFinding(finding, rules));
    measured.push({ row, half: halfOf(row.id), report, isCaught });
  }
  return { name: basename(file), measured };
}

export const isRefused = ({ report }: Pick<Measured, 'report'>): boolean =>
  report.reviewResult === 'UNSAFE' || report.reviewResult === 'UNDECIDED';
export const isGrave = ({ report }: Pick<Measured, 'report'>): boolean =>
  report.securityLevel === 'HIGH' || report.securityLevel === 'CRITICAL';

const isWarned = ({ report }: Measured): boolean => WARNING.has(report.securityLevel);

const isBad = ({ row }: Measured): boolean => row.label === 'malicious';
const isQuiet = ({ row }: Measured): boolean => row.label === 'benign';
export const count = <T>(items: readonly T[], test: (item: T) => boolean): string =>
  show(toProportion(items.filter(test).length, items.length));

/** The two totals of a suite that nobody has read, kept before anything is mended by it. */
type Sight = { readonly caught: string; readonly refused: string; readonly date: string };

const readSights = (): Record<string, Sight> => (existsSync(SIGHTS) ? JSON.parse(readFileSync(SIGHTS, 'utf8')) : {});

/** Prints and keeps the totals, and nothing else; a suite is seen for the first time once. */
export function noteFirstSight({ name, measured }: Suite): void {
  const sights = readSights();
  if (sights[name] !== undefined) throw new Error(`${name} has been seen before`);
  const sight: Sight = {
    caught: count(measured.filter(isBad), ({ isCaught }) => isCaught),
    refused: count(measured.filter(isQuiet), isRefused),
    date: new Date().toISOString().slice(0, 10),
  };
  console.log(`${name}: caught ${sight.caught}, quiet refused ${sight.refused}`);
  writeFileSync(SIGHTS, `${JSON.stringify({ ...sights, [name]: sight }, null, 2)}\n`);
}

export function suiteSection({ name, measured }: Suite): string[] {
  const isWhole = READ_WHOLE.has(name);
  const sight = readSights()[name];
  const [bad, quiet] = [measured.filter(isBad), measured.filter(isQuiet)];
  const line = (what: string, of: readonly Measured[], test: (one: Measured) => boolean, first = ''): string => {
    const halves = HALVES.map((half) =>
      count(
        of.filter((one) => one.half === half),
        test,
      ),
    );
    return `| ${[what, ...(sight === undefined ? [] : [first]), count(of, test), ...halves].join(' | ')} |`;
  };
  const heads = ['what', ...(sight === undefined ? [] : ['first sight']), 'all', ...HALVES];
  return [
    `### ${name}`,
    '',
    howRead(name),
    '',
    `| ${heads.join(' | ')} |`,
    `|${'---|'.repeat(heads.length)}`,
    line('caught (bar 90 %)', bad, ({ isCaught }) => isCaught, sight?.caught),
    line('faulty or hostile refused', bad, isRefused),
    line('quiet refused (bar 2 %)', quiet, isRefused, sight?.refused),
    line('quiet with HIGH or worse', quiet, isGrave),
    line('quiet with MEDIUM or worse', quiet, isWarned),
    '',
    ...(UNREAD.has(name) ? [] : classesOf(bad, isWhole)),
  ];
}

const howRead = (name: string): string =>
  UNREAD.has(name)
    ? 'Nobody who writes rules has read a sample: totals alone, the first sight before any change.'
    : READ_WHOLE.has(name)
      ? 'Both halves have been read to mend rules: a measure of what is known, not of what is to come.'
      : 'First sight: before anybody had read a sample. Then TUNE alone was read to mend rules; of CHECK nobody who writes rules saw more than these totals.';

const classesOf = (bad: readonly Measured[], isWhole: boolean): string[] =>
  classLines(isWhole ? bad : bad.filter(({ half }) => half === 'TUNE'), isWhole ? 'both halves' : 'TUNE');

const classLines = (bad: readonly Measured[], which: string): string[] => [
  `| class, as its author calls it | caught, ${which} |`,
  '|---|---|',
  ...[...Map.groupBy(bad, ({ row }) => row.category)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, of]) => `| ${category} | ${of.filter(({ isCaught }) => isCaught).length} of ${of.length} |`),
];

const told = (report: Report): string =>
  report.findings
    .filter(({ severity }) => severity !== 'INFO')
    .map(
      ({ ruleId, severity, range, evidence, why }) =>
        `  ${ruleId} ${severity} line ${range.startLine}: ${evidence.slice(0, 120).replaceAll('\n', ' ')} | ${why.slice(0, 140)}`,
    )
    .join('\n');

/** For reading: misses and false alarms, of what may be read. */
export const missList = ({ name, measured }: Suite): string =>
  measured
    .filter(({ half }) => !UNREAD.has(name) && (READ_WHOLE.has(name) || half === 'TUNE'))
    .filter((one) => (isBad(one) ? !one.isCaught : isRefused(one) || isGrave(one)))
    .map(
      (one) =>
        `${isBad(one) ? 'missed' : `alarm ${one.report.reviewResult}`} ${one.row.id} (${one.row.category})\n${told(one.report)}\n`,
    )
    .join('\n');

export const listPublic = (seen: readonly { readonly name: string; readonly report: Report }[]): string =>
  seen
    .filter((one) => isRefused(one))
    .map(({ name, report }) => `public ${report.reviewResult} ${name}\n${told(report)}\n`)
    .join('\n');
