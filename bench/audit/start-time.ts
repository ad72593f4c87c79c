import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackages, PACKAGES, type PackageName, ROOT } from '../../scripts/packages/build.ts';
import { treeMs } from '../lib/processor.ts';
import { median } from '../lib/report.ts';

const SKILL = fileURLToPath(new URL('../../apps/cli/src/fixtures/skills/sync-helper', import.meta.url));
const ROUNDS = 9;

/** Processor time is that of the command and of the process that reviews, which run beside each other. */
export type Start = { readonly clockMs: number; readonly processorMs: number };

/**
 * From the start of the published command, with the scanner beside it, to the first line about a skill with findings: medians of several
 * starts after one that keeps its compiled code. A checkout starts slower, because Node removes the types of its files.
 */
export async function measureStart(): Promise<Start> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const home = mkdtempSync(join(cache, 'assay-start-'));
  try {
    const command = await installHere(home);
    await startOnce(command);
    const starts: Start[] = [];
    for (let round = 0; round < ROUNDS; round++) starts.push(await startOnce(command));
    return {
      clockMs: median(starts.map(({ clockMs }) => clockMs)),
      processorMs: median(starts.map(({ processorMs }) => processorMs)),
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The built packages in a folder below this repository's `node_modules`, where they find their dependencies without a registry. */
async function installHere(home: string): Promise<string> {
  const names = Object.keys(PACKAGES) as PackageName[];
  const built = await buildPackages(names, join(home, 'built'), { isTyped: false });
  for (const [name, folder] of built) {
    const target = join(home, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(folder, target);
  }
  return join(home, 'node_modules/@assay/cli/src/assay.cjs');
}

function startOnce(command: string): Promise<Start> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [command, 'scan', SKILL, '--no-sandbox', '--jsonl'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let first: Start | undefined;
    child.stdout.once('data', () => {
      first = { clockMs: performance.now() - startedAt, processorMs: treeMs(child.pid ?? 0) };
    });
    child.on('error', reject);
    child.on('close', () => (first === undefined ? reject(new Error('the command printed nothing')) : resolve(first)));
  });
}
