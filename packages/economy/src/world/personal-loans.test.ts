import { describe, expect, it } from 'vitest';
import { adoptRules } from './genesis.ts';
import { ownMarks } from './granted.ts';
import { moveIn } from './homes.ts';
import { actorId, bankId, worldId } from './ids.ts';
import { checkInvariants } from './invariants.ts';
import { hire, leaveJob } from './labour.ts';
import { moneySupply } from './ledger.ts';
import { MARK, TICKS_PER_MONTH } from './params.ts';
import type { World } from './state.ts';
import { payRents } from './steps/housing.ts';
import { code, executes, setup } from './testing/players.ts';
import { act, neighbour, PLAYER, run } from './testing/worlds.ts';
import { step } from './tick.ts';
import { view } from './views/index.ts';

const INCOME = 80 * MARK;
const ACCOMPLICE = '44444444-4444-7444-8444-000000000001';

/** A player with a job, a wage and 3,000 marks, and the params of a loan of half a wage. */
function worker(): { w: World; h: number; here: number; loan: Record<string, unknown> } {
  const { w, h, here } = setup();
  adoptRules(w);
  act(w, 'INTENT_REST', { hours: 1 });
  hire(w, h, w.lists.byCity[here]?.[0] as number);
  w.actor.income[h] = INCOME;
  return { w, h, here, loan: { bankId: bankId(w, here), amount: String(INCOME / 2), months: 12 } };
}
const refused = (w: World, loan: object): string | null => code(w, 'INTENT_REQUEST_LOAN', { ...loan });

describe('a personal loan', () => {
  it('is created by the bank, repaid from wages, and leaves no money behind', () => {
    const { w, h, here, loan } = worker();
    const [before, purse, book] = [moneySupply(w), w.actor.deposit[h] ?? 0, w.bank.loans[here] ?? 0];

    executes(w, 'INTENT_REQUEST_LOAN', loan);

    expect([moneySupply(w) - before, w.actor.debt[h], (w.bank.loans[here] ?? 0) - book]).toEqual(
      Array(3).fill(INCOME / 2),
    );
    expect(w.actor.deposit[h]).toBe(purse + INCOME / 2);
    run(w, TICKS_PER_MONTH);
    const [first] = w.side.loans;
    const [debt, supply] = [w.actor.debt[h] ?? 0, moneySupply(w)];
    expect(debt).toBeLessThan(INCOME / 2);
    executes(w, 'INTENT_REPAY_LOAN', { loanId: worldId(w, 'personalLoan', first?.id ?? 0), amount: String(INCOME) });
    expect([w.actor.debt[h], supply - moneySupply(w), first?.status]).toEqual([0, debt, 'REPAID']);
    expect(checkInvariants(w)).toEqual([]);
  });

  it('needs a job, a wage and no debt, in the own city', () => {
    const { w, h, here, loan } = worker();
    expect(refused(w, { ...loan, bankId: bankId(w, (here + 1) % 3) })).toBe('wrong_city');
    leaveJob(w, h);
    expect(refused(w, loan)).toBe('not_employed');
    hire(w, h, w.lists.byCity[here]?.[0] as number);
    w.actor.income[h] = 0;
    expect(refused(w, loan)).toBe('credit_refused');
    w.actor.income[h] = INCOME;
    executes(w, 'INTENT_REQUEST_LOAN', loan);
    expect(refused(w, loan)).toBe('credit_refused');
  });

  it('is limited by the income and by the part of its capital that the bank lends to people', () => {
    const { w, here, loan } = worker();
    const tooMuch = act(w, 'INTENT_REQUEST_LOAN', { ...loan, amount: String(INCOME * 4) });
    expect(tooMuch.reasonCode).toBe('credit_refused');
    const most = Number(/at most ([0-9.]+) marks/.exec(tooMuch.reason ?? '')?.[1]) * MARK;
    expect(refused(w, { ...loan, amount: String(most + 1) })).toBe('credit_refused');
    expect(most).toBeLessThanOrEqual(3 * INCOME);
    expect(refused(w, { ...loan, months: 1 })).toBe('credit_refused');
    const room = 0.05 * w.params.capitalMultiple * (w.bank.deposit[here] ?? 0);
    expect(refused(w, { ...loan, amount: String(Math.ceil(room) + 1) })).toBe('bank_capital');
    executes(w, 'INTENT_REQUEST_LOAN', { ...loan, amount: String(most) });
  });

  it('can neither be given away, nor the wages of its borrower while they are less than the debt', () => {
    const { w, h, loan } = worker();
    const toActorId = actorId(w, neighbour(w, h));
    w.actor.deposit[h] -= 2999 * MARK;
    w.nation.issued -= 2999 * MARK;
    const own = ownMarks(w, h);
    executes(w, 'INTENT_REQUEST_LOAN', loan);

    expect([ownMarks(w, h), view.wallet(w, PLAYER)?.granted]).toEqual([own, BigInt(INCOME / 2)]);
    expect(code(w, 'INTENT_TRANSFER', { toActorId, amount: String(own + 1) })).toBe('insufficient_funds');
    const stake = { kind: 'hold', actorId: PLAYER, purpose: 'STAKE', reference: 'stake' } as const;
    expect(step(w, [{ ...stake, amount: String(own + 1) }]).results[0]).toMatchObject({ code: 'insufficient_funds' });
    executes(w, 'INTENT_TRANSFER', { toActorId, amount: String(own) });
  });

  it('becomes granted marks in the purse of a player that sells a licence or lets a home to the borrower', () => {
    const { w, h, here, loan } = worker();
    step(w, [{ kind: 'actor.join', actorId: ACCOMPLICE, name: 'Accomplice' }]);
    const friend = w.lists.givenRows.get(ACCOMPLICE) as number;
    w.actor.deposit[h] -= 2999 * MARK;
    w.nation.issued -= 2999 * MARK;
    executes(w, 'INTENT_REQUEST_LOAN', loan);
    const sale = { purpose: 'LISTING', reference: 'sale', amount: String(10 * MARK) } as const;

    step(w, [
      { kind: 'hold', actorId: PLAYER, ...sale },
      { kind: 'release', actorId: ACCOMPLICE, ...sale },
    ]);

    expect([w.actor.deposit[friend], ownMarks(w, friend)]).toEqual([10 * MARK, 0]);
    const home = w.lists.vacant[here]?.[0] as number;
    w.dwelling.owner[home] = friend;
    w.dwelling.rentAsked[home] = 10 * MARK;
    moveIn(w, h, home);
    payRents(w);
    expect(w.actor.deposit[friend]).toBeGreaterThan(10 * MARK);
    expect(ownMarks(w, friend)).toBe(0);
  });
});
