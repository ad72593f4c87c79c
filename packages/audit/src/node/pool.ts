import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Audited, AuditFault } from '../engine.ts';
import type { Bundle } from '../model.ts';

/** The outer clock. The engine itself counts bytes and nodes; time belongs to whoever calls it. */
export const POOL_LIMITS = { timeoutMs: 2_000, sandboxTimeoutMs: 20_000, heapMb: 512 } as const;

export type PoolOptions = {
  readonly size?: number;
  readonly timeoutMs?: number;
  readonly isSandboxed?: boolean;
};

export type AuditPool = {
  /** Rejects with an AuditFault when the engine fails or the clock runs out; never answers SAFE by default. */
  audit(bundle: Bundle): Promise<Audited>;
  close(): void;
};

export type PoolTask = { readonly bundle: Bundle };
export type PoolAnswer = { readonly audited: Audited } | { readonly fault: string };

type Job = { readonly bundle: Bundle; resolve(audited: Audited): void; reject(fault: AuditFault): void };

const PROGRAM = fileURLToPath(new URL('./pool.child.ts', import.meta.url));

/**
 * Processes, not threads: a native parser that dies takes its process with it, and only one review is lost. A review
 * over its time is killed with its process; the next one gets a fresh one.
 */
export function createAuditPool(options: PoolOptions = {}): AuditPool {
  const { size = availableParallelism(), isSandboxed = false } = options;
  const timeoutMs = options.timeoutMs ?? (isSandboxed ? POOL_LIMITS.sandboxTimeoutMs : POOL_LIMITS.timeoutMs);
  const waiting: Job[] = [];
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();
  let isClosed = false;

  const start = (): ChildProcess => {
    const child = fork(PROGRAM, isSandboxed ? ['--sandbox'] : [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${POOL_LIMITS.heapMb}`],
      env: {},
    });
    all.add(child);
    child.once('exit', () => {
      all.delete(child);
      const at = idle.indexOf(child);
      if (at !== -1) idle.splice(at, 1);
    });
    return child;
  };

  const next = (): void => {
    while (waiting.length > 0 && !isClosed) {
      const child = idle.pop() ?? (all.size < size ? start() : undefined);
      const job = child === undefined ? undefined : waiting.shift();
      if (child === undefined || job === undefined) return;
      run(child, job);
    }
  };

  const run = (child: ChildProcess, job: Job): void => {
    const settle = (): void => {
      clearTimeout(clock);
      child.off('message', onAnswer);
      child.off('exit', onExit);
    };
    const onAnswer = (answer: PoolAnswer): void => {
      settle();
      idle.push(child);
      if ('audited' in answer) job.resolve(answer.audited);
      else job.reject(new AuditFault(answer.fault));
      next();
    };
    const onExit = (code: number | null, signal: string | null): void => {
      settle();
      job.reject(new AuditFault(`The reviewing process ended (${signal ?? code}).`));
      next();
    };
    const clock = setTimeout(() => {
      settle();
      child.kill('SIGKILL');
      all.delete(child);
      job.reject(new AuditFault(`The review took longer than ${timeoutMs} ms.`));
      next();
    }, timeoutMs);
    child.on('message', onAnswer);
    child.once('exit', onExit);
    child.send({ bundle: job.bundle } satisfies PoolTask);
  };

  return {
    audit(bundle) {
      if (isClosed) return Promise.reject(new AuditFault('The pool is closed.'));
      return new Promise((resolve, reject) => {
        waiting.push({ bundle, resolve, reject });
        next();
      });
    },
    close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(new AuditFault('The pool was closed.'));
      for (const child of all) child.kill();
    },
  };
}
