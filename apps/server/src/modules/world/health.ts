import type { Readiness } from '@assay/protocol';
import type { Follower } from './follower.service.ts';

type Check = Readiness['checks']['world'];
type Deps = { readonly follower: Pick<Follower, 'row' | 'trouble'>; readonly clock: { now(): Date } };

/** An hour may be late by a takeover of the writer, and a little more. */
const LATE_MS = 30_000;

/** Whether the world runs and is read here. It stands still without taking the rest of the service along: degraded. */
export function createHealth({ follower, clock }: Deps): () => Check {
  return () => {
    const trouble = follower.trouble();
    const row = follower.row();
    if (trouble !== undefined) return { ok: false, latencyMs: null, detail: trouble };
    if (row === undefined) return null;
    const { state, fault, tick, tickMs, nextTickAt } = row;
    if (state !== 'RUNNING') return { ok: false, latencyMs: null, detail: `${state}: ${fault?.detail ?? 'no report'}` };
    const lateMs = tickMs === 0 ? 0 : Math.max(0, clock.now().getTime() - nextTickAt.getTime());
    const isLate = lateMs > tickMs + LATE_MS;
    return { ok: !isLate, latencyMs: lateMs, detail: isLate ? `hour ${tick} is late` : `hour ${tick}` };
  };
}
