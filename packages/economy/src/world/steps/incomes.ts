/** Step o: public wages, benefits, the reservation wage, and the levy on large purses. */
import { creditWork, isEntitled, useCredit } from '../arrivals.ts';
import type { Rows } from '../columns.ts';
import { emitActor, Mass } from '../events.ts';
import { cityId } from '../ids.ts';
import { gradeFactor, isUnemployed } from '../labour.ts';
import { TAXES } from '../layout.ts';
import { actorAccount, cityAccount, move } from '../ledger.ts';
import { PUBLIC_ROLES } from '../params.ts';
import { residents, type World } from '../state.ts';
import { findWish } from '../wishes.ts';
import { LEAST_WAGE } from './limits.ts';

const [OLD, NEW] = [0.9, 0.1] as const;
/** A business without staff counts with a small weight, because its wage is an offer. */
const OFFER_WEIGHT = 0.1;
/** The reservation wage of an unemployed actor falls by a tenth each month. */
const PATIENCE = 0.9;

export function payIncomes(w: World): void {
  const people = residents(w);
  const benefits = new Mass(w);
  for (let c = 0; c < w.rows.city; c++) {
    const local = people[c] as Rows;
    followWages(w, c);
    payServants(w, c, local);
    payBenefits(w, c, local, benefits);
    reviseClaims(w, c, local);
    levyWealth(w, c, local);
  }
  benefits.tell(w, 'actor.benefit_paid', cityId);
}

function followWages(w: World, c: number): void {
  let [sum, weight] = [0, 0];
  for (const f of w.lists.byCity[c] as Rows) {
    const units = w.business.units[f] + OFFER_WEIGHT;
    sum += w.business.wage[f] * units;
    weight += units;
  }
  if (weight === 0) return;
  w.city.publicWage[c] = Math.max(LEAST_WAGE, Math.round(OLD * w.city.publicWage[c] + (NEW * sum) / weight));
}

export const publicPay = (w: World, c: number, role: number): number =>
  w.city.publicWage[c] * w.city.salaryFactor[c * PUBLIC_ROLES.length + role];

function payServants(w: World, c: number, people: Rows): void {
  const { publicPost, grade, gross, income } = w.actor;
  const [treasury, taxPlace] = [cityAccount(c), c * TAXES.length];
  for (const h of people) {
    if (publicPost[h] === 0) continue;
    const pay = publicPay(w, c, publicPost[h] - 1) * gradeFactor(grade[h]);
    gross[h] = move(w, treasury, actorAccount(h), Math.min(pay, w.city.deposit[c]), 'WAGE');
    const tax = move(w, actorAccount(h), treasury, gross[h] * w.city.incomeTax[c], 'TAX');
    income[h] = gross[h] - tax;
    creditWork(w, h, gross[h]);
    w.city.taxes[taxPlace] += tax;
    w.city.spending[c] += gross[h];
    emitActor(w, 'actor.paid', h, { amount: gross[h], counterpartyId: cityId(w, c) });
  }
}

function payBenefits(w: World, c: number, people: Rows, told: Mass): void {
  let unemployed = 0;
  for (const h of people) if (isUnemployed(w, h) && isEntitled(w, h)) unemployed++;
  const share = Math.floor(w.city.deposit[c] / Math.max(1, unemployed));
  for (const h of people) {
    if (!isUnemployed(w, h)) continue;
    if (!isEntitled(w, h)) {
      w.actor.income[h] = 0;
      w.actor.gross[h] = 0;
      continue;
    }
    useCredit(w, h);
    const amount = Math.min(w.city.benefit[c] * w.city.publicWage[c], share, w.city.deposit[c]);
    const paid = move(w, cityAccount(c), actorAccount(h), amount, 'BENEFIT');
    w.actor.income[h] = paid;
    w.actor.gross[h] = paid;
    w.city.spending[c] += paid;
    told.add(c, paid);
    emitActor(w, 'actor.benefit_paid', h, { amount: paid, counterpartyId: cityId(w, c) });
  }
}

function reviseClaims(w: World, c: number, people: Rows): void {
  const { reservationWage, employer, publicPost } = w.actor;
  const floor = w.city.benefit[c] * w.city.publicWage[c];
  for (const h of people) {
    if (employer[h] >= 0) reservationWage[h] = Math.max(reservationWage[h], w.business.wage[employer[h]]);
    else if (publicPost[h] === 0) reservationWage[h] = Math.max(floor, reservationWage[h] * PATIENCE);
    const asked = w.side.wishes.length === 0 ? undefined : findWish(w, h, 'wage');
    if (asked !== undefined) reservationWage[h] = asked.value;
  }
}

function levyWealth(w: World, c: number, people: Rows): void {
  const { deposit } = w.actor;
  for (const h of people) {
    const over = deposit[h] - w.params.levyThreshold * w.city.publicWage[c];
    if (over <= 0) continue;
    w.city.taxes[c * TAXES.length + 2] += move(w, actorAccount(h), cityAccount(c), over * w.params.levy, 'TAX');
  }
}
