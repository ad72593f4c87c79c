import type { Readiness } from '@assay/protocol';
import type { Follower } from './follower.service.ts';
import type { WorldRow } from './world.store.ts';

type Check = Readiness['checks']['world'];
type Deps = { readonly follower: Pick<Follower, 'row' | 'trouble'>; readonly clock: { now(): Date } };

/** A takeover of the writer delays an hour by up to this long. */
const LATE_MS = 30_000;

/** The delay of the next hour, if it exceeds what a takeover of the writer explains. */
export function lateMsOf({ tickMs, nextTickAt }: Pick<WorldRow, 'tickMs' | 'nextTickAt'>, now: Date) {
  const lateMs = now.getTime() - nextTickAt.getTime();
  return tickMs > 0 && lateMs > tickMs + LATE_MS ? lateMs : undefined;
}

/** Checks that hours are stored and readable here. A process that only reads the world is degraded when they are not. */
export function createHealth({ follower, clock }: Deps): () => Check {
  return () => {
    const trouble = follower.trouble();
    const row = follower.row();
    if (trouble !== undefined) return { ok: false, latencyMs: null, detail: trouble };
    if (row === undefined) return null;
    const { state, fault, tick, tickMs, nextTickAt } = row;
    if (state === 'PAUSED') return { ok: true, latencyMs: null, detail: `PAUSED before tick ${tick}` };
    if (state !== 'RUNNING') return { ok: false, latencyMs: null, detail: `${state}: ${fault?.detail ?? 'no report'}` };
    if (fault !== null) return { ok: false, latencyMs: null, detail: `hour ${fault.tick} fails: ${fault.detail}` };
    const now = clock.now();
    const lateMs = tickMs === 0 ? 0 : Math.max(0, now.getTime() - nextTickAt.getTime());
    const isLate = lateMsOf(row, now) !== undefined;
    return { ok: !isLate, latencyMs: lateMs, detail: isLate ? `hour ${tick} is late` : `hour ${tick}` };
  };
}
