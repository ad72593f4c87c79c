import { toRoundSeed } from '@assay/economy/council';
import { Hash32, SubmissionId } from '@assay/protocol';
import type { BeaconChain } from '../registry/index.ts';
import type { InTransaction } from './council.transaction.ts';
import { queueReviews } from './review-queue.ts';
import type { RoundStore } from './rounds.store.ts';

type Deps = {
  readonly store: Pick<RoundStore, 'listWithoutBeacon' | 'setBeacons'>;
  readonly inTransaction: InTransaction;
  /** Undefined while no chain is open in this process. */
  readonly findChain: () => BeaconChain | undefined;
  readonly clock: { now(): Date };
};

const BATCH = 200;

/** Stores the beacon of each round: the hash of a block that did not exist when the input was sealed. The draws start from it. */
export function createBeacons({ store, inTransaction, findChain, clock }: Deps) {
  return {
    /** Returns the number of rounds that received a beacon. */
    async bring(): Promise<number> {
      const chain = findChain();
      if (chain === undefined) return 0;
      const waiting = await store.listWithoutBeacon(BATCH);
      if (waiting.length === 0) return 0;
      const blocks = await chain.firstBlocksAfter(waiting.map(({ sealedAt }) => sealedAt));
      const at = clock.now();
      const found = waiting.flatMap(({ id, submissionId }, index) => {
        const block = blocks[index];
        if (block === undefined) return [];
        const value = Hash32.parse(block.hash);
        const seed = toRoundSeed(value, SubmissionId.parse(submissionId));
        const source = `${chain.facts.network} block ${block.number}`;
        return [{ id, beacon: { source, value, seed, at: at.toISOString() } }];
      });
      if (found.length === 0) return 0;
      const reviewed = await store.setBeacons(found, at);
      // After the commit: a worker that ran earlier would not see the beacon, and no other notice would follow.
      if (reviewed.length > 0) await inTransaction((tx) => queueReviews(tx, reviewed));
      return found.length;
    },
  };
}
export type Beacons = ReturnType<typeof createBeacons>;
