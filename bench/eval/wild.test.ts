import { expect, it } from 'vitest';
import { partOf } from './wild.ts';

it('takes what was read in CHECK for the part that rules are written by, and nothing else of it', () => {
  const parts = [
    { dir: 'TUNE/a/b', digest: 'ff' },
    { dir: 'CHECK/a/b', digest: 'c3d6f0a1b2c3' },
    { dir: 'CHECK/a/b', digest: 'c3d7a0a1b2c3' },
    { dir: 'FINAL/a/b', digest: '00' },
  ].map(partOf);

  expect(parts).toEqual(['TUNE', 'TUNE-2', 'CHECK', 'FINAL']);
});
