import { expect, it } from 'vitest';
import { partOf } from './wild.ts';

it('takes what was read for the part that rules are written by, and what nobody has read for CHECK and FINAL', () => {
  const cases = [
    [{ dir: 'TUNE/a/b', digest: 'ff' }, 0, 'TUNE'],
    [{ dir: 'CHECK/a/b', digest: 'c3d7a0a1b2c3' }, 0, 'TUNE-2'],
    [{ dir: 'FINAL/a/b', digest: 'db0a2051f497' }, 19, 'TUNE-2'],
    [{ dir: 'FINAL/a/b', digest: 'b5d982c22877' }, 20, 'TUNE-2'],
    [{ dir: 'FINAL/a/b', digest: 'b60e2051f497' }, 20, 'CHECK'],
    [{ dir: 'FINAL/a/b', digest: 'db0a2051f497' }, 20, 'FINAL'],
  ] as const;

  for (const [row, place, part] of cases) expect(partOf(row, place)).toBe(part);
});
