import { describe, expect, it } from 'vitest';
import { MAKERS, makeInput } from './inputs.ts';

const SEEDS = [{ path: 'SKILL.md', bytes: new TextEncoder().encode('# Title\n\nSome text to change.\n') }];

describe('makeInput', () => {
  it('makes the same bytes from the same seed', () => {
    for (let seed = 1; seed <= 40; seed++) {
      expect(makeInput(seed, SEEDS)).toEqual(makeInput(seed, SEEDS));
    }
  });

  it('uses every kind of input', () => {
    const kinds = new Set(Array.from({ length: 200 }, (_, seed) => makeInput(seed, SEEDS).maker));
    expect(kinds.size).toBe(Object.keys(MAKERS).length);
  });
});
