import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from '../lib/report.ts';

const CLI = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));
const SKILL = fileURLToPath(new URL('../../apps/cli/src/fixtures/skills/sync-helper', import.meta.url));
const ROUNDS = 7;

/** From the start of the command to the first line about a skill with findings; median of several starts. */
export async function measureStart(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await startOnce());
  return median(times);
}

function startOnce(): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [CLI, 'scan', SKILL, '--no-sandbox', '--jsonl'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let firstMs: number | undefined;
    child.stdout.once('data', () => (firstMs = performance.now() - startedAt));
    child.on('error', reject);
    child.on('close', () =>
      firstMs === undefined ? reject(new Error('the command printed nothing')) : resolve(firstMs),
    );
  });
}
