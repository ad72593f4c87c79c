import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escrowOf, purseOf, RESERVE, toNet } from './owners.ts';

describe('the net of moves', () => {
  const anyOwner = fc.constantFrom(RESERVE, escrowOf('a'), purseOf('a'), purseOf('b'));
  const anyMove = fc.record({ from: anyOwner, to: anyOwner, amount: fc.bigInt({ min: 0n, max: 10n ** 12n }) });

  it('sums to zero, names each owner once, and omits owners with a zero balance', () => {
    fc.assert(
      fc.property(fc.array(anyMove), (moves) => {
        const net = toNet(moves);
        expect(net.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        expect(new Set(net.map(({ owner }) => `${owner.kind}:${owner.id}`)).size).toBe(net.length);
        expect(net.some(({ amount }) => amount === 0n)).toBe(false);
      }),
    );
  });
});
