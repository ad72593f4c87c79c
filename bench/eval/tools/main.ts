/** `npm run eval -- --tools FILE`: measures the accuracy of the tool reviewer on lists by independent authors and on public ones. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '@assay/audit';
import {
  bundleOf,
  count,
  isGrave,
  listPublic,
  measureSuite,
  missList,
  noteFirstSight,
  type Suite,
  suiteSection,
} from '../measure/product-suite.ts';
import type { EvalOptions } from '../options.ts';
import type { Review } from '../run.ts';
import { rulesOfTool } from './categories.data.ts';

export const TOOLS_SECTION = fileURLToPath(new URL('../tools.md', import.meta.url));
const HEADING = '## Tools';
const WARNING = new Set(['MEDIUM', 'HIGH', 'CRITICAL']);

export async function measureTools(options: EvalOptions, review: Review): Promise<void> {
  const suites: Suite[] = [];
  for (const file of options.tools)
    suites.push(await measureSuite({ file, productType: 'TOOL', review, rulesOf: rulesOfTool }));
  if (options.isFirstSight) return suites.forEach(noteFirstSight);
  const found = options.toolLists === undefined ? undefined : await measurePublic(options.toolLists, review);
  const lines = [
    HEADING,
    '',
    'Lists by authors who did not write the rules and did not know them. Caught: a finding of MEDIUM or above by a rule that',
    "answers for the author's class. Halves by hash of the id.",
    '',
    ...suites.flatMap((suite) => [...suiteSection(suite), '']),
    ...publicSection(found),
    '',
  ];
  console.log(lines.join('\n'));
  if (options.lists !== undefined) {
    mkdirSync(options.lists, { recursive: true });
    writeFileSync(join(options.lists, 'tools.txt'), [...suites.map(missList), listPublic(found ?? [])].join('\n'));
  }
  if (!options.isWriting) return;
  writeFileSync(TOOLS_SECTION, lines.join('\n'));
}

const isUnsafe = ({ report }: Public): boolean => report.reviewResult === 'UNSAFE';
const isOpen = ({ report }: Public): boolean => report.reviewResult === 'UNDECIDED';

type Public = { readonly name: string; readonly report: Report };

/** Lists as people publish them, each file one; only read, never kept here. */
async function measurePublic(folder: string, review: Review): Promise<Public[]> {
  const found: Public[] = [];
  for (const name of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, name), 'utf8');
    found.push({ name, report: (await review(bundleOf('TOOL', [{ path: 'tools.json', text }]))).report });
  }
  return found;
}

function publicSection(found: readonly Public[] | undefined): string[] {
  if (found === undefined) return ['Public lists: not run.'];
  const tools = found.reduce((sum, { report }) => sum + (report.tools?.tools.length ?? 0), 0);
  return [
    `Lists of ${found.length} public servers with ${tools} tools, from registries and repositories, presumed harmless: read as data, never kept here.`,
    '',
    '| what | lists |',
    '|---|---|',
    `| blocked (bar 2 %) | ${count(found, isUnsafe)} |`,
    `| undecided | ${count(found, isOpen)} |`,
    `| with a HIGH or worse | ${count(found, isGrave)} |`,
    `| with a MEDIUM or worse | ${count(found, ({ report }) => WARNING.has(report.securityLevel))} |`,
  ];
}
