import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstBlockAfter } from './chain-beacons.ts';

/** A chain whose blocks have these timestamps, in seconds. */
const chainOf = (times: readonly number[], confirmations = 1) => ({
  head: async () => BigInt(times.length - 1),
  block: async (number: bigint) => {
    const timestamp = times[Number(number)];
    if (timestamp === undefined) throw new Error(`No block ${number}`);
    return { number, hash: `0x${number.toString(16)}` as const, timestamp: BigInt(timestamp) };
  },
  confirmations,
});

describe('the first block after a moment', () => {
  it('is the oldest one whose second begins after the moment', async () => {
    const after = (ms: number) => firstBlockAfter(new Date(ms), chainOf([10, 12, 12, 14]));

    expect(await after(11_999)).toEqual({ number: 1, hash: '0x1' });
    expect(await after(12_000)).toEqual({ number: 3, hash: '0x3' });
    expect(await after(9_000)).toEqual({ number: 0, hash: '0x0' });
    expect(await after(14_000)).toBeUndefined();
  });

  it('is absent while a reorganisation can still replace it', async () => {
    const moment = new Date(11_000);

    expect(await firstBlockAfter(moment, chainOf([10, 12, 13], 3))).toBeUndefined();
    expect(await firstBlockAfter(moment, chainOf([10, 12, 13, 14], 3))).toMatchObject({ number: 1 });
    expect(await firstBlockAfter(moment, chainOf([], 1))).toBeUndefined();
  });

  it('equals the result of a linear search on any chain', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 0, max: 600 }), async (steps, second) => {
        let time = 0;
        const chain = steps.map((step) => (time += step));

        const found = await firstBlockAfter(new Date(second * 1_000), chainOf(chain));

        const expected = chain.findIndex((at) => at > second);
        expect(found?.number).toBe(expected === -1 ? undefined : expected);
      }),
    );
  });
});
