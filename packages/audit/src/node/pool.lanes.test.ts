import { describe, expect, it } from 'vitest';
import { createLanes, type Lane } from './pool.lanes.ts';

const PAID_QUICK: Lane = { isFree: false, isSlow: false };
const PAID_SLOW: Lane = { isFree: false, isSlow: true };
const FREE_QUICK: Lane = { isFree: true, isSlow: false };

function laneOrder(items: readonly (readonly [name: string, lane: Lane])[]): string[] {
  const lanes = createLanes<string>();
  for (const [name, lane] of items) lanes.add(name, lane);
  return items.map(() => lanes.take(true)?.item ?? '');
}

describe('createLanes', () => {
  it('keeps the order within a lane', () => {
    expect(
      laneOrder([
        ['a', PAID_QUICK],
        ['b', PAID_QUICK],
        ['c', PAID_QUICK],
      ]),
    ).toEqual(['a', 'b', 'c']);
  });

  it('lets quick work pass a long line of slow work, and slow work pass quick work', () => {
    expect(
      laneOrder([
        ['S1', PAID_SLOW],
        ['S2', PAID_SLOW],
        ['S3', PAID_SLOW],
        ['q1', PAID_QUICK],
        ['q2', PAID_QUICK],
        ['q3', PAID_QUICK],
      ]),
    ).toEqual(['q1', 'S1', 'q2', 'S2', 'q3', 'S3']);
  });

  it('takes paid work before any that is free, whenever it came', () => {
    expect(
      laneOrder([
        ['f1', FREE_QUICK],
        ['f2', FREE_QUICK],
        ['P1', PAID_SLOW],
        ['p2', PAID_QUICK],
      ]),
    ).toEqual(['p2', 'P1', 'f1', 'f2']);
  });

  it('leaves free work where it is until it is allowed', () => {
    const lanes = createLanes<string>();
    lanes.add('f', FREE_QUICK);
    expect([lanes.take(false), lanes.waitingFree()]).toEqual([undefined, 1]);
    expect([lanes.take(true), lanes.waitingFree()]).toEqual([{ item: 'f', isFree: true }, 0]);
  });

  it('is empty after everything was taken or drained', () => {
    const lanes = createLanes<string>();
    lanes.add('a', PAID_QUICK);
    lanes.add('b', FREE_QUICK);
    expect(lanes.drain()).toEqual(['a', 'b']);
    expect(lanes.take(true)).toBeUndefined();
  });
});
