import { Problem } from '@assay/protocol';
import type { WorldRow } from './world.store.ts';

/** Inputs of callers that one hour takes in, in each process: in all, and of one principal. */
export const INTAKE_LIMITS = { perHourMax: 1_000, perPrincipalMax: 60 } as const;
/** What a refusal says at most: an hour may be late, and a world whose hours come by hand has no next one. */
const RETRY_SECONDS_MAX = 60;

type Deps = {
  /** Where the world stands; undefined when that is not known yet. */
  readonly row: () => Pick<WorldRow, 'tick' | 'nextTickAt'> | undefined;
  readonly clock: { now(): Date };
};

/** Bounds what callers send to one hour: inputs of an hour are lived, stored and answered together. */
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
    /** Throws rate_limited once the hour has taken in as many as it may. */
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
