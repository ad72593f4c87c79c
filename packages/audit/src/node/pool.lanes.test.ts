import { describe, expect, it } from 'vitest';
import { createLanes } from './pool.lanes.ts';

function laneOrder(items: readonly (readonly [name: string, isSlow: boolean])[]): string[] {
  const lanes = createLanes<string>();
  for (const [name, isSlow] of items) lanes.add(name, isSlow);
  return items.map(() => lanes.take() ?? '');
}

describe('createLanes', () => {
  it('keeps the order within a lane', () => {
    expect(
      laneOrder([
        ['a', false],
        ['b', false],
        ['c', false],
      ]),
    ).toEqual(['a', 'b', 'c']);
  });

  it('lets quick work pass a long line of slow work, and slow work pass quick work', () => {
    expect(
      laneOrder([
        ['S1', true],
        ['S2', true],
        ['S3', true],
        ['q1', false],
        ['q2', false],
        ['q3', false],
      ]),
    ).toEqual(['q1', 'S1', 'q2', 'S2', 'q3', 'S3']);
  });

  it('is empty after everything was taken or drained', () => {
    const lanes = createLanes<string>();
    lanes.add('a', false);
    lanes.add('b', true);
    expect(lanes.drain()).toEqual(['a', 'b']);
    expect(lanes.take()).toBeUndefined();
  });
});
