import { createVerifyCache, type ReadyVerify } from './verify.cache.ts';
import { createPackedAnswers } from './verify.packed.ts';

/** A few are asked for all the time, many now and then: the former ready to send, the latter packed. */
const READY_SHARE = 1 / 4;

/** The answers that need no question to the database, within a bound of memory. */
export function createVerifyMemory(bytesMax: number) {
  const ready = createVerifyCache(bytesMax * READY_SHARE);
  const packed = createPackedAnswers(bytesMax * (1 - READY_SHARE));

  return {
    find(id: string): ReadyVerify | undefined {
      const answer = ready.find(id);
      if (answer !== undefined) return answer;
      const unpacked = packed.find(id);
      if (unpacked !== undefined) ready.keep(id, unpacked);
      return unpacked;
    },
    keep(id: string, answer: ReadyVerify): void {
      ready.keep(id, answer);
      packed.keep(id, answer);
    },
    drop(id: string): void {
      ready.drop(id);
      packed.drop(id);
    },
    clear(): void {
      ready.clear();
      packed.clear();
    },
    size: () => ({ ready: ready.size().entries, packed: packed.size() }),
  };
}
export type VerifyMemory = ReturnType<typeof createVerifyMemory>;
