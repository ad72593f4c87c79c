/** Businesses and banks in the wire format. */
import type {
  ActorId,
  Business,
  BusinessId,
  BusinessSummary,
  BusinessType,
  CityId,
  Loan,
  LoanId,
  Payroll,
  Vacancy,
} from '@assay/protocol';
import { offerPrice } from '../business-offers.ts';
import type { Rows } from '../columns.ts';
import {
  actorId,
  actorRow,
  bankId,
  bankRow,
  businessId,
  businessRow,
  cityId,
  cityRow,
  loanId,
  worldId,
} from '../ids.ts';
import { gradeFactor } from '../labour.ts';
import { BUSINESS_STATUS, LEVERS, SKILL_SLOTS } from '../layout.ts';
import { nameOfActor, nameOfBank, nameOfBusiness, typeOfBusiness } from '../names.ts';
import { PUBLIC_ROLES, SECTORS, TICKS_PER_MONTH } from '../params.ts';
import type { World } from '../state.ts';
import { publicPay } from '../steps/incomes.ts';
import { postTarget } from '../steps/public-posts.ts';
import { marks, signed } from './money.ts';

/** The service adds `history` from its stored months: one row for each tick that ends a month. */
type BusinessView = Omit<Business, 'history'>;
type PayrollView = Omit<Payroll, 'nextCursor'>;
type LoanView = Omit<Loan, 'payments'>;

const OWING = 1;

function statusOf(w: World, f: number): BusinessSummary['status'] {
  const { status, missedPayroll } = w.business;
  if (status[f] === BUSINESS_STATUS.bankrupt) return 'BANKRUPT';
  if (status[f] !== BUSINESS_STATUS.active) return 'CLOSED';
  return missedPayroll[f] >= OWING ? 'INSOLVENT' : 'ACTIVE';
}

export function businessSummary(w: World, f: number): BusinessSummary {
  const { sector, city, owner, vacancies, price, wage, foundedTick } = w.business;
  const asked = offerPrice(w, f);
  return {
    id: businessId(w, f) as BusinessId,
    name: nameOfBusiness(w, f),
    sector: SECTORS[sector[f]] ?? 'FOOD',
    type: typeOfBusiness(w, f) as BusinessType,
    cityId: cityId(w, city[f]) as CityId,
    ownerId: owner[f] < 0 ? null : (actorId(w, owner[f]) as ActorId),
    status: statusOf(w, f),
    workers: (w.lists.staff[f] as Rows).length,
    vacancies: vacancies[f],
    unitPrice: marks(price[f]),
    wage: marks(wage[f]),
    salePrice: asked === undefined ? null : marks(asked),
    foundedTick: foundedTick[f],
  };
}

function bankSummary(w: World, b: number): BusinessSummary {
  return {
    id: bankId(w, b) as BusinessId,
    name: nameOfBank(w, b),
    sector: 'BANK',
    type: 'BANK',
    cityId: cityId(w, b) as CityId,
    ownerId: null,
    status: 'ACTIVE',
    workers: 0,
    vacancies: 0,
    unitPrice: null,
    wage: 0n,
    salePrice: null,
    foundedTick: 0,
  };
}

const NO_LEVERS = { price: null, wage: null, hiring: null, credit: null };

function viewBank(w: World, b: number): BusinessView {
  const { deposit, loans, rate, spread, leverage } = w.bank;
  return Object.assign(bankSummary(w, b), {
    balance: marks(deposit[b]),
    debt: 0n,
    inventory: 0,
    expectedDemand: 0,
    productivity: 1,
    salesMonth: 0n,
    profitMonth: 0n,
    missedPayrolls: 0,
    manual: NO_LEVERS,
    equippedSkills: [],
    bank: {
      equity: signed(deposit[b]),
      loansOut: marks(loans[b]),
      capitalRatio: loans[b] === 0 ? 1 : deposit[b] / loans[b],
      rateBpMonth: Math.round(rate[b] * 10_000),
      spreadBp: Math.round(spread[b] * 10_000),
      maxLeverageBp: Math.round(leverage[b] * 10_000),
    },
    asOfTick: w.tick,
  });
}

function leversOf(w: World, f: number): BusinessView['manual'] {
  const until = (lever: number): number | null => {
    const tick = w.business.manualUntil[f * LEVERS.length + lever];
    return tick > w.tick ? tick : null;
  };
  return { price: until(0), wage: until(1), hiring: until(2), credit: until(3) };
}

function skillsOf(w: World, f: number): BusinessView['equippedSkills'] {
  const slots = Array.from(w.business.skills.subarray(f * SKILL_SLOTS, (f + 1) * SKILL_SLOTS));
  return slots.flatMap((slot) => {
    const skill = slot < 0 ? undefined : w.side.certificates[slot];
    if (skill === undefined) return [];
    const certificateId = skill.id as BusinessView['equippedSkills'][number]['certificateId'];
    return [{ certificateId, name: skill.name, valid: skill.valid, bonusBp: skill.valid ? skill.bonusBp : 0 }];
  });
}

export function viewBusiness(w: World, id: string): BusinessView | undefined {
  const bank = bankRow(w, id);
  if (bank !== undefined) return viewBank(w, bank);
  const f = businessRow(w, id);
  if (f === undefined || w.business.status[f] === BUSINESS_STATUS.dormant) return undefined;
  const { deposit, debt, stock, expectedDemand, productivity, bonus } = w.business;
  const { revenueLast, costsLast, missedPayroll } = w.business;
  const sales = Math.max(0, revenueLast[f]);
  return Object.assign(businessSummary(w, f), {
    balance: marks(deposit[f]),
    debt: marks(debt[f]),
    inventory: stock[f],
    expectedDemand: expectedDemand[f],
    productivity: productivity[f] * bonus[f],
    salesMonth: marks(sales),
    profitMonth: signed(sales - costsLast[f]),
    missedPayrolls: missedPayroll[f],
    manual: leversOf(w, f),
    equippedSkills: skillsOf(w, f),
    bank: null,
    asOfTick: w.tick,
  });
}

type BusinessFilter = { readonly cityId?: string; readonly ownerId?: string };

/** Every named business, banks first. A closed one is listed until its slot is reused. */
export function viewBusinesses(w: World, filter: BusinessFilter = {}): BusinessSummary[] {
  const city = filter.cityId === undefined ? undefined : (cityRow(w, filter.cityId) ?? -1);
  const owner = filter.ownerId === undefined ? undefined : (actorRow(w, filter.ownerId) ?? -2);
  const found: BusinessSummary[] = [];
  for (let b = 0; b < w.rows.bank; b++) {
    if ((city === undefined || city === b) && owner === undefined) found.push(bankSummary(w, b));
  }
  for (let f = 0; f < w.rows.business; f++) {
    if (w.business.status[f] === BUSINESS_STATUS.dormant) continue;
    if (city !== undefined && w.business.city[f] !== city) continue;
    if (owner === undefined || w.business.owner[f] === owner) found.push(businessSummary(w, f));
  }
  return found;
}

/** Under the older rule a business founded within the month paid no wages at its end, so its staff's last income has another source. */
const paidWagesAt = (w: World, f: number, paidTick: number): boolean =>
  w.business.foundedTick[f] <= paidTick - TICKS_PER_MONTH || w.business.costsLast[f] > 0;

/** The staff and their wages at the end of the last month. */
export function viewPayroll(w: World, id: string): PayrollView | undefined {
  const bank = bankRow(w, id);
  const f = bank === undefined ? businessRow(w, id) : undefined;
  if (bank === undefined && f === undefined) return undefined;
  const staff = f === undefined ? [] : (w.lists.staff[f] as Rows);
  const paidTick = Math.floor((w.tick - 1) / TICKS_PER_MONTH) * TICKS_PER_MONTH;
  const { grade, hiredTick, gross, income } = w.actor;
  const hasPaid = paidTick > 0 && f !== undefined && paidWagesAt(w, f, paidTick);
  const paid = staff.filter((h) => hasPaid && hiredTick[h] < paidTick);
  const total = (column: Float64Array): bigint => paid.reduce((sum, h) => sum + marks(column[h] ?? 0), 0n);
  const [allGross, allNet] = [total(gross), total(income)];
  return {
    businessId: id as BusinessId,
    employees: staff.map((h) => ({
      actorId: actorId(w, h) as ActorId,
      name: nameOfActor(w, h),
      role: typeOfBusiness(w, f as number),
      grade: grade[h],
      wage: marks(w.business.wage[f as number] * gradeFactor(grade[h])),
      state: 'ACTIVE' as const,
      hiredTick: hiredTick[h],
      endedTick: null,
      lastPaidTick: hasPaid && hiredTick[h] < paidTick ? paidTick : null,
    })),
    items: paid.map((h) => ({
      id: `${paidTick}/${actorId(w, h)}`,
      tick: paidTick,
      actorId: actorId(w, h) as ActorId,
      gross: marks(gross[h]),
      tax: marks(gross[h] - income[h]),
      net: marks(income[h]),
      paidBp: Math.round(10_000 * w.business.paidShare[f as number]),
      journalId: null,
    })),
    totals: { workers: paid.length, gross: allGross, tax: allGross - allNet, net: allNet },
  };
}

function businessLoan(w: World, f: number): LoanView {
  const { debt, lent, lentTick, city } = w.business;
  const bank = city[f];
  return {
    id: loanId(w, f) as LoanId,
    bankId: bankId(w, bank) as BusinessId,
    borrower: { type: 'business', id: businessId(w, f) },
    principal: marks(lent[f]),
    outstanding: marks(debt[f]),
    rateBpMonth: Math.round((w.bank.rate[bank] + w.bank.spread[bank]) * 10_000),
    instalment: marks(Math.ceil(debt[f] * w.params.amortisation)),
    issuedTick: lentTick[f],
    dueTick: null,
    status: debt[f] > 0 ? 'ACTIVE' : 'REPAID',
  };
}

function personalLoans(w: World): { bank: number; loan: LoanView }[] {
  return w.side.loans.map((loan) => ({
    bank: loan.bank,
    loan: {
      id: worldId(w, 'personalLoan', loan.id) as LoanId,
      bankId: bankId(w, loan.bank) as BusinessId,
      borrower: { type: 'actor' as const, id: actorId(w, loan.actor) },
      principal: marks(loan.principal),
      outstanding: marks(loan.outstanding),
      rateBpMonth: Math.round(loan.rate * 10_000),
      instalment: marks(loan.instalment),
      issuedTick: loan.issuedTick,
      dueTick: loan.dueTick,
      status: loan.status,
    },
  }));
}

/** Loans of a business as borrower or, for a bank, as lender. */
export function viewLoans(w: World, id: string): LoanView[] | undefined {
  const bank = bankRow(w, id);
  const f = bank === undefined ? businessRow(w, id) : undefined;
  if (f !== undefined) return w.business.lent[f] > 0 ? [businessLoan(w, f)] : [];
  if (bank === undefined) return undefined;
  const found: LoanView[] = [];
  for (let g = 0; g < w.rows.business; g++) {
    if (w.business.city[g] === bank && w.business.lent[g] > 0) found.push(businessLoan(w, g));
  }
  for (const one of personalLoans(w)) if (one.bank === bank) found.push(one.loan);
  return found;
}

export function viewVacancies(w: World, id: string): Vacancy[] | undefined {
  const c = cityRow(w, id);
  if (c === undefined) return undefined;
  const month = Math.floor(w.tick / TICKS_PER_MONTH) * TICKS_PER_MONTH;
  const found: Vacancy[] = [];
  for (const f of w.lists.byCity[c] as Rows) {
    const count = w.business.vacancies[f];
    if (count <= 0) continue;
    const offer = { businessId: businessId(w, f) as BusinessId, cityId: id as CityId, role: null };
    found.push(Object.assign(offer, { wage: marks(w.business.wage[f]), count, postedTick: month }));
  }
  const open = openPosts(w, c);
  for (const [role, name] of PUBLIC_ROLES.entries()) {
    const count = Math.floor((open + PUBLIC_ROLES.length - 1 - role) / PUBLIC_ROLES.length);
    if (count <= 0) continue;
    const offer = { businessId: null, cityId: id as CityId, role: name };
    found.push(Object.assign(offer, { wage: marks(publicPay(w, c, role)), count, postedTick: month }));
  }
  return found;
}

export function openPosts(w: World, c: number): number {
  return Math.max(0, postTarget(w, c, w.city.population[c]) - filledPosts(w, c));
}

export function filledPosts(w: World, c: number): number {
  let filled = 0;
  for (let h = 0; h < w.rows.actor; h++) if (w.actor.city[h] === c && w.actor.publicPost[h] > 0) filled++;
  return filled;
}
