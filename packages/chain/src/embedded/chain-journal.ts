import type { Hex } from 'viem';

/** One block of the embedded chain, empty or with one transaction. */
export type JournalEntry = {
  /** Number of the block from this entry, from 1 without gaps. */
  sequence: number;
  /** Head before this block. It makes the journal a hash chain: a diverging replay is detected immediately. */
  parentHash: Hex;
  /** Unix seconds. */
  blockTimestamp: number;
  /** null for an empty block. */
  rawTransaction: Hex | null;
};

/** The durable storage of the embedded chain. Append-only; the implementation rejects a sequence that it already has. */
export type ChainJournal = {
  /** Resolves when the entry would survive a crash. Its block is mined only after that. */
  append(entry: JournalEntry): Promise<void>;
  /** Entries from this sequence on, in order. */
  read(fromSequence: number): AsyncIterable<JournalEntry>;
};
