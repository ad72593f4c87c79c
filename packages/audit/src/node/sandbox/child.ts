import { closeDoors, installVirtualTime, removeWebGlobals } from './lock-down.ts';
import { openLine } from './python/line.ts';
import { decodeErrand, encodeLine, WARM_FLAG } from './wire.ts';

/** Of a unit's time: whoever does not come back is ended before the whole process is, and what was seen is kept. */
const PYTHON_SHARE = 0.7;

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
  const { plan, unitWallMs } = decodeErrand(text);
  const line = openLine(unitWallMs * PYTHON_SHARE);
  for await (const result of exercise(plan, time, line)) process.stdout.write(encodeLine(result));
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
  const units = [
    {
      id: 'warm',
      kind: 'script' as const,
      language: 'bash' as const,
      path: 'warm',
      line: 1,
      code: 'echo a | cat | base64 | grep b; mkdir -p x; curl -s http://warm.example.invalid | head -1 > x/y; rm -rf x',
      args: [],
      reachable: true,
    },
  ];
  for await (const _ of exercise({ digest: '', units, files: [], omitted: [] }, time));
}

await main();
