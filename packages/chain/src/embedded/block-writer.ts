// The only writer of the embedded chain: appends to the journal first, then mines, one block at a time.
import { type Hex, keccak256 } from 'viem';
import type { ChainJournal, JournalEntry } from './chain-journal.ts';
import type { Block, EdrNode } from './edr-node.ts';

export type Clock = { now(): Date };

/** The journal does not reproduce its chain: another genesis, another software version, or a changed row. */
export class JournalDivergedError extends Error {
  override readonly name = 'JournalDivergedError';
}

export function createBlockWriter({ node, journal, clock }: { node: EdrNode; journal: ChainJournal; clock: Clock }) {
  let lastWrite: Promise<unknown> = Promise.resolve();
  let isCaughtUp = false;

  function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(work, work);
    lastWrite = result.catch(() => undefined);
    return result;
  }

  async function catchUp(): Promise<Block> {
    if (isCaughtUp) return node.head();

    let head = await node.head();
    for await (const entry of journal.read(head.number + 1)) head = await replay(entry, head);
    await node.moveTimeTo(toUnixSeconds(clock.now()));
    isCaughtUp = true;
    return head;
  }

  async function replay(entry: JournalEntry, head: Block): Promise<Block> {
    if (entry.sequence !== head.number + 1 || entry.parentHash !== head.hash) {
      throw new JournalDivergedError(
        `Journal entry ${entry.sequence} does not follow block ${head.number} ${head.hash}.`,
      );
    }
    if (entry.rawTransaction !== null) {
      await node.submit(entry.rawTransaction).catch((cause: unknown) => {
        throw new JournalDivergedError(`Journal entry ${entry.sequence} is refused where it was once accepted.`, {
          cause,
        });
      });
    }
    return node.mine(entry.blockTimestamp);
  }

  async function append(rawTransaction: Hex | null, parent: Block): Promise<JournalEntry> {
    const blockTimestamp = Math.max(parent.timestamp, toUnixSeconds(clock.now()));
    const entry = { sequence: parent.number + 1, parentHash: parent.hash, blockTimestamp, rawTransaction };
    if (rawTransaction !== null) await node.submit(rawTransaction);
    try {
      await journal.append(entry);
      return entry;
    } catch (error) {
      // The journal may contain the entry despite the error, so the next write reads it before it appends anything.
      isCaughtUp = false;
      if (rawTransaction !== null) await node.drop(keccak256(rawTransaction));
      throw error;
    }
  }

  return {
    /** Rebuilds the chain from its journal. No write is possible before that. */
    catchUp: () => oneAtATime(catchUp),
    /** `prepare` runs under the write lock, so it may read a nonce and sign. */
    write: (prepare: () => Promise<Hex | null>): Promise<Block> =>
      oneAtATime(async () => {
        const parent = await catchUp();
        const entry = await append(await prepare(), parent);
        return node.mine(entry.blockTimestamp);
      }),
  };
}
export type BlockWriter = ReturnType<typeof createBlockWriter>;

function toUnixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
