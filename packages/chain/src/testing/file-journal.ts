import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { ChainJournal, JournalEntry } from '../embedded/chain-journal.ts';

/** One line of JSON per entry, durable when `append` resolves. */
export function openFileJournal(path: string): ChainJournal {
  return {
    async append(entry) {
      const file = openSync(path, 'a');
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
      closeSync(file);
    },
    async *read(fromSequence) {
      if (!existsSync(path)) return;
      const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
      yield* lines.map((line): JournalEntry => JSON.parse(line)).filter((entry) => entry.sequence >= fromSequence);
    },
  };
}
