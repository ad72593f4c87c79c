/** Personal loans: granted to actors with a job, repaid monthly, and kept on record after a default. */
import { emit } from './events.ts';
import { bankId, worldId } from './ids.ts';
import type { Blocked } from './intents/definition.ts';
import { isUnemployed } from './labour.ts';
import { actorAccount, bankAccount, lendTo, move, repayFrom } from './ledger.ts';
import { TICKS_PER_MONTH } from './params.ts';
import type { PersonalLoan } from './side.ts';
import type { World } from './state.ts';
import { bankRoom } from './steps/credit.ts';
import { findWish, setWish } from './wishes.ts';

const [MOST_INCOMES, INSTALMENT_SHARE, MARGIN] = [3, 0.3, 0.01] as const;
const [MISSED_MAX, COLLECTED_SHARE, REFUSED_MONTHS, REPUTATION_LOST] = [2, 0.1, 24, 20] as const;
/** Personal loans are at most this share of all that a bank may lend, because a default does not release its part. */
const BOOK_SHARE = 0.05;
/** How long ended loans are kept. */
const REMEMBERED_TICKS = 12 * TICKS_PER_MONTH;

const instalmentOf = (amount: number, rate: number, months: number): number =>
  Math.ceil(amount / months + amount * rate);
const rateAt = (w: World, bank: number): number => w.bank.rate[bank] + w.bank.spread[bank] + MARGIN;

/** The amount that a bank still lends to people. */
function personalRoom(w: World, bank: number): number {
  const lent = w.side.loans.reduce((sum, loan) => sum + (loan.bank === bank ? loan.outstanding : 0), 0);
  const most = BOOK_SHARE * w.params.capitalMultiple * w.bank.deposit[bank];
  return Math.min(bankRoom(w, bank), Math.max(0, most - lent));
}

/** Whether a bank could lend the actor anything today, apart from the amount. */
export const canBorrow = (w: World, h: number): boolean =>
  w.params.switches.consumerCredit === true &&
  w.actor.debt[h] === 0 &&
  w.actor.income[h] > 0 &&
  findWish(w, h, 'default') === undefined;

/** The largest loan whose instalments the income of the actor covers. */
const mostFor = (income: number, rate: number, months: number): number =>
  Math.floor(Math.min(MOST_INCOMES * income, (INSTALMENT_SHARE * income) / (1 / months + rate)));

export function personalRefusal(w: World, h: number, bank: number, amount: number, months: number): Blocked {
  if (!w.params.switches.consumerCredit) return 'credit_refused';
  if (w.actor.city[h] !== bank) return 'wrong_city';
  if (isUnemployed(w, h)) return 'not_employed';
  if (amount > personalRoom(w, bank)) return 'bank_capital';
  if (!canBorrow(w, h)) return 'credit_refused';
  const most = mostFor(w.actor.income[h], rateAt(w, bank), months);
  return amount > most ? { code: 'credit_refused', most } : null;
}

export function lendPersonally(
  w: World,
  { actor, bank, amount, months }: { actor: number; bank: number; amount: number; months: number },
): void {
  const rate = rateAt(w, bank);
  const loan: PersonalLoan = {
    id: w.side.nextId++,
    bank,
    actor,
    principal: amount,
    outstanding: amount,
    rate,
    instalment: instalmentOf(amount, rate, months),
    issuedTick: w.tick,
    dueTick: w.tick + months * TICKS_PER_MONTH,
    missed: 0,
    status: 'ACTIVE',
  };
  w.side.loans.push(loan);
  lendTo(w, bank, actorAccount(actor), amount);
  w.actor.debt[actor] += amount;
  tell(w, loan, 'loan.issued', amount);
}

function tell(w: World, loan: PersonalLoan, kind: string, amount: number): void {
  const id = worldId(w, 'personalLoan', loan.id);
  const data = { loanId: id, bankId: bankId(w, loan.bank), amount, outstanding: loan.outstanding };
  emit(w, kind, { actor: loan.actor, subject: { type: 'loan', id }, data });
}

/** Called at the end of each month, after incomes are paid. */
export function servePersonalLoans(w: World): void {
  if (w.side.loans.length === 0) return;
  for (const loan of w.side.loans) if (loan.outstanding > 0) serve(w, loan);
  w.side.loans = w.side.loans.filter(
    ({ outstanding, issuedTick }) => outstanding > 0 || issuedTick > w.tick - REMEMBERED_TICKS,
  );
}

function serve(w: World, loan: PersonalLoan): void {
  const { actor: h, bank } = loan;
  const purse = w.actor.deposit[h];
  const isFailed = loan.status === 'DEFAULTED';
  const due = isFailed ? Math.floor(COLLECTED_SHARE * w.actor.income[h]) : loan.instalment;
  if (purse < due) {
    if (!isFailed) miss(w, loan);
    return;
  }
  const interest = isFailed
    ? 0
    : move(w, actorAccount(h), bankAccount(bank), Math.min(due, loan.outstanding * loan.rate), 'INTEREST');
  const part = Math.min(loan.outstanding, due - interest);
  repayFrom(w, bank, actorAccount(h), part);
  loan.outstanding -= part;
  w.actor.debt[h] -= part;
  if (loan.outstanding === 0) loan.status = 'REPAID';
  tell(w, loan, loan.outstanding === 0 ? 'loan.repaid' : 'loan.instalment_paid', part + interest);
}

function miss(w: World, loan: PersonalLoan): void {
  loan.missed += 1;
  if (loan.missed < MISSED_MAX) return;
  loan.status = 'DEFAULTED';
  const h = loan.actor;
  w.actor.reputation[h] = Math.max(0, w.actor.reputation[h] - REPUTATION_LOST);
  setWish(w, { actor: h, kind: 'default', value: 1, other: 0, untilTick: w.tick + REFUSED_MONTHS * TICKS_PER_MONTH });
  tell(w, loan, 'loan.defaulted', loan.outstanding);
}
