/** `npm run bench interface-speed`: measures the review time of a contract of 1,000 lines and an API of 60 paths against their limits. */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { audit, type Bundle } from '@assay/audit';
import { loadParserAssets } from '@assay/audit/node';
import { openLab } from '@assay/contract-review/lab';
import { median, printTable } from '../lib/report.ts';

const LIMITS = { plainMs: 100, compiledMs: 1_000, apiMs: 300 } as const;
const RUNS = { plain: 30, compiled: 5 } as const;
const LINES = 1_000;
const SHELF_LINES = 16;
const PATHS = 60;

const parsers = loadParserAssets();
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const bundleOf = (productType: Bundle['productType'], path: string, text: string): Bundle => ({
  productType,
  files: [{ path, bytes: bytesOf(text) }],
  source: { url: 'local:', ref: '' },
});

/** Shelves of one shop: owners, money, loops and views, nothing to attack. */
function contractOf(lines: number): string {
  const text = ['pragma solidity ^0.8.0;', 'contract Shop {', '    address public immutable owner;'];
  text.push('    constructor() { owner = msg.sender; }');
  for (let shelf = 0; text.length + SHELF_LINES < lines; shelf += 1)
    text.push(
      `    mapping(address => uint256) public credit${shelf};`,
      `    uint256 public price${shelf};`,
      `    function setPrice${shelf}(uint256 next) external {`,
      '        require(msg.sender == owner, "not owner");',
      `        price${shelf} = next;`,
      '    }',
      `    function buy${shelf}(uint256 amount) external payable {`,
      `        require(msg.value == amount * price${shelf}, "wrong price");`,
      `        credit${shelf}[msg.sender] += amount;`,
      '    }',
      `    function refund${shelf}(uint256 amount) external {`,
      `        require(credit${shelf}[msg.sender] >= amount, "too much");`,
      `        credit${shelf}[msg.sender] -= amount;`,
      `        (bool ok, ) = msg.sender.call{value: amount * price${shelf}}("");`,
      '        require(ok, "not taken");',
      '    }',
    );
  while (text.length + 1 < lines) text.push('    // closed');
  return `${[...text, '}'].join('\n')}\n`;
}

/** The sample's path under sixty names. */
function apiOf(paths: number): string {
  const sample = readFileSync(new URL('../../samples/apis/price-list/openapi.yaml', import.meta.url), 'utf8');
  const [head = '', rest = ''] = sample.split(/^paths:\n/m);
  const [path = '', tail = ''] = rest.split(/^(?=components:)/m);
  const named = (at: number): string =>
    path.replace('/prices:', `/prices-${at}:`).replace('listPrices', `listPrices${at}`);
  return `${head}paths:\n${Array.from({ length: paths }, (_, at) => named(at)).join('')}${tail}`;
}

async function timesOf(runs: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const startedAt = performance.now();
    await work();
    // The first one reads code from the disk.
    if (run > 0) times.push(performance.now() - startedAt);
  }
  return times;
}

const row = (what: string, limit: number, times: readonly number[]): string[] => {
  const middle = median(times);
  const shown = `${Math.min(...times).toFixed(0)} and ${middle.toFixed(0)} ms`;
  return [what, `≤ ${limit} ms`, shown, middle <= limit ? 'met' : '**not met**'];
};

/** As a review does it: a process of its own, which loads the compiler and ends. */
async function reviewCompiled(contract: Bundle): Promise<void> {
  const lab = openLab();
  const report = await audit(contract, { parsers, lab }).finally(lab.close);
  if (report.coverage.typed !== true) throw new Error('The contract of the bench does not compile');
}

const TICK_MS = 10;
const REAPED_MS = 300;

/** What ended processes of ours have used of the processor, by the kernel's books. */
function childrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

const text = contractOf(LINES);
const contract = bundleOf('CONTRACT', 'Shop.sol', text);
const api = bundleOf('API', 'openapi.yaml', apiOf(PATHS));
const plain = await timesOf(RUNS.plain, () => audit(contract, { parsers }));
const documents = await timesOf(RUNS.plain, () => audit(api, { parsers }));
const usedBefore = childrenMs();
const compiled = await timesOf(RUNS.compiled, () => reviewCompiled(contract));
await setTimeout(REAPED_MS);
const compilerMs = (childrenMs() - usedBefore) / (RUNS.compiled + 1);
printTable('Products: one core, warm, by the clock; fastest and median', [
  ['what', 'limit', 'measured', ''],
  row(`contract of ${text.trimEnd().split('\n').length} lines, without a compiler`, LIMITS.plainMs, plain),
  row('the same with solc, from its start to its end', LIMITS.compiledMs, compiled),
  ['of that the compiler’s process, in processor time', '', `${compilerMs.toFixed(0)} ms on average`, ''],
  row(`OpenAPI document with ${PATHS} paths`, LIMITS.apiMs, documents),
]);
