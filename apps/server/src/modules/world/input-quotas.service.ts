import { Problem } from '@assay/protocol';
import type { WorldInputQuotaStore } from './input-quotas.store.ts';

/** Maximum content of the input log from callers. */
type InputQuotas = { readonly perPrincipalDayBytes: number; readonly tableBytes: number };
const INPUT_QUOTAS: InputQuotas = {
  /** One intent for every hour of the world at the default pace. */
  perPrincipalDayBytes: 8 * 1024 ** 2,
  tableBytes: 20 * 1024 ** 3,
};
const DAY_MS = 86_400_000;
/** The size of the table changes slowly. */
const MEASURE_EVERY_MS = 30_000;
/** Rows per delete statement. */
const DELETE_BATCH = 5_000;

type Deps = {
  readonly store: WorldInputQuotaStore;
  readonly clock: { now(): Date };
  readonly quotas?: InputQuotas;
};

export function createInputQuotas({ store, clock, quotas = INPUT_QUOTAS }: Deps) {
  let measured = { bytes: 0, at: Number.NEGATIVE_INFINITY };

  async function tableBytes(): Promise<number> {
    const at = clock.now().getTime();
    if (at - measured.at >= MEASURE_EVERY_MS) {
      measured = { ...measured, at }; // concurrent callers do not measure again
      measured = { bytes: await store.tableBytes(), at };
    }
    return measured.bytes;
  }

  return {
    tableBytes,
    /** Counts the input for its caller. Throws when the caller's daily quota or the table is full. */
    async spend(principal: string, input: object): Promise<void> {
      if ((await tableBytes()) >= quotas.tableBytes) throw new Problem('unavailable');
      const now = clock.now();
      const bytes = Buffer.byteLength(JSON.stringify(input));
      if (await store.spend(principal, now, bytes, quotas.perPrincipalDayBytes)) return;
      const retryAfterSeconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
      throw new Problem('rate_limited', { retryAfterSeconds });
    },
    async deleteOld(): Promise<void> {
      await store.deleteUsageBefore(clock.now());
      while ((await store.deleteOldInputs(DELETE_BATCH)) === DELETE_BATCH);
      while ((await store.deleteOldIntents(DELETE_BATCH)) === DELETE_BATCH);
    },
  };
}
export type InputQuotaService = ReturnType<typeof createInputQuotas>;
