/** `npm run eval -- --tools FILE`: how often the reviewer of tools is right, on lists by strangers and on public ones. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '@assay/audit';
import { show, toProportion } from '../measure/proportion.ts';
import type { EvalOptions } from '../options.ts';
import { replaceSection } from '../output/section.ts';
import type { Review } from '../run.ts';
import { RULES_OF } from './categories.data.ts';

type Row = {
  readonly id: string;
  readonly label: 'malicious' | 'benign';
  readonly category: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
};
type Half = 'TUNE' | 'CHECK';
type Measured = { readonly row: Row; readonly half: Half; readonly report: Report };

export const TOOLS_SECTION = fileURLToPath(new URL('../tools.md', import.meta.url));
const PAGE = fileURLToPath(new URL('../../ACCURACY.md', import.meta.url));
const HEADING = '## Tools';
const WARNING = new Set(['MEDIUM', 'HIGH', 'CRITICAL']);

const halfOf = ({ id }: Row): Half =>
  Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 1), 16) < 8 ? 'TUNE' : 'CHECK';
const rulesOf = ({ category }: Row): readonly string[] =>
  RULES_OF.find(([words]) => category.toLowerCase().includes(words))?.[1] ?? [];
const isCaught = ({ row, report }: Measured): boolean =>
  report.findings.some(({ ruleId, severity }) => WARNING.has(severity) && rulesOf(row).includes(ruleId));
const isBlocked = ({ report }: Pick<Measured, 'report'>): boolean => report.verdict === 'UNSAFE';
const isOpen = ({ report }: Pick<Measured, 'report'>): boolean => report.verdict === 'UNDECIDED';
const isGrave = ({ report }: Pick<Measured, 'report'>): boolean =>
  report.securityLevel === 'HIGH' || report.securityLevel === 'CRITICAL';

const encoder = new TextEncoder();
const bundleOf = (files: readonly { path: string; text: string }[]) =>
  ({
    productType: 'TOOL',
    files: files.map(({ path, text }) => ({ path, bytes: encoder.encode(text) })),
    source: { url: 'local:', ref: '' },
  }) as const;

export async function measureTools(options: EvalOptions, review: Review): Promise<void> {
  const rows = readFileSync(options.tools ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line));
  const measured: Measured[] = [];
  for (const row of rows) measured.push({ row, half: halfOf(row), report: (await review(bundleOf(row.files))).report });
  const found = options.toolLists === undefined ? undefined : await measurePublic(options.toolLists, review);
  const lines = [HEADING, '', ...suiteSection(measured), '', ...publicSection(found), ''];
  console.log(lines.join('\n'));
  if (options.lists !== undefined) writeMisses(options.lists, measured, found ?? []);
  if (!options.isWriting) return;
  writeFileSync(TOOLS_SECTION, lines.join('\n'));
  replaceSection(PAGE, HEADING, lines);
}

type Public = { readonly name: string; readonly report: Report };

/** Lists as people publish them, each file one; only read, never kept here. */
async function measurePublic(folder: string, review: Review): Promise<Public[]> {
  const found: Public[] = [];
  for (const name of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, name), 'utf8');
    found.push({ name, report: (await review(bundleOf([{ path: 'tools.json', text }]))).report });
  }
  return found;
}

const count = <T>(items: readonly T[], test: (item: T) => boolean): string =>
  show(toProportion(items.filter(test).length, items.length));

function suiteSection(measured: readonly Measured[]): string[] {
  const bad = measured.filter(({ row }) => row.label === 'malicious');
  const quiet = measured.filter(({ row }) => row.label === 'benign');
  const line = (name: string, of: readonly Measured[], test: (one: Measured) => boolean): string =>
    `| ${name} | ${count(of, test)} | ${(['TUNE', 'CHECK'] as const)
      .map((half) =>
        count(
          of.filter((one) => one.half === half),
          test,
        ),
      )
      .join(' | ')} |`;
  const byClass = [...Map.groupBy(bad, ({ row }) => rulesOf(row).join(', '))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([rules, of]) => line(`caught, class of ${rules}`, of, isCaught));
  return [
    'Lists by an author who did not write the rules and did not know them. Caught: a finding of MEDIUM or above by a rule that',
    "answers for the author's class. Halves are by hash of the id. Samples of TUNE alone were read to mend rules; counts per class of both halves were seen.",
    '',
    '| what | all | TUNE | CHECK |',
    '|---|---|---|---|',
    line('attacks caught (bar 90 %)', bad, isCaught),
    line('attacks blocked', bad, isBlocked),
    line('quiet lists blocked (bar 2 %)', quiet, isBlocked),
    line('quiet lists left undecided', quiet, isOpen),
    line('quiet lists with a HIGH or worse', quiet, isGrave),
    ...byClass,
  ];
}

function publicSection(found: readonly Public[] | undefined): string[] {
  if (found === undefined) return ['Public lists: not run.'];
  const tools = found.reduce((sum, { report }) => sum + (report.tools?.tools.length ?? 0), 0);
  return [
    `Lists of ${found.length} public servers with ${tools} tools, from registries and repositories, presumed harmless: read as data, never kept here.`,
    '',
    '| what | lists |',
    '|---|---|',
    `| blocked (bar 2 %) | ${count(found, isBlocked)} |`,
    `| that give names and descriptions, and no schemas | ${count(found, isBare)} |`,
    `| undecided | ${count(found, isOpen)} |`,
    `| with a HIGH or worse | ${count(found, isGrave)} |`,
    `| with a MEDIUM or worse | ${count(found, ({ report }) => WARNING.has(report.securityLevel))} |`,
  ];
}

/** Registries keep less than a server answers; what parameters would have shown is then not seen. */
const isBare = ({ report }: Public): boolean =>
  report.findings.some(({ ruleId, why }) => ruleId === 'MCP-09' && why.includes('has no schema'));

/** Misses of TUNE, and what public lists were blocked for; nothing of CHECK is for the eyes of those who write rules. */
function writeMisses(folder: string, measured: readonly Measured[], found: readonly Public[]): void {
  const tuned = measured.filter(({ half }) => half === 'TUNE');
  const said = (report: Report): string =>
    report.findings
      .filter(({ severity }) => WARNING.has(severity))
      .map(
        ({ ruleId, severity, evidence, why }) =>
          `  ${ruleId} ${severity} ${evidence.slice(0, 160)} | ${why.slice(0, 120)}`,
      )
      .join('\n');
  const missed = tuned
    .filter((one) => one.row.label === 'malicious' && !isCaught(one))
    .map(({ row, report }) => `${row.id} ${row.category}\n${said(report)}`);
  const alarmed = tuned
    .filter((one) => one.row.label === 'benign' && (isBlocked(one) || isGrave(one) || isOpen(one)))
    .map(({ row, report }) => `${row.id} ${row.category} ${report.verdict}\n${said(report)}`);
  const wild = found
    .filter((one) => isBlocked(one) || isOpen(one) || isGrave(one))
    .map(({ name, report }) => `${name} ${report.verdict}\n${said(report)}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, lines] of Object.entries({ missed, alarmed, wild }))
    writeFileSync(join(folder, `tools-${name}.txt`), `${lines.join('\n\n')}\n`);
}
