/** Steps k and l: the month's wages, interest, repayment, profit; then the commons fund. */
import { creditWork, isEntitled } from '../arrivals.ts';
import type { Rows } from '../columns.ts';
import { emit, emitActor, Mass } from '../events.ts';
import { businessId, cityId } from '../ids.ts';
import { gradeFactor } from '../labour.ts';
import { FUNDS, TAXES } from '../layout.ts';
import { actorAccount, bankAccount, businessAccount, COMMONS, cityAccount, move, repayFrom } from '../ledger.ts';
import { DAYS_PER_MONTH, TICKS_PER_MONTH } from '../params.ts';
import type { World } from '../state.ts';
import { wishOf } from '../wishes.ts';
import { invest } from './investment.ts';
import { LEAST_WAGE } from './limits.ts';

/** The wage factor of a business that cannot pay its wages. */
const WAGE_CUT = 0.97;
const HALF_PAY = 0.5;
/** The addition for a month of overtime over the whole week, by day. */
const OVERTIME_PER_DAY = 0.15 / DAYS_PER_MONTH;

export function payMonth(w: World): void {
  const paid = new Mass(w);
  const taxed = new Mass(w);
  for (let f = 0; f < w.rows.business; f++) {
    if (w.business.status[f] !== 1) continue;
    const hasStaff = (w.lists.staff[f] as Rows).length > 0;
    // Opened manually during the month: there is no month to close, and its capital is not profit. But its staff has
    // worked.
    if (w.business.foundedTick[f] > w.tick - TICKS_PER_MONTH) {
      if (hasStaff && w.params.switches.firstWages) payWages(w, f, paid, taxed);
      continue;
    }
    closeBooks(w, f);
    if (hasStaff) payWages(w, f, paid, taxed);
    serveDebt(w, f);
    shareProfit(w, f);
  }
  paid.tell(w, 'actor.paid', cityId);
  taxed.tell(w, 'actor.tax_withheld', cityId);
}

function closeBooks(w: World, f: number): void {
  const { expectedDemand, demandNow, revenueLast, revenueNow, costsLast } = w.business;
  expectedDemand[f] = Math.max(1, 0.5 * expectedDemand[f] + 0.5 * demandNow[f]);
  demandNow[f] = 0;
  revenueLast[f] = revenueNow[f];
  revenueNow[f] = 0;
  costsLast[f] = 0;
}

/** The affordable wage per efficiency unit. One unit per employee stays reserved for rounding. */
function affordableWage(w: World, f: number): number {
  const { deposit, wage, units, missedPayroll, city } = w.business;
  const heads = (w.lists.staff[f] as Rows).length;
  if (deposit[f] >= wage[f] * units[f] + heads) {
    missedPayroll[f] = 0;
    return wage[f];
  }
  const rate = Math.floor(Math.max(0, deposit[f] - heads) / units[f]);
  wage[f] = Math.max(LEAST_WAGE, Math.floor(wage[f] * WAGE_CUT));
  const isMissed = rate < HALF_PAY * wage[f];
  missedPayroll[f] = isMissed ? missedPayroll[f] + 1 : 0;
  if (isMissed) w.city.unpaidWorkers[city[f]] += heads;
  return rate;
}

function payWages(w: World, f: number, paid: Mass, taxed: Mass): void {
  const { deposit, city, missedPayroll, paidShare, wage, costsLast } = w.business;
  const { grade, hiredDay, income, gross, city: home } = w.actor;
  const contracted = wage[f];
  const rate = affordableWage(w, f);
  paidShare[f] = Math.min(1, rate / contracted);
  const account = businessAccount(f);
  let total = 0;
  for (const h of w.lists.staff[f] as Rows) {
    const days = 1 - hiredDay[h] / DAYS_PER_MONTH + overtime(w, h);
    const earned = Math.min(deposit[f], rate * gradeFactor(grade[h]) * days);
    gross[h] = move(w, account, actorAccount(h), earned, 'WAGE');
    const tax = withhold(w, h, gross[h]);
    income[h] = gross[h] - tax;
    creditWork(w, h, gross[h]);
    total += gross[h];
    paid.add(home[h], gross[h]);
    taxed.add(home[h], tax);
    emitActor(w, 'actor.paid', h, { amount: gross[h], counterpartyId: businessId(w, f) });
  }
  costsLast[f] += total;
  const kind = missedPayroll[f] > 0 ? 'business.payroll_missed' : 'business.payroll_paid';
  const data = { workers: (w.lists.staff[f] as Rows).length, amount: total };
  emit(w, kind, { business: f, city: city[f], subject: { type: 'business', id: businessId(w, f) }, data });
}

const overtime = (w: World, h: number): number =>
  w.side.wishes.length === 0 ? 0 : wishOf(w, h, 'overtime') * OVERTIME_PER_DAY;

/** Income tax goes to the city where the actor lives. */
function withhold(w: World, h: number, amount: number): number {
  const c = w.actor.city[h];
  const tax = move(w, actorAccount(h), cityAccount(c), amount * w.city.incomeTax[c], 'TAX');
  w.city.taxes[c * TAXES.length] += tax;
  return tax;
}

function serveDebt(w: World, f: number): void {
  const { deposit, debt, city, costsLast } = w.business;
  if (debt[f] <= 0) return;
  const [account, bank] = [businessAccount(f), city[f]];
  const rate = w.bank.rate[bank] + w.bank.spread[bank];
  costsLast[f] += move(w, account, bankAccount(bank), Math.min(deposit[f], debt[f] * rate), 'INTEREST');
  const due = Math.floor(Math.min(deposit[f], debt[f], Math.ceil(debt[f] * w.params.amortisation)));
  if (due <= 0) return;
  repayFrom(w, bank, account, due);
  debt[f] -= due;
}

/** The surplus over next month's needs is taxed, then divided between the owner and the commons fund. */
function shareProfit(w: World, f: number): void {
  const { deposit, wage, units, debt, owner, city } = w.business;
  const free = deposit[f] - Math.floor(wage[f] * units[f] * (1 + w.params.cashBuffer)) - debt[f];
  if (free <= 0) return;
  const [account, c] = [businessAccount(f), city[f]];
  const tax = move(w, account, cityAccount(c), free * w.city.profitTax[c], 'TAX');
  w.city.taxes[c * TAXES.length + 1] += tax;
  const rest = free - tax - invest(w, f, free - tax);
  const dividend = owner[f] < 0 ? 0 : move(w, account, actorAccount(owner[f]), rest * w.params.ownerShare, 'DIVIDEND');
  move(w, account, COMMONS, rest - dividend, 'COMMONS');
}

/** Every entitled actor gets the same amount. The remainder stays for the next month. */
export function payCommons(w: World): void {
  let entitled = 0;
  for (let h = 0; h < w.rows.actor; h++) if (isEntitled(w, h)) entitled++;
  const share = Math.floor(w.fund.deposit[FUNDS.commons] / Math.max(1, entitled));
  if (share === 0) return;
  for (let h = 0; h < w.rows.actor; h++) if (isEntitled(w, h)) move(w, COMMONS, actorAccount(h), share, 'COMMONS');
}
