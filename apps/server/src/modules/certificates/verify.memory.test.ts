import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVerifyMemory } from './verify.memory.ts';

const BYTES_MAX = 20_000;
const answerOf = (seed: number, length: number) => ({
  etag: `"${seed}"`,
  body: Array.from({ length }, (_, at) => ((seed * 31 + at * at) % 36).toString(36)).join(''),
  counter: undefined,
});

describe('createVerifyMemory', () => {
  it('returns the last stored answer or nothing, and never exceeds its byte limit', () => {
    const step = fc.record({
      id: fc.nat(30).map(String),
      seed: fc.nat(1_000),
      length: fc.nat(4_000),
      act: fc.constantFrom('keep', 'keep', 'drop', 'find', 'clear'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const memory = createVerifyMemory(BYTES_MAX);
        const kept = new Map<string, ReturnType<typeof answerOf>>();
        for (const { id, seed, length, act } of steps) {
          if (act === 'keep') {
            kept.set(id, answerOf(seed, length));
            memory.keep(id, answerOf(seed, length));
          } else if (act === 'drop') {
            kept.delete(id);
            memory.drop(id);
          } else if (act === 'clear') {
            kept.clear();
            memory.clear();
          }
          const found = memory.find(id);
          if (found !== undefined) expect(found).toEqual(kept.get(id));
          expect(memory.size().bytes).toBeLessThanOrEqual(BYTES_MAX);
        }
      }),
    );
  });

  it('still finds an answer that is no longer ready to send', () => {
    const memory = createVerifyMemory(1_000_000);
    for (let n = 0; n < 500; n++) memory.keep(String(n), answerOf(n, 1_000));

    expect(memory.size().ready).toBeLessThan(500);
    expect(memory.find('0')).toEqual(answerOf(0, 1_000));
  });

  it('drops an answer in both forms', () => {
    const memory = createVerifyMemory(1_000_000);
    memory.keep('a', answerOf(1, 100));

    memory.drop('a');

    expect(memory.find('a')).toBeUndefined();
  });

  it('does not store an answer that exceeds its limit, and drops the older one', () => {
    const memory = createVerifyMemory(3_000);
    memory.keep('a', answerOf(1, 20));
    memory.keep('a', {
      etag: '"2"',
      body: Array.from({ length: 9_000 }, (_, at) => Math.sin(at).toString(36)[5]).join(''),
      counter: undefined,
    });
    expect(memory.find('a')).toBeUndefined();
  });
});
