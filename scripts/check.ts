/** Runs every check that must pass before a change is ready, fastest first. */
import { spawnSync } from 'node:child_process';

const STEPS = [
  ['format and lint', 'biome', ['ci', '--error-on-warnings', '.']],
  ['types', 'tsc', ['--noEmit']],
  ['imports', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'apps', 'packages', 'bench', 'scripts']],
  ['exports are imported', 'node', ['scripts/unused-exports.ts']],
  ['functions are short', 'node', ['scripts/long-functions.ts']],
  ['documents', 'node', ['scripts/check-docs.ts']],
  ['licences of dependencies', 'node', ['scripts/licences.ts', '--check']],
  ['vulnerabilities and install scripts', 'node', ['scripts/dependencies.ts']],
  ['generated files are fresh', 'node', ['scripts/generate.ts', '--check']],
  ['the interface is covered', 'node', ['scripts/conformance.ts']],
  ['the built portal is fresh', 'node', ['apps/portal/build.ts', '--check']],
  ['tests', 'vitest', ['run']],
] as const;

function step(title: string, command: string, args: readonly string[]): void {
  const startedAt = performance.now();
  console.log(`\n== ${title}`);
  if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) {
    console.error(`\nFailed: ${title}. Run it alone with: npx ${command} ${args.join(' ')}`);
    process.exit(1);
  }
  console.log(`== ${title}: ok in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

for (const [title, command, args] of STEPS) step(title, command, args);
