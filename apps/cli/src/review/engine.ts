import type { Bundle, Report } from '@assay/audit';
import { createAuditPool } from '@assay/audit/node';

/** A report, and how long it took; the wait for a free process is no part of it. */
export type Reviewed = { readonly report: Report; readonly durationMs: number };

export type Engine = {
  /** Rejects when the engine failed or was stopped; that is no verdict. */
  readonly review: (bundle: Bundle) => Promise<Reviewed>;
  readonly close: () => void;
};

export type EngineSettings = { readonly size: number; readonly isSandboxed: boolean };

/** Wider than the engine's own bar of 2 s: a person's machine may be busy, and the start of a process counts too. */
export const REVIEW_LIMITS_MS = { plain: 20_000, sandboxed: 40_000 } as const;

export function openEngine({ size, isSandboxed }: EngineSettings): Engine {
  const timeoutMs = isSandboxed ? REVIEW_LIMITS_MS.sandboxed : REVIEW_LIMITS_MS.plain;
  const pool = createAuditPool({ size, isSandboxed, timeoutMs });
  const turns = createTurns(size);
  const review = async (bundle: Bundle): Promise<Reviewed> => {
    await turns.take();
    const startedAt = performance.now();
    try {
      const { report } = await pool.audit(bundle);
      return { report, durationMs: performance.now() - startedAt };
    } finally {
      turns.give();
    }
  };
  return { review, close: pool.close };
}

/** At most `count` at a time, first come first served. */
function createTurns(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    take: async (): Promise<void> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    give: (): void => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
