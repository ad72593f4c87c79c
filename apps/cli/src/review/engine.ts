import type { Bundle, Report, RulePack } from '@assay/audit';
import { createAuditPool } from '@assay/audit/pool';
import type { ToolPins } from '@assay/audit/tools';

/** A report, and how long it took; the wait for a free process is no part of it. */
export type Reviewed = { readonly report: Report; readonly durationMs: number; readonly processorMs: number };

export type Engine = {
  /** Rejects when the engine failed or was stopped; that is no verdict. */
  readonly review: (bundle: Bundle) => Promise<Reviewed>;
  readonly close: () => void;
};

type EngineSettings = {
  readonly size: number;
  readonly isSandboxed: boolean;
  /** Rule packs that look at everything too. */
  readonly plugins?: readonly RulePack[];
  /** What tools were when they were approved. */
  readonly pins?: ToolPins | undefined;
};

/** Wider than the engine's own bar of 2 s: a person's machine may be busy with other things. */
const REVIEW_LIMITS_MS = { plain: 20_000, sandboxed: 40_000 } as const;

/** The first process starts at once, while its caller still looks for something to review. */
export function openEngine({ size, isSandboxed, plugins = [], pins }: EngineSettings): Engine {
  const timeoutMs = isSandboxed ? REVIEW_LIMITS_MS.sandboxed : REVIEW_LIMITS_MS.plain;
  const pool = createAuditPool({ size, isSandboxed, timeoutMs, isEager: true });
  return { review: (bundle) => pool.audit(bundle, { plugins, pins }), close: pool.close };
}
