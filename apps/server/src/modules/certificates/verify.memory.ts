import { createVerifyCache, type ReadyVerify } from './verify.cache.ts';
import { createPackedAnswers } from './verify.packed.ts';

/** A few are asked for all the time, many now and then: the former ready to send, the latter packed. */
const READY_SHARE = 1 / 8;
/** Of the packed ones that are asked for, one in this many becomes ready: that is soon enough for those asked for often. */
const READY_ONE_IN = 16;

/** The answers that need no question to the database, within a bound of memory. */
export function createVerifyMemory(bytesMax: number) {
  const ready = createVerifyCache(bytesMax * READY_SHARE);
  const packed = createPackedAnswers(bytesMax * (1 - READY_SHARE));
  let unpackings = 0;

  return {
    find(id: string): ReadyVerify | undefined {
      const answer = ready.find(id);
      if (answer !== undefined) return answer;
      const unpacked = packed.find(id);
      if (unpacked !== undefined && ++unpackings % READY_ONE_IN === 0) ready.keep(id, unpacked);
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
