import { FREE_WORK_LIMITS, Problem } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFreeWork } from './free-work.ts';

const limits = {
  ...FREE_WORK_LIMITS,
  requestsMax: 3,
  bytesMax: 1_000,
  arrivingBytesMax: 100,
} as unknown as typeof FREE_WORK_LIMITS;

describe('createFreeWork', () => {
  it('admits one request per subject at a time', () => {
    const work = createFreeWork(limits);
    const end = work.begin({ subjects: ['ip:a', 'dev:1'], bytes: 10 });

    expect(() => work.begin({ subjects: ['ip:a'], bytes: 10 })).toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    );
    expect(() => work.begin({ subjects: ['ip:b', 'dev:1'], bytes: 10 })).toThrow(Problem);

    end();
    expect(() => work.begin({ subjects: ['ip:b', 'dev:1'], bytes: 10 })).not.toThrow();
  });

  it('never exceeds its limits of memory and places, and releases both exactly', () => {
    const step = fc.record({ subject: fc.nat(8), bytes: fc.nat(600), ends: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const work = createFreeWork(limits);
        const open: (() => void)[] = [];
        for (const { subject, bytes, ends } of steps) {
          if (ends) open.shift()?.();
          else {
            try {
              open.push(work.begin({ subjects: [String(subject)], bytes }));
            } catch (error) {
              expect(error).toMatchObject({ code: expect.stringMatching(/^(rate_limited|unavailable)$/) });
            }
          }
          expect(work.size().requests).toBe(open.length);
          expect(work.size().requests).toBeLessThanOrEqual(limits.requestsMax);
          expect(work.size().bytes).toBeLessThanOrEqual(limits.bytesMax);
        }
        for (const end of open) for (const _ of [1, 2]) end();
        expect(work.size()).toEqual({ requests: 0, bytes: 0, arriving: 0 });
      }),
    );
  });

  it('accepts a body above the burst, and the next one after its bytes have passed at the rate', () => {
    let ms = 0;
    const rate = { ...limits, burstBytes: 100, bytesPerSecond: 50 } as unknown as typeof FREE_WORK_LIMITS;
    const work = createFreeWork(rate, () => ms);
    work.begin({ subjects: ['ip:a'], bytes: 300 })();
    const isFull = expect.objectContaining({ code: 'unavailable' });

    ms = 4_000;
    expect(() => work.begin({ subjects: ['ip:b'], bytes: 1 })).toThrow(isFull);
    ms = 4_001;
    expect(() => work.begin({ subjects: ['ip:b'], bytes: 1 })).not.toThrow();
  });

  it('evicts the oldest upload when the uploads in progress exceed the memory limit', () => {
    const work = createFreeWork(limits);
    const [oldest, newer] = [work.openUpload(), work.openUpload()];
    const evicted: string[] = [];
    for (const [name, upload] of Object.entries({ oldest, newer })) {
      upload.onEvicted(({ code }) => {
        evicted.push(`${name} ${code}`);
        upload.end();
      });
    }
    oldest.add(60);
    newer.add(40);
    expect(evicted).toEqual([]);

    newer.add(10);

    expect([evicted, work.size().arriving]).toEqual([['oldest unavailable'], 50]);
  });
});
