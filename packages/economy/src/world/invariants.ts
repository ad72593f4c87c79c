/** The invariants I1 to I13. A violation is a bug in the kernel. */
import type { Rows } from './columns.ts';
import { KernelFault } from './fault.ts';
import { EDGES_MAX } from './layout.ts';
import { ASKED_MAX, hasPlayerLimits } from './player-limits.ts';
import { isVisiting } from './presence.ts';
import type { World } from './state.ts';

const GOODS_TOLERANCE = 1e-9;

type Violation = { readonly invariant: string; readonly detail: string };

const sum = (column: Float64Array, rows: number): number => {
  let total = 0;
  for (let row = 0; row < rows; row++) total += column[row] as number;
  return total;
};

/** Every violation; empty for a consistent world. */
export function checkInvariants(w: World): Violation[] {
  const found: Violation[] = [];
  const report = (invariant: string, detail: string): void => {
    found.push({ invariant, detail });
  };
  for (const check of [
    checkPostings,
    checkMoney,
    checkLoans,
    checkHomes,
    checkPeople,
    checkPayrolls,
    checkStocks,
    checkEdges,
    checkAsked,
  ]) {
    check(w, report);
  }
  return found;
}

/** Throws at the first violation. */
export function assertInvariants(w: World): void {
  const [first] = checkInvariants(w);
  if (first !== undefined) throw new KernelFault(first.invariant, first.detail);
}

type Report = (invariant: string, detail: string) => void;

/** Each posting debits one account and credits another, so a journal sums to zero unless an amount is not a valid number. */
function checkPostings(w: World, report: Report): void {
  const { count, amount, from, to } = w.out.postings;
  for (let place = 0; place < count; place++) {
    const value = amount[place] as number;
    if (!(Number.isSafeInteger(value) && value >= 0) || from[place] === to[place]) {
      report('I1', `posting ${place} moves ${value} from ${from[place]} to ${to[place]}`);
    }
  }
}

export function totalDeposits(w: World): number {
  const { actor, business, city, bank, fund, rows } = w;
  return (
    sum(actor.deposit, rows.actor) +
    sum(business.deposit, rows.business) +
    sum(city.deposit, rows.city) +
    sum(bank.deposit, rows.bank) +
    sum(fund.deposit, rows.fund)
  );
}

function checkMoney(w: World, report: Report): void {
  const total = totalDeposits(w);
  if (total !== w.nation.issued + w.nation.loans) {
    report('I2', `deposits are ${total}, issued ${w.nation.issued}, lent ${w.nation.loans}`);
  }
  w.lists.books.forEach((book, kind) => {
    for (let row = 0; row < book.length; row++) {
      const held = book[row] as number;
      if (!(held >= 0 && Number.isSafeInteger(held))) report('I4', `account ${kind}/${row} holds ${held}`);
    }
  });
}

function checkLoans(w: World, report: Report): void {
  const owed = Array.from({ length: w.rows.bank }, () => 0) as Rows;
  for (let f = 0; f < w.rows.business; f++) owed[w.business.city[f]] += w.business.debt[f];
  for (const loan of w.side.loans) owed[loan.bank] += loan.outstanding;
  let all = 0;
  for (let b = 0; b < w.rows.bank; b++) {
    all += w.bank.loans[b];
    if (owed[b] !== w.bank.loans[b])
      report('I3', `bank ${b} has lent ${w.bank.loans[b]}, its borrowers owe ${owed[b]}`);
  }
  if (all !== w.nation.loans) report('I3', `banks have lent ${all}, the nation counts ${w.nation.loans}`);
  const debts = owed.reduce((total, one) => total + one, 0);
  if (totalDeposits(w) - debts !== w.nation.issued) report('I5', `net wealth is not the ${w.nation.issued} issued`);
}

function checkHomes(w: World, report: Report): void {
  const { tenant, standing, vacantPlace, city } = w.dwelling;
  for (let d = 0; d < w.rows.dwelling; d++) {
    const isFree = vacantPlace[d] >= 0;
    const isLivedIn = tenant[d] >= 0;
    if (standing[d] === 1 ? isFree === isLivedIn : isFree || isLivedIn)
      report('I6', `dwelling ${d} is neither free nor lived in`);
    if (isFree && w.lists.vacant[city[d]]?.[vacantPlace[d]] !== d) report('I6', `dwelling ${d} is not on its list`);
    if (isLivedIn && w.actor.home[tenant[d]] !== d) report('I6', `tenant ${tenant[d]} does not live in ${d}`);
  }
  for (let h = 0; h < w.rows.actor; h++) {
    const home = w.actor.home[h];
    if (home < 0) continue;
    if (tenant[home] !== h) report('I6', `actor ${h} lives in ${home}, whose tenant is ${tenant[home]}`);
    if (city[home] !== w.actor.city[h]) report('I6', `actor ${h} lives in another city than its home`);
  }
}

function checkPeople(w: World, report: Report): void {
  const people = Array.from({ length: w.rows.city }, () => 0) as Rows;
  for (let h = 0; h < w.rows.actor; h++) {
    const c = w.actor.city[h];
    if (c >= w.rows.city) report('I7', `actor ${h} lives in no city`);
    else if (!isVisiting(w, h)) people[c] += 1;
    else if (w.actor.home[h] >= 0 || w.actor.employer[h] >= 0) report('I7', `visitor ${h} has a home or a job`);
  }
  for (let c = 0; c < w.rows.city; c++) {
    if (people[c] !== w.city.population[c]) report('I7', `city ${c} counts ${w.city.population[c]} of ${people[c]}`);
  }
}

function checkPayrolls(w: World, report: Report): void {
  const { employer, payrollPlace, publicPost } = w.actor;
  let listed = 0;
  w.lists.staff.forEach((staff, f) => {
    listed += staff.length;
    if (staff.length > 0 && w.business.status[f] !== 1) report('I8', `business ${f} is closed and has staff`);
  });
  for (let h = 0; h < w.rows.actor; h++) {
    if (employer[h] < 0) continue;
    listed -= 1;
    if (w.lists.staff[employer[h]]?.[payrollPlace[h]] !== h)
      report('I8', `actor ${h} is not at its place in the payroll`);
    if (publicPost[h] !== 0) report('I8', `actor ${h} has two jobs`);
  }
  if (listed !== 0) report('I8', `${listed} places of payrolls without an employee`);
}

function checkStocks(w: World, report: Report): void {
  const { status, opening, produced, spoiled, sold, stock } = w.business;
  for (let f = 0; f < w.rows.business; f++) {
    if (status[f] !== 1) continue;
    const expected = opening[f] + produced[f] - spoiled[f] - sold[f];
    const scale = Math.max(1, opening[f] + produced[f]);
    if (Math.abs(expected - stock[f]) > GOODS_TOLERANCE * scale)
      report('I9', `business ${f} has ${stock[f]} of ${expected}`);
  }
}

function checkEdges(w: World, report: Report): void {
  const { edgePeer, edgeKind } = w.actor;
  for (let h = 0; h < w.rows.actor; h++) {
    for (let place = h * EDGES_MAX; place < (h + 1) * EDGES_MAX; place++) {
      const peer = edgePeer[place];
      if (peer < 0) continue;
      let back = -1;
      for (let other = peer * EDGES_MAX; other < (peer + 1) * EDGES_MAX; other++)
        if (edgePeer[other] === h) back = other;
      if (back < 0 || edgeKind[back] !== edgeKind[place]) report('I12', `edge ${h}–${peer} is not mutual`);
    }
  }
}

/** Larger or non-numeric values could not be stored in the monthly figures. */
function checkAsked(w: World, report: Report): void {
  if (!hasPlayerLimits(w)) return;
  const check = (column: Float64Array, rows: number, what: string): void => {
    for (let row = 0; row < rows; row++) {
      const asked = column[row] as number;
      if (!(asked >= 0 && asked <= ASKED_MAX)) report('I13', `${what} ${row} is ${asked}`);
    }
  };
  check(w.business.price, w.rows.business, 'the price of business');
  check(w.business.wage, w.rows.business, 'the wage of business');
  check(w.dwelling.rentAsked, w.rows.dwelling, 'the rent of dwelling');
  check(w.dwelling.salePrice, w.rows.dwelling, 'the price of dwelling');
  for (const { business, price } of w.side.offers) {
    if (!(price >= 0 && price <= ASKED_MAX)) report('I13', `business ${business} is offered at ${price}`);
  }
}
