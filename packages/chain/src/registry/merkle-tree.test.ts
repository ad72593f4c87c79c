import { type Hex, keccak256, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { buildMerkleBatch } from './merkle-tree.ts';

const keys = (count: number): Hex[] => Array.from({ length: count }, (_, index) => keccak256(toHex(index)));

describe('buildMerkleBatch', () => {
  it('has the hash of a single key as its root', () => {
    const [key] = keys(1);
    expect(buildMerkleBatch(keys(1))).toEqual({ root: keccak256(key ?? '0x'), size: 1, proofs: [[]] });
  });

  it('needs at most log2 of its size as proof', () => {
    const { proofs } = buildMerkleBatch(keys(1_000));
    expect(Math.max(...proofs.map((proof) => proof.length))).toBe(10);
  });

  it('refuses an empty batch and a duplicate key', () => {
    expect(() => buildMerkleBatch([])).toThrow('at least one');
    expect(() => buildMerkleBatch([...keys(2), ...keys(1)])).toThrow('once');
  });
});
