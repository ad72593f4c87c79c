import { closeDoors, type VirtualTime } from './lock-down.ts';
import { openLine } from './python/line.ts';
import { decodeErrand, encodeLine } from './wire.ts';

/** Of a unit's time: whoever does not come back is ended before the whole process is, and what was seen is kept. */
const PYTHON_SHARE = 0.7;

type Exercise = typeof import('./exercise.ts').exercise;
type Engines = { readonly exercise: Exercise; readonly time: VirtualTime };

/** Reads one plan from standard input, runs it, writes one line per unit. Nothing is read before the doors are closed. */
export async function serve(
  { exercise, time }: Engines,
  getReady = async (): Promise<void> => undefined,
): Promise<void> {
  const input = readAll();
  await getReady();
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

/**
 * Engines load their parts on first use: tiny units bring those in that they name, and one that fails does not keep the others from it.
 * Gives what each of them printed.
 */
export async function warmUp({ exercise, time }: Engines, codes: readonly string[]): Promise<readonly string[]> {
  const units = codes.map((code, at) => ({
    id: `warm-${at}`,
    kind: at % 2 === 0 ? ('script' as const) : ('fence' as const),
    language: 'bash' as const,
    path: 'warm',
    line: 1,
    code,
    args: [],
    reachable: true,
  }));
  const printed: string[] = [];
  for await (const result of exercise({ digest: '', units, files: [], omitted: [] }, time))
    printed.push(result.printed.join('\n'));
  return printed;
}
