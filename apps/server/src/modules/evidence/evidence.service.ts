import { readFileSync } from 'node:fs';
import type { AbuseFigures, ProtocolStats, ServiceEvidence } from '@assay/protocol';
import type { z } from 'zod';
import { type Accuracy, firstWholeHour, shareOf, startOf, toAccuracy } from './evidence.policy.ts';
import type { EvidenceStore } from './evidence.store.ts';

type Deps = {
  readonly store: EvidenceStore;
  readonly readStats: () => Promise<z.input<typeof ProtocolStats>>;
  readonly readAbuse: () => Promise<AbuseFigures>;
  readonly clock: { now(): Date };
};

const ACCURACY = new URL('../../../../../bench/ACCURACY.md', import.meta.url);
const WITHDRAWALS_SHOWN = 20;

/** Measured facts about this installation, from its records. */
export function createEvidence({ store, readStats, readAbuse, clock }: Deps) {
  async function uptime(): Promise<ServiceEvidence['uptime']> {
    const first = await store.findFirstHour();
    const now = clock.now();
    if (first === undefined || firstWholeHour(first) > now) return null;
    const begin = firstWholeHour(first);
    const shareSince = async (days: number) => {
      const since = startOf(days, begin, now);
      return shareOf(await store.sumMinutes(since), since, now);
    };
    return { since: begin.toISOString(), last30Days: await shareSince(30), last90Days: await shareSince(90) };
  }

  return {
    /** The worker calls this at least once in every minute. */
    markMinute: (): Promise<void> => store.markMinute(clock.now()),
    async read(): Promise<z.input<typeof ServiceEvidence>> {
      const { rounds, decisionTimeMs, disputes, flags } = await readStats();
      return {
        accuracy: readAccuracy(),
        uptime: await uptime(),
        decisionTimeMs,
        rounds: { total: rounds.total, byPerson: rounds.human },
        disputes,
        flags,
        abuse: await readAbuse(),
        withdrawals: {
          byReason: await store.withdrawalsByReason(),
          recent: await store.recentWithdrawals(WITHDRAWALS_SHOWN),
        },
        asOf: clock.now().toISOString(),
      };
    },
  };
}

/** An installation can lack the benchmarks. */
function readAccuracy(): Accuracy[] | null {
  try {
    return toAccuracy(readFileSync(ACCURACY, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
