import { describe, expect, it } from 'vitest';
import { createWorld } from '../genesis.ts';
import { checkInvariants } from '../invariants.ts';
import { moneySupply } from '../ledger.ts';
import { CONSTRUCTION, MARK, type Switch } from '../params.ts';
import type { World } from '../state.ts';
import { runMonths } from '../testing/worlds.ts';
import { invest } from './investment.ts';
import { productivityLevel } from './productivity.ts';

const SURPLUS = 50 * MARK;
const after = (...switches: readonly Switch[]): World => {
  const w = createWorld(
    { actors: 200, cities: 2, switches: Object.fromEntries(switches.map((name) => [name, true])) },
    3,
  );
  runMonths(w, 6);
  return w;
};
const deposits = (w: World): number => {
  const books = [w.actor.deposit, w.business.deposit, w.city.deposit, w.bank.deposit, w.fund.deposit];
  return books.reduce((sum, book) => sum + book.reduce((one, amount) => one + amount, 0), 0);
};

describe('investment', () => {
  it('buys work from builders with part of the surplus, and raises productivity by at most 1 % a month', () => {
    const w = after('investment');
    const { status, sector, deposit, productivity } = w.business;
    const f = [...status].findIndex((one, row) => one === 1 && sector[row] !== CONSTRUCTION && deposit[row] > SURPLUS);
    const [before, held] = [Number(productivity[f]), Number(deposit[f])];

    const spent = invest(w, f, SURPLUS);

    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(SURPLUS);
    expect(held - Number(deposit[f])).toBe(spent);
    expect(productivity[f]).toBeGreaterThan(before);
    expect(productivity[f]).toBeLessThanOrEqual(before * 1.01);
    expect([checkInvariants(w), deposits(w)]).toEqual([[], moneySupply(w)]);
  });

  it('does nothing without the switch', () => {
    const w = after();

    expect([invest(w, 0, SURPLUS), productivityLevel(w, [0])]).toEqual([0, 0]);
  });
});

describe('proposals of residents', () => {
  it('are enacted by the votes of residents, within the ranges of the policies', () => {
    const w = after('residentProposals');
    const { incomeTax, profitTax, benefit, publicPosts } = w.city;

    expect(w.side.proposals.map(({ state }) => state)).toContain('ENACTED');
    for (const [column, low, high] of [
      [incomeTax, 0.05, 0.3],
      [profitTax, 0.05, 0.3],
      [benefit, 0.2, 0.6],
      [publicPosts, 0.05, 0.15],
    ] as const)
      for (let c = 0; c < w.rows.city; c++) {
        expect(column[c]).toBeGreaterThanOrEqual(low - 1e-9);
        expect(column[c]).toBeLessThanOrEqual(high + 1e-9);
      }
    expect([checkInvariants(w), deposits(w)]).toEqual([[], moneySupply(w)]);
  });

  it('are off without the switch', () => {
    expect(after().side.proposals).toEqual([]);
  });
});

describe('word of mouth', () => {
  it('gives more customers to businesses that have many, and creates no money', () => {
    const largest = (w: World): number => {
      const customers = new Map<number, number>();
      for (const f of w.actor.suppliers) if (f >= 0) customers.set(f, (customers.get(f) ?? 0) + 1);
      return Math.max(...customers.values());
    };
    const w = after('wordOfMouth');

    expect(largest(w)).toBeGreaterThan(largest(after()));
    expect([checkInvariants(w), deposits(w)]).toEqual([[], moneySupply(w)]);
  });
});
