import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCrossing } from './border.policy.ts';
import { COMMONS, escrowOf, ISSUE, type Move, purseOf, RESERVE, stakeOf, TREASURY, toNet, WORLD } from './owners.ts';

const ref = { type: 'test', id: 'r' };
const cross = (kind: string, moves: readonly Move[]) => toCrossing(toNet(moves), { kind, ref, reason: 'topup' });

describe('a transfer across the border of the world', () => {
  it('is a hold for a stake from a purse, balanced by the clearing account', () => {
    const { booked, holds, inputs } = cross('validator.staked', [{ from: purseOf('a'), to: stakeOf('a'), amount: 5n }]);

    expect(holds).toEqual([{ actorId: 'a', amount: 5n }]);
    expect(inputs).toEqual([{ kind: 'hold', actorId: 'a', amount: '5', purpose: 'STAKE', reference: 'r' }]);
    expect(booked).toEqual([
      { owner: stakeOf('a'), amount: 5n },
      { owner: WORLD, amount: -5n },
    ]);
  });

  it('is a sale within the world: nothing for the ledger, the fee for the commons fund', () => {
    const { booked, inputs } = cross('listing.sold', [
      { from: purseOf('a'), to: purseOf('b'), amount: 95n },
      { from: purseOf('a'), to: COMMONS, amount: 5n },
    ]);

    expect(booked).toEqual([]);
    expect(inputs).toEqual([
      { kind: 'hold', actorId: 'a', amount: '100', purpose: 'LISTING', reference: 'r' },
      {
        kind: 'council.settle',
        reference: 'r',
        shares: [{ to: { type: 'commons' }, amount: '5', purpose: 'OTHER' }],
      },
      { kind: 'release', actorId: 'b', amount: '95', purpose: 'LISTING', reference: 'r' },
    ]);
  });

  it('is income for a settled round, and the public share goes to the federal treasury', () => {
    const { inputs } = cross('council.settled', [
      { from: escrowOf('s'), to: TREASURY, amount: 9n },
      { from: escrowOf('s'), to: RESERVE, amount: 81n },
      { from: RESERVE, to: purseOf('a'), amount: 7n },
    ]);

    expect(inputs).toEqual([
      {
        kind: 'council.settle',
        reference: 'r',
        shares: [
          { to: { type: 'federal' }, amount: '9', purpose: 'OTHER' },
          { to: { type: 'actor', id: 'a' }, amount: '7', purpose: 'REWARD' },
        ],
      },
    ]);
  });

  it('is issued to the recipient of a top-up, to the pots for a fee, and retired for a refund', () => {
    const issue = { kind: 'money.issue', amount: '3', reason: 'topup', reference: 'r' };

    expect(cross('money.issued', [{ from: ISSUE, to: purseOf('a'), amount: 3n }]).inputs).toEqual([
      { ...issue, to: { type: 'actor', id: 'a' } },
    ]);
    expect(cross('money.issued', [{ from: ISSUE, to: escrowOf('s'), amount: 3n }]).inputs).toEqual([
      { ...issue, to: { type: 'protocol' } },
    ]);
    expect(cross('money.retired', [{ from: escrowOf('s'), to: ISSUE, amount: 3n }]).inputs).toEqual([
      { kind: 'money.retire', amount: '3', reason: 'refund', reference: 'r' },
    ]);
  });

  it("changes the ledger's marks exactly as the marks outside the world", () => {
    const givers = [ISSUE, escrowOf('s'), RESERVE, stakeOf('a'), purseOf('a'), purseOf('b')];
    const owner = fc.constantFrom(...givers, TREASURY, COMMONS);
    const move = fc.record({
      from: fc.constantFrom(...givers),
      to: owner,
      amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    });
    const kinds = fc.constantFrom('council.settled', 'listing.sold', 'validator.staked', 'money.issued');
    fc.assert(
      fc.property(fc.array(move, { maxLength: 8 }), kinds, (moves, kind) => {
        const { booked, inputs } = cross(kind, moves);

        expect(booked.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        const kept = booked.filter(({ owner: one }) => one !== ISSUE && one !== WORLD);
        const outside = inputs.reduce((sum, input) => sum + outsideBy(input), 0n);
        expect(outside).toBe(kept.reduce((sum, { amount }) => sum + amount, 0n));
      }),
    );
  });
});

/** The amount that an input adds to the marks outside the world. */
function outsideBy(input: ReturnType<typeof cross>['inputs'][number]): bigint {
  switch (input.kind) {
    case 'hold':
      return BigInt(input.amount);
    case 'release':
    case 'money.retire':
      return -BigInt(input.amount);
    case 'money.issue':
      return input.to.type === 'protocol' ? BigInt(input.amount) : 0n;
    case 'council.settle':
      return -input.shares.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    default:
      throw new Error('No money crosses with this.');
  }
}
