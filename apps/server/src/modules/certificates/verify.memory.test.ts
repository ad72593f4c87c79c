import { describe, expect, it } from 'vitest';
import { createVerifyMemory } from './verify.memory.ts';

const idOf = (n: number) => n.toString(16).padStart(24, '0');
const answerOf = (n: number) => ({
  etag: `"${n}"`,
  body: `{"certificateId":"${idOf(n)}","fixed":"${'x'.repeat(500)}"}`,
});

describe('createVerifyMemory', () => {
  it('still knows an answer that is no longer ready to send', () => {
    const memory = createVerifyMemory(8_000_000);
    for (let n = 0; n < 5_000; n++) memory.keep(idOf(n), answerOf(n));

    expect(memory.size().ready).toBeLessThan(5_000);
    expect(memory.find(idOf(0))).toEqual(answerOf(0));
  });

  it('forgets an answer in both forms when it is dropped', () => {
    const memory = createVerifyMemory(8_000_000);
    memory.keep(idOf(1), answerOf(1));

    memory.drop(idOf(1));

    expect(memory.find(idOf(1))).toBeUndefined();
  });
});
