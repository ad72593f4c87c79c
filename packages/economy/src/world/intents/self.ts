/** Intents that use an actor's own time and money. */

import { MEET_EFFECT, REST_EFFECT, STUDY_EFFECT } from '../choice.ts';
import { emit } from '../events.ts';
import { ownMarks } from '../granted.ts';
import { actorId, actorRow } from '../ids.ts';
import { gradeFactor } from '../labour.ts';
import { TAXES } from '../layout.ts';
import { actorAccount, cityAccount, move } from '../ledger.ts';
import { meet } from '../meetings.ts';
import { addNeed, ENERGY, PURPOSE } from '../needs.ts';
import { HOURS_PER_DAY, SECTOR_COUNT, SECTORS } from '../params.ts';
import { isApproachable } from '../presence.ts';
import { typeNumber } from '../seed/types.ts';
import type { World } from '../state.ts';
import { setWish } from '../wishes.ts';
import { covered, define } from './definition.ts';
import { STUDY_FEE_PER_HOUR } from './limits.ts';

const WISH_TICKS = 28 * HOURS_PER_DAY;
const TRANSFERS_PER_DAY = 10;
const ENERGY_PER_HOUR = 2;
/** Hours of the best skill that each next grade requires. */
const GRADE_HOURS = [400, 1200, 3600] as const;
const REMEMBERED_TICKS = 90 * HOURS_PER_DAY;
/** The owner's wage claim must stay near the local wages. */
const [LEAST_CLAIM, MOST_CLAIM] = [0.2, 3] as const;

export const transfer = define('INTENT_TRANSFER', {
  check: (w, h, { toActorId, amount }) => {
    const target = actorRow(w, toActorId);
    if (target === undefined || target === h) return 'target_not_found';
    if (amount <= 0n) return 'out_of_range';
    const today = w.side.transfers.filter(({ from, tick }) => from === h && tick > w.tick - HOURS_PER_DAY).length;
    if (today >= TRANSFERS_PER_DAY) return 'daily_limit';
    return covered(ownMarks(w, h), Number(amount));
  },
  effect: (_w, _h, { amount }) => ({ money: -Number(amount), needs: { social: 2 } }),
  apply: (w, h, { toActorId, amount, memo }) => {
    const target = actorRow(w, toActorId) as number;
    move(w, actorAccount(h), actorAccount(target), Number(amount), 'TRANSFER');
    w.side.transfers = w.side.transfers.filter(({ tick }) => tick > w.tick - REMEMBERED_TICKS);
    w.side.transfers.push({ from: h, to: target, tick: w.tick });
    const data = { toActorId, amount: amount.toString(), memo: memo ?? null };
    emit(w, 'transfer.sent', { actor: h, subject: { type: 'actor', id: actorId(w, h) }, data });
  },
});

export const rest = define('INTENT_REST', {
  check: () => null,
  effect: () => REST_EFFECT,
  apply: (w, h, { hours }) => addNeed(w, h, ENERGY, hours * ENERGY_PER_HOUR),
});

export const socialise = define('INTENT_SOCIALISE', {
  check: (w, h, { targetActorId }) => {
    if (targetActorId === undefined) return null;
    const target = actorRow(w, targetActorId);
    if (target === undefined || target === h) return 'target_not_found';
    if (!isApproachable(w, target)) return 'not_resident';
    return w.actor.city[target] === w.actor.city[h] ? null : 'wrong_city';
  },
  effect: () => MEET_EFFECT,
  apply: (w, h, { targetActorId }) =>
    meet(w, h, targetActorId === undefined ? -1 : (actorRow(w, targetActorId) as number)),
});

const hasSchool = (w: World, city: number): boolean =>
  w.lists.byCity[city]?.some((f) => w.business.type[f] === typeNumber('SCHOOL')) ?? false;
const studyFee = (w: World, h: number, hours: number): number =>
  Math.floor(STUDY_FEE_PER_HOUR * hours * w.city.publicWage[w.actor.city[h]]);

export const study = define('INTENT_STUDY', {
  check: (w, h, { hours }) => {
    if (w.actor.grade[h] >= GRADE_HOURS.length) return 'max_grade';
    if (!hasSchool(w, w.actor.city[h])) return 'no_school';
    return covered(w.actor.deposit[h], studyFee(w, h, hours));
  },
  effect: (w, h, { hours }) => ({ needs: STUDY_EFFECT.needs ?? {}, money: -studyFee(w, h, hours) }),
  apply: (w, h, { skill, hours }) => {
    const c = w.actor.city[h];
    const fee = move(w, actorAccount(h), cityAccount(c), studyFee(w, h, hours), 'FEE');
    w.city.taxes[c * TAXES.length + 4] += fee;
    const place = h * SECTOR_COUNT + SECTORS.indexOf(skill);
    w.actor.xp[place] += hours;
    addNeed(w, h, PURPOSE, 5);
    const grade = w.actor.grade[h];
    if (w.actor.xp[place] < (GRADE_HOURS[grade] ?? Number.POSITIVE_INFINITY)) return;
    raiseGrade(w, h);
    emit(w, 'actor.skill_gained', {
      actor: h,
      subject: { type: 'actor', id: actorId(w, h) },
      data: { skill, grade: grade + 1 },
    });
  },
});

/** The employer's payroll holds the sum of grade factors, so it changes with the grade. */
function raiseGrade(w: World, h: number): void {
  const employer = w.actor.employer[h];
  if (employer >= 0) w.business.units[employer] -= gradeFactor(w.actor.grade[h]);
  w.actor.grade[h] += 1;
  if (employer >= 0) w.business.units[employer] += gradeFactor(w.actor.grade[h]);
}

export const setSavingsGoal = define('INTENT_SET_SAVINGS_GOAL', {
  check: () => null,
  apply: (w, h, { shareBp }) =>
    setWish(w, { actor: h, kind: 'savings', value: shareBp, other: 0, untilTick: w.tick + WISH_TICKS }),
});

export const setReservationWage = define('INTENT_SET_RESERVATION_WAGE', {
  check: (w, h, { amount }) => {
    const wages = Number(amount) / w.city.publicWage[w.actor.city[h]];
    return wages < LEAST_CLAIM || wages > MOST_CLAIM ? 'out_of_range' : null;
  },
  apply: (w, h, { amount }) => {
    w.actor.reservationWage[h] = Number(amount);
    setWish(w, { actor: h, kind: 'wage', value: Number(amount), other: 0, untilTick: w.tick + WISH_TICKS });
  },
});
