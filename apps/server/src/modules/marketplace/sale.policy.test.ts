import { describe, expect, it } from 'vitest';
import { isOwnMoney, mayCount, payoutDue, priceAfter, refuseRefund, settlementDue } from './sale.policy.ts';

const NOW = new Date('2026-01-31T00:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const sold = {
  price: 20n,
  purchasedAt: daysAgo(1),
  paidOutAt: null,
  refundedAt: null,
  isSuspended: false,
  hasReturned: false,
};

describe('a refund', () => {
  it.each([
    ['within three days', {}, null],
    ['after three days', { purchasedAt: daysAgo(4) }, 'the time to return it is over'],
    [
      'of a suspended product, also late and again',
      { purchasedAt: daysAgo(20), isSuspended: true, hasReturned: true },
      null,
    ],
    ['a second time', { hasReturned: true }, 'you have returned this product before'],
    ['of what was paid out', { paidOutAt: NOW, isSuspended: true }, 'the price was paid out to the seller'],
    ['of what was free', { price: 0n }, 'nothing was paid'],
    ['twice', { refundedAt: NOW }, 'it was refunded already'],
  ])('%s', (_, change, because) => {
    expect(refuseRefund({ ...sold, ...change }, NOW)).toBe(because);
  });

  it('ends in every state: payout after 14 days, settlement after 60', () => {
    expect([payoutDue(NOW), settlementDue(NOW)]).toEqual([daysAgo(14), daysAgo(60)]);
  });
});

describe('a sale', () => {
  const offered = { price: 1_000_000n, isTied: false, upgradedFrom: null };

  it('counts from one mark, between unconnected parties, once per product', () => {
    expect(mayCount(offered)).toBe(true);
    for (const change of [{ price: 999_999n }, { isTied: true }, { upgradedFrom: 'x' }])
      expect(mayCount({ ...offered, ...change })).toBe(false);
  });

  it('counts if the buyer paid with its own marks, from a source of no other sale of the product', () => {
    const funding = { isFundedBySeller: false, isClustered: false, ownMarks: '1000000', sources: [] };
    expect(isOwnMoney(1_000_000n, funding)).toBe(true);
    for (const change of [{ isFundedBySeller: true }, { isClustered: true }, { ownMarks: '999999' }])
      expect(isOwnMoney(1_000_000n, { ...funding, ...change })).toBe(false);
  });

  it('costs the difference to the price paid for other versions', () => {
    expect([priceAfter(50n, 20n), priceAfter(20n, 50n), priceAfter(50n, 0n)]).toEqual([30n, 0n, 50n]);
  });
});
