import { closeDoors, installVirtualTime, removeWebGlobals } from './lock-down.ts';
import { decodePlan, encodeLine, WARM_FLAG } from './wire.ts';

/** The disposable process: reads one plan from standard input, runs it, writes one line per unit, ends. */
async function main(): Promise<void> {
  const time = installVirtualTime();
  removeWebGlobals();
  const [{ exercise }, { loadEngines }] = await Promise.all([import('./exercise.ts'), import('./machine.ts')]);
  const input = readAll();
  await loadEngines(process.argv);
  if (process.argv.includes(WARM_FLAG)) await warmUp(exercise, time);
  closeDoors();
  const text = await input;
  if (text === '') return; // the parent is gone, or had nothing to ask
  for await (const result of exercise(decodePlan(text), time)) process.stdout.write(encodeLine(result));
  process.stdout.write(encodeLine({ done: true }));
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

type Exercise = typeof import('./exercise.ts').exercise;

/**
 * Engines load their parts on first use: one tiny unit brings the common ones in. Scripts are left out: few bundles have
 * any, and their engine takes as long to start as everything else together.
 */
async function warmUp(exercise: Exercise, time: ReturnType<typeof installVirtualTime>): Promise<void> {
  const codes = [
    [
      'bash',
      'echo a | cat | base64 | grep b; mkdir -p x; curl -s http://warm.example.invalid | head -1 > x/y; rm -rf x',
    ],
    ['python', 'import os\nos.getcwd()'],
  ] as const;
  const units = codes.map(([language, code]) => ({
    id: language,
    kind: 'script' as const,
    language,
    path: `warm-${language}`,
    line: 1,
    code,
    args: [],
    reachable: true,
  }));
  for await (const _ of exercise({ digest: '', units, files: [], omitted: [] }, time));
}

await main();
