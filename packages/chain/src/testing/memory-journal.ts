import type { ChainJournal, JournalEntry } from '../embedded/chain-journal.ts';

export type MemoryJournal = ChainJournal & { entries: JournalEntry[] };

export function createMemoryJournal(entries: JournalEntry[] = []): MemoryJournal {
  return {
    entries,
    async append(entry) {
      if (entry.sequence !== entries.length + 1) throw new Error(`The journal has sequence ${entry.sequence} already.`);
      entries.push(entry);
    },
    async *read(fromSequence) {
      yield* entries.slice(fromSequence - 1);
    },
  };
}
