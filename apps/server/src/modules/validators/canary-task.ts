import { SEATED_PHASES, type SeatedPhase } from '@assay/economy/council';
import { Hash32, RoundId, type Track } from '@assay/protocol';
import { z } from 'zod';
import type { TransactionJobs } from '../../platform/jobs/index.ts';

/** A test case that is to go out beside a panel of this round; its seed would reveal the case and the seats. */
export type CanaryTask = { readonly roundId: string; readonly phase: SeatedPhase; readonly seed: Hash32 };

/** As it is stored: with the track of the panel beside it, what a seat beside it earned, and the number of times that it was tried. */
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

/** Has a worker take the next step of canaries once the transaction is committed. */
export const queueCanaries = (tx: { readonly jobs: TransactionJobs }, keys: readonly string[]): Promise<void> =>
  tx.jobs.send(CANARY_QUEUE, keys);
