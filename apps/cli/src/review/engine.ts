import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bundle } from '@assay/audit';
import type { Answer, Task } from './engine.child.ts';

/** A report and what it cost: the wait for a free process is no part of it. */
export type Reviewed = Exclude<Answer, { fault: string }>;

/** Reviews bundles in processes of their own, `size` at a time. */
export type Engine = {
  readonly review: (bundle: Bundle) => Promise<Reviewed>;
  readonly close: () => void;
};

export type EngineSettings = {
  readonly size: number;
  readonly isSandboxed: boolean;
  /** The program each process runs, and how long it may take for one review. */
  readonly program?: string;
  readonly limitMs?: number;
};

/** Far above what a review needs: whoever meets them is stopped, and that is a fault, never a verdict. */
export const ENGINE_LIMITS = { reviewMs: 20_000, sandboxedReviewMs: 40_000, heapMb: 1_024 } as const;

type Job = {
  readonly bundle: Bundle;
  readonly resolve: (reviewed: Reviewed) => void;
  readonly reject: (error: Error) => void;
};

const CHILD = fileURLToPath(new URL('./engine.child.ts', import.meta.url));

/** Nothing of the user's environment is any business of a process that holds foreign data. */
const toEnvironment = (cache: string | undefined): Record<string, string> =>
  cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };

export function openEngine(settings: EngineSettings): Engine {
  const { size, isSandboxed, program = CHILD } = settings;
  const limitMs = settings.limitMs ?? (isSandboxed ? ENGINE_LIMITS.sandboxedReviewMs : ENGINE_LIMITS.reviewMs);
  const waiting: Job[] = [];
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();

  const next = (): void => {
    const job = waiting[0];
    const child = job === undefined ? undefined : (idle.pop() ?? (all.size < size ? start() : undefined));
    if (job === undefined || child === undefined) return;
    waiting.shift();
    run(child, job);
  };

  const start = (): ChildProcess => {
    const child = fork(program, isSandboxed ? ['--sandbox'] : [], {
      serialization: 'advanced',
      env: toEnvironment(getCompileCacheDir()),
      execArgv: [`--max-old-space-size=${ENGINE_LIMITS.heapMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    all.add(child);
    child.on('exit', () => {
      all.delete(child);
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
    });
    return child;
  };

  const run = (child: ChildProcess, { bundle, resolve, reject }: Job): void => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, limitMs);
    const end = (): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
    };
    const onMessage = (answer: Answer): void => {
      end();
      idle.push(child);
      if ('report' in answer) resolve(answer);
      else reject(new Error(answer.fault));
      next();
    };
    const onExit = (code: number | null, signal: string | null): void => {
      end();
      const why = isLate ? `was stopped after ${limitMs / 1_000} s` : `ended by itself (${signal ?? `code ${code}`})`;
      reject(new Error(`the reviewing process ${why}`));
      next();
    };
    child.on('message', onMessage).on('exit', onExit);
    child.send({ bundle } satisfies Task, (error) => error !== null && child.kill('SIGKILL'));
  };

  return {
    review: (bundle) =>
      new Promise((resolve, reject) => {
        waiting.push({ bundle, resolve, reject });
        next();
      }),
    close: () => {
      for (const child of all) {
        if (idle.includes(child)) child.disconnect();
        else child.kill('SIGKILL');
      }
    },
  };
}
