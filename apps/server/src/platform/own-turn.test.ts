import { expect, it } from 'vitest';
import { waitForOwnTurn } from './own-turn.ts';

const LARGE = 1024 * 1024;

/** Counts the turns of the event loop until `done`. */
function countTurns(done: () => boolean): () => number {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (!done()) setImmediate(count);
  };
  setImmediate(count);
  return () => turns;
}

it('gives each large piece of work a turn of the event loop to itself, in the order of arrival', async () => {
  let isDone = false;
  const turns = countTurns(() => isDone);
  const ranAt: [number, number][] = [];

  await Promise.all([0, 1, 2].map((piece) => waitForOwnTurn(LARGE).then(() => ranAt.push([piece, turns()]))));
  isDone = true;

  expect(ranAt.map(([piece]) => piece)).toEqual([0, 1, 2]);
  expect(new Set(ranAt.map(([, turn]) => turn)).size).toBe(3);
});

it('does not delay small work', async () => {
  let isDone = false;
  const turns = countTurns(() => isDone);

  await waitForOwnTurn(1_000);

  expect(turns()).toBe(0);
  isDone = true;
});
