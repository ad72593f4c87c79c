/** The cost of six equipped plugins in an ordinary audit, in processor time, so that other work on the machine does not count. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import type { Bundle } from '@assay/analysis/types';
import { auditWithStats } from '../../packages/audit/src/engine.ts';
import { STEP_BUDGET } from '../../packages/audit/src/rule-packs/limits.ts';
import { compileRegex } from '../../packages/audit/src/rule-packs/regex.ts';
import { median, printTable } from '../lib/report.ts';

const PERCENT_MAX = 20;
const ROUNDS = 60;
const WARM_UP = 10;
const LINE = 'abcdefgh'.repeat(20);
const parsers = loadParserAssets();

/** Twenty rules of three kinds, about words that are rare, as rules are. */
function packText(pack: number): string {
  const rules = Array.from({ length: 20 }, (_, n) => {
    const matches = [
      `{ literal: [uploader${pack}x${n}.example.invalid] }`,
      `{ regex: 'upload[0-9]{2,8}:[a-z]{4,12}${pack}x${n}' }`,
      `{ all: [{ fact: sink, where: { kind: network } }, { literal: [send${n}Report] }] }`,
    ];
    return ruleText(n, matches[n % matches.length] ?? '');
  });
  return rules.join('\n');
}

const ruleText = (n: number, match: string): string =>
  ['```rule', `id: r${n}`, `title: Rule ${n}`, 'surface: [skill]', 'severity: high', `match: ${match}`]
    .concat('message: Said.', 'fix: Mend it.', 'tests: { match: [aaa, aaa], clean: [bbb, bbb] }', '```')
    .join('\n');

const toPlugin = (id: string, text: string) => ({ id, digest: id, text });

/** The samples that come with the service. */
function readSamples(): Bundle[] {
  const samples = fileURLToPath(new URL('../../samples/skills/', import.meta.url));
  return readdirSync(samples).map((name) => ({
    productType: 'SKILL',
    files: readdirSync(join(samples, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => ({ path: entry.name, bytes: new Uint8Array(readFileSync(join(entry.parentPath, entry.name))) })),
    source: { url: '', ref: '' },
  }));
}

/** Milliseconds of the processor. */
async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** One, the other, and again: what slows the machine down for a while slows both. */
async function inTurn(one: () => unknown, other: () => unknown): Promise<{ plain: number; packed: number }> {
  const times: [number, number][] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) times.push([await processorMs(one), await processorMs(other)]);
  const warm = times.slice(WARM_UP);
  return { plain: median(warm.map(([ms]) => ms)), packed: median(warm.map(([, ms]) => ms)) };
}

export async function benchPacks(): Promise<void> {
  const bundles = readSamples();
  const plugins = Array.from({ length: 6 }, (_, pack) => toPlugin(`p${pack}`, packText(pack)));
  const { plain, packed } = await inTurn(
    () => auditAll(bundles, {}),
    () => auditAll(bundles, { plugins }),
  );
  const percent = (packed / plain - 1) * 100;
  printTable(
    `Six plugins of twenty rules on ${bundles.length} ordinary skills, processor time, ${ROUNDS} rounds in turn`,
    [
      ['without ms', 'with ms', 'more', 'limit'],
      [plain.toFixed(1), packed.toFixed(1), `${percent.toFixed(1)} %`, `< ${PERCENT_MAX} %`],
    ],
  );
  if (percent >= PERCENT_MAX) process.exitCode = 1;
  await benchOverBudget();
  await benchSteps();
}

async function auditAll(bundles: readonly Bundle[], given: object): Promise<void> {
  for (const bundle of bundles) await auditWithStats(bundle, { parsers, ...given });
}

/** An expression with a large program, on a text whose every line has its letters. */
async function benchOverBudget(): Promise<void> {
  const text = `---\nname: long\ndescription: A long text.\n---\n\n${`${LINE}\n`.repeat(20)}`;
  const bundle: Bundle = {
    productType: 'SKILL',
    files: [{ path: 'SKILL.md', bytes: new TextEncoder().encode(text) }],
    source: { url: '', ref: '' },
  };
  const plugins = [toPlugin('hungry', ruleText(1, "{ regex: 'abc[a-z]{1,900}0' }"))];
  const { plain, packed } = await inTurn(
    () => auditAll([bundle], {}),
    () => auditAll([bundle], { plugins }),
  );
  const { report } = await auditWithStats(bundle, { parsers, plugins });
  const named = report.coverage.budgetHits.join(', ');
  printTable('A plugin over its budget, processor time', [
    ['without ms', 'with ms', 'named in the coverage'],
    [plain.toFixed(1), packed.toFixed(1), named],
  ]);
  if (!named.includes('plugin hungry: over its budget')) process.exitCode = 1;
}

/** How fast the steps of the budget are spent, by expressions of several sizes. */
async function benchSteps(): Promise<void> {
  const rows: string[][] = [];
  for (const pattern of ['abc[a-z]{1,9}0', 'abc[a-z]{1,90}0', 'abc[a-z]{1,900}0', 'abc(?:de|fg|[h-z]+){1,30}0']) {
    const regex = compileRegex(pattern, '');
    let spent = 0;
    const steps = {
      spend(count: number): void {
        spent += count;
      },
    };
    const once = (): void => {
      while (spent < STEP_BUDGET.steps) regex.find(LINE, 0, steps);
    };
    const perMs: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      spent = 0;
      const ms = await processorMs(once);
      if (round >= WARM_UP) perMs.push(spent / ms);
    }
    rows.push([`\`${pattern}\``, String(regex.size), median(perMs).toFixed(0)]);
  }
  printTable(`Steps per millisecond of the processor; a plugin has ${STEP_BUDGET.steps} for a bundle`, [
    ['expression', 'instructions', 'steps/ms'],
    ...rows,
  ]);
}
