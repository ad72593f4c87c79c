import { Problem } from '@assay/protocol';
import type { WorldRow } from './world.store.ts';

/** Inputs of callers per hour and process, in total and per principal. */
export const INTAKE_LIMITS = { perHourMax: 1_000, perPrincipalMax: 60 } as const;
/** Maximum of `Retry-After`: an hour may be late, and a world without a clock has no next hour. */
const RETRY_SECONDS_MAX = 60;

type Deps = {
  /** The row of the world. Undefined while unknown. */
  readonly row: () => Pick<WorldRow, 'tick' | 'nextTickAt'> | undefined;
  readonly clock: { now(): Date };
};

/** Limits the inputs of callers per hour, because an hour processes, stores and answers its inputs together. */
export function createIntake({ row, clock }: Deps) {
  let tick: number | undefined;
  let total = 0;
  const perPrincipal = new Map<string, number>();

  function retryAfterSeconds(): number {
    const nextAt = row()?.nextTickAt.getTime() ?? 0;
    const seconds = Math.ceil((nextAt - clock.now().getTime()) / 1_000);
    return Math.min(RETRY_SECONDS_MAX, Math.max(1, seconds));
  }

  return {
    /** Throws rate_limited when the hour has reached its limit. */
    admit(principal: string): void {
      if (row()?.tick !== tick) {
        tick = row()?.tick;
        total = 0;
        perPrincipal.clear();
      }
      const own = perPrincipal.get(principal) ?? 0;
      if (total >= INTAKE_LIMITS.perHourMax || own >= INTAKE_LIMITS.perPrincipalMax)
        throw new Problem('rate_limited', { retryAfterSeconds: retryAfterSeconds() });
      total += 1;
      perPrincipal.set(principal, own + 1);
    },
  };
}
