import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './stream-slots.ts';

/** Work that ends when its test ends it. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    of: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await setImmediate();
    },
  };
}

describe('turns', () => {
  it('are taken one at a time, and readers with many requests wait behind readers with few', async () => {
    const turns = createTurns();
    const work = createWork();
    const taken = [
      turns.take('many', work.of('many 1')),
      turns.take('many', work.of('many 2')),
      turns.take('many', work.of('many 3')),
      turns.take('one', work.of('one')),
    ];
    await setImmediate();

    expect(work.begun).toEqual(['many 1']);
    for (const name of ['many 1', 'one', 'many 2', 'many 3']) await work.end(name);

    expect(work.begun).toEqual(['many 1', 'one', 'many 2', 'many 3']);
    expect(await Promise.all(taken)).toEqual(['many 1', 'many 2', 'many 3', 'one']);
  });

  it('continue after a failed one', async () => {
    const turns = createTurns();

    const failed = turns.take('a', () => Promise.reject(new Error('no database')));
    const next = turns.take('a', async () => 'read');

    await expect(failed).rejects.toThrow('no database');
    expect(await next).toBe('read');
  });
});
