import { SEATED_PHASES, type SeatedPhase } from '@assay/economy/council';
import { Hash32, RoundId, type Track } from '@assay/protocol';
import { z } from 'zod';
import type { TransactionJobs } from '../../platform/jobs/index.ts';

/** A canary that is due to accompany a panel of this round. Its seed would reveal the case and the seats. */
export type CanaryTask = { readonly roundId: string; readonly phase: SeatedPhase; readonly seed: Hash32 };

/** The stored form, with the panel's track, its seat fee, and the number of attempts. */
export type StoredTask = CanaryTask & {
  readonly track: Track;
  readonly seatFee: bigint;
  readonly attempts: number;
};

export const CANARY_QUEUE = 'validators.canary';

const Key = z.tuple([RoundId, z.enum(SEATED_PHASES), Hash32]);

export const toCanaryKey = ({ roundId, phase, seed }: CanaryTask): string => [roundId, phase, seed].join('/');

export function parseCanaryKey(key: string): CanaryTask {
  const [roundId, phase, seed] = Key.parse(key.split('/'));
  return { roundId, phase, seed };
}

/** Queues the next step of canaries for a worker, effective on commit. */
export const queueCanaries = (tx: { readonly jobs: TransactionJobs }, keys: readonly string[]): Promise<void> =>
  tx.jobs.send(CANARY_QUEUE, keys);
