/** The one door: everything that has to hold before a change is ready, fastest first. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const STEPS = [
  ['format and lint', 'biome', ['ci', '--error-on-warnings', '.']],
  ['types', 'tsc', ['--noEmit']],
  ['imports', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'apps', 'packages', 'bench', 'scripts']],
  ['exports are imported', 'node', ['scripts/unused-exports.ts']],
  ['functions can be read at once', 'node', ['scripts/long-functions.ts']],
  ['generated files are fresh', 'node', ['scripts/generate.ts', '--check']],
  ['the interface is covered', 'node', ['scripts/conformance.ts']],
  ['the built portal is fresh', 'node', ['apps/portal/build.ts', '--check']],
] as const;

/** More failing files than this are no bad luck of a busy machine. */
const MAX_SECOND_TRIES = 3;

const run = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0;

function step(title: string, isDone: () => boolean, alone: string): void {
  const startedAt = performance.now();
  console.log(`\n== ${title}`);
  if (!isDone()) {
    console.error(`\nFailed: ${title}. Run it alone with: npx ${alone}`);
    process.exit(1);
  }
  console.log(`== ${title}: ok in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

type Report = { readonly testResults: readonly { readonly name: string; readonly status: string }[] };

function failedFiles(report: string): string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name));
  } catch {
    return [];
  }
}

/** A file that fails beside the others has a second try alone; what passes only there is named, since it is a defect to mend. */
function runTests(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'assay-check-'));
  const report = join(folder, 'report.json');
  try {
    if (run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])) return true;
    const files = failedFiles(report);
    if (files.length === 0 || files.length > MAX_SECOND_TRIES) return false;
    console.error(`\nA second try, alone, for: ${files.join(', ')}`);
    if (!run('vitest', ['run', '--maxWorkers=1', ...files])) return false;
    console.error(`\nPassed only when alone, mend them: ${files.join(', ')}`);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [title, command, args] of STEPS) step(title, () => run(command, args), `${command} ${args.join(' ')}`);
step('tests', runTests, 'vitest run');
