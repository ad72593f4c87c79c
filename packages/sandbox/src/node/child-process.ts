import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ExercisePlan } from '@assay/analysis/runs/plan';
import type { UnitResult } from './exercise.ts';
import { enginesCache, readFlags } from './folders.ts';
import type { LateEngine } from './machine.ts';
import { createKeeper } from './python/keeper.ts';
import { encodeErrand, parseLine, WARM_FLAG } from './wire.ts';

const CHILD_LIMITS = {
  heapMegabytes: 160,
  /** Initial heap space for new objects. Most plans end before the first collection. */
  newObjectsMegabytes: 4,
  /** The kernel's limit on writable memory. Node itself takes about two thirds of it. */
  dataKilobytes: 900_000,
  cpuSeconds: 20,
  outputCharsMax: 4_194_304,
  startWallMs: 3_000,
} as const;

type ChildOutcome = {
  /** Results in plan order, up to the unit that was running when the process ended. */
  done: UnitResult[];
  /** Why the process ended before the end of the plan. */
  stopped: string;
};
export type Child = {
  isAlive(): boolean;
  run(plan: ExercisePlan, limits: { unitWallMs: number; totalWallMs: number }): Promise<ChildOutcome>;
  end(): void;
};

const ENTRY = fileURLToPath(new URL('child.ts', import.meta.url));

/** The source of a process: a memory image with everything loaded, or the source files and the engines to preload. */
type ChildStart = { readonly image: string } | { readonly preloaded: 'everything' | readonly LateEngine[] };

/**
 * Starts a process that waits for a plan. It gets none of our environment, may read only its engines, and cannot start
 * programs or open sockets.
 */
export function startChild(start: ChildStart): Child {
  const { program, env } = 'image' in start ? fromImage(start.image) : fromSources(start.preloaded);
  const flags = [
    `--max-old-space-size=${CHILD_LIMITS.heapMegabytes}`,
    `--min-semi-space-size=${CHILD_LIMITS.newObjectsMegabytes}`,
    '--no-warnings',
    // A plan ends before background threads for collection and compilation, or a baseline compiler, pay off.
    // Long-running code is still compiled.
    '--single-threaded',
    '--no-sparkplug',
    '--permission',
    ...readFlags(),
  ];
  const { dataKilobytes, cpuSeconds } = CHILD_LIMITS;
  // The kernel enforces these limits. A shell that lacks one of them continues without it.
  const limited = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${dataKilobytes}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, ...flags, ...program], {
    env,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  // A spare process must not keep our process alive. It ends when its input closes.
  setReferenced(child, false);
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.stdio[3]?.on('error', () => undefined);
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    run: (plan, limits) => runPlan(child, plan, limits),
    end: () => void child.kill('SIGKILL'),
  };
}

type Program = { readonly program: readonly string[]; readonly env: Record<string, string> };

/**
 * Where the C library supports it, the image is read into a few large pages instead of thousands. Other libraries
 * ignore the setting.
 */
const LARGE_PAGES = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' } as const;

/** The image contains compiled code, so the process needs no write permission. */
const fromImage = (image: string): Program => ({ program: ['--snapshot-blob', image], env: { ...LARGE_PAGES } });

function fromSources(preloaded: 'everything' | readonly LateEngine[]): Program {
  const compiled = enginesCache('assay-sandbox');
  const asked = preloaded === 'everything' ? [WARM_FLAG] : preloaded;
  // Write permission covers compiled engines only and is dropped before the plan is read: see lock-down.ts.
  return {
    program: [`--allow-fs-write=${compiled}`, ENTRY, ...asked],
    env: { NODE_COMPILE_CACHE: compiled },
  };
}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stdio[3]]) {
    if (
      handle !== null &&
      handle !== undefined &&
      'ref' in handle &&
      typeof handle.ref === 'function' &&
      'unref' in handle &&
      typeof handle.unref === 'function'
    ) {
      if (isReferenced) handle.ref();
      else handle.unref();
    }
  }
}

/** The connection to the Python interpreter, if a plan needs one. */
function lineOf(child: ChildProcess): Duplex {
  const line = child.stdio[3];
  if (!(line instanceof Duplex)) throw new Error('the sandbox process has no line');
  return line;
}

function runPlan(
  child: ChildProcess,
  plan: ExercisePlan,
  limits: { unitWallMs: number; totalWallMs: number },
): Promise<ChildOutcome> {
  setReferenced(child, true);
  return new Promise((resolve) => {
    const done: UnitResult[] = [];
    let stopped = 'the sandbox process ended';
    let buffered = '';
    let received = 0;
    const stop = (reason: string) => {
      stopped = reason;
      child.kill('SIGKILL');
    };
    const total = setTimeout(() => stop('time for the whole plan'), limits.totalWallMs);
    let unit = setTimeout(() => stop('time for one unit'), limits.unitWallMs + CHILD_LIMITS.startWallMs);
    const renew = () => {
      clearTimeout(unit);
      unit = setTimeout(() => stop('time for one unit'), limits.unitWallMs);
    };
    const keeper = createKeeper(lineOf(child), renew);

    child.stdout?.setEncoding('utf8');
    child.stdout?.on('data', (chunk: string) => {
      received += chunk.length;
      if (received > CHILD_LIMITS.outputCharsMax) return stop('characters reported');
      const lines = (buffered + chunk).split('\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) {
        const message = parseLine(line);
        if (message === undefined) return stop('the sandbox process answered out of form');
        if ('done' in message) continue;
        if ('python' in message) {
          if (message.python === 'start') {
            // The start of an interpreter does not count as the unit's time. The clock starts again when the
            // interpreter is ready.
            clearTimeout(unit);
            keeper.start();
          } else keeper.end();
          continue;
        }
        if (message.unit !== plan.units[done.length]?.id) return stop('the sandbox process answered out of turn');
        done.push(message);
        renew();
      }
      return undefined;
    });
    const finish = () => {
      keeper.close();
      clearTimeout(total);
      clearTimeout(unit);
      resolve({ done, stopped });
    };
    if (child.exitCode !== null || child.signalCode !== null) return finish();
    child.once('close', finish);
    child.once('error', finish);
    child.stdin?.end(encodeErrand({ plan, unitWallMs: limits.unitWallMs }));
    return undefined;
  });
}
