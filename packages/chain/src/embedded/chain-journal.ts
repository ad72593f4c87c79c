import type { Hex } from 'viem';

/** One block of the embedded chain: with one submitted transaction, or empty. */
export type JournalEntry = {
  /** Number of the block that this entry makes, from 1 without gaps. */
  sequence: number;
  /** Head before this block. It makes the journal a chain of hashes: a replay that strays is found at once. */
  parentHash: Hex;
  /** Unix seconds. */
  blockTimestamp: number;
  /** null for a block that was mined empty. */
  rawTransaction: Hex | null;
};

/** Where the embedded chain keeps what it may not forget. Append-only; the keeper refuses a sequence it already has. */
export type ChainJournal = {
  /** Resolves when the entry would survive a crash. Its block is mined only then. */
  append(entry: JournalEntry): Promise<void>;
  /** Entries from this sequence on, in order. */
  read(fromSequence: number): AsyncIterable<JournalEntry>;
};
