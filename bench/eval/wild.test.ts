import { expect, it } from 'vitest';
import { partOf } from './wild.ts';

it('takes what was read in CHECK for the part that rules are written by, and nothing else of it', () => {
  const parts = [
    { dir: 'TUNE/a/b', digest: 'ff' },
    { dir: 'CHECK/a/b', digest: '72dd2d384cd2' },
    { dir: 'CHECK/a/b', digest: '72e247b383cd' },
    { dir: 'FINAL/a/b', digest: '00' },
  ].map(partOf);

  expect(parts).toEqual(['TUNE', 'TUNE-2', 'CHECK', 'FINAL']);
});
