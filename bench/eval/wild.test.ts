import { expect, it } from 'vitest';
import { partOf } from './wild.ts';

it('takes what was read for the part that rules are written by, and of the last folder only what nobody has read for CHECK and FINAL', () => {
  const parts = [
    { dir: 'TUNE/a/b', digest: 'ff' },
    { dir: 'CHECK/a/b', digest: 'c3d7a0a1b2c3' },
    { dir: 'FINAL/a/b', digest: '6bd982c22877' },
    { dir: 'FINAL/a/b', digest: '6bee2051f497' },
    { dir: 'FINAL/a/b', digest: 'b60a2051f497' },
  ].map(partOf);

  expect(parts).toEqual(['TUNE', 'TUNE-2', 'TUNE-2', 'CHECK', 'FINAL']);
});
