import { closeDoors, type VirtualTime } from './lock-down.ts';
import { openLine } from './python/line.ts';
import { decodeErrand, encodeLine } from './wire.ts';

/** Share of a unit's time. A longer Python run ends before the whole process does, so that recorded acts are kept. */
const PYTHON_SHARE = 0.7;

type Exercise = typeof import('./exercise.ts').exercise;
type Engines = { readonly exercise: Exercise; readonly time: VirtualTime };

/**
 * Reads one plan from standard input, runs it and writes one line per unit. Reads nothing before the process is locked
 * down.
 */
export async function serve(
  { exercise, time }: Engines,
  getReady = async (): Promise<void> => undefined,
): Promise<void> {
  const input = readAll();
  await getReady();
  closeDoors();
  const text = await input;
  if (text === '') return; // the parent has ended or has no plan
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
 * Engines load their parts on first use. These tiny units trigger that, and the failure of one does not stop the
 * others. Returns the output of each unit.
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
