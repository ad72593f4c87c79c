import type { Bundle, Report, RulePack } from '@assay/audit';
import { createAuditPool } from '@assay/audit/pool';
import type { ToolPins } from '@assay/audit/tools';

/** A report and its duration, without the wait for a free process. */
export type Reviewed = { readonly report: Report; readonly durationMs: number; readonly processorMs: number };

export type Engine = {
  /** Rejects when the engine failed or was stopped; that is not a verdict. */
  readonly review: (bundle: Bundle) => Promise<Reviewed>;
  readonly close: () => void;
};

export type EngineSettings = {
  readonly size: number;
  readonly isSandboxed: boolean;
  /** Additional rule packs for every review. */
  readonly plugins?: readonly RulePack[];
  /** The approved state of the tools. */
  readonly pins?: ToolPins | undefined;
};

/** Longer than the engine's own limit of 2 s, because a user's machine may be busy. */
const REVIEW_LIMITS_MS = { plain: 20_000, sandboxed: 40_000 } as const;

/** Starts the first process immediately, while the caller still looks for targets. */
export function openEngine({ size, isSandboxed, plugins = [], pins }: EngineSettings): Engine {
  const timeoutMs = isSandboxed ? REVIEW_LIMITS_MS.sandboxed : REVIEW_LIMITS_MS.plain;
  const pool = createAuditPool({ size, isSandboxed, timeoutMs, isEager: true });
  return { review: (bundle) => pool.audit(bundle, { plugins, pins }), close: pool.close };
}
