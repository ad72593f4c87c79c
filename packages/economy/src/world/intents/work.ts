/** Intents about jobs: apply, resign, work overtime. */
import type { PublicRole } from '@assay/protocol';
import { emit } from '../events.ts';
import { actorId, businessId, businessRow } from '../ids.ts';
import { isUnemployed, leaveJob } from '../labour.ts';
import { NEEDS } from '../layout.ts';
import { addNeed, ENERGY } from '../needs.ts';
import { HOURS_PER_DAY, PUBLIC_ROLES, TICKS_PER_MONTH } from '../params.ts';
import type { World } from '../state.ts';
import { postTarget } from '../steps/public-posts.ts';
import { setWish } from '../wishes.ts';
import { define } from './definition.ts';
import { TIRED } from './limits.ts';

const OVERTIME_ENERGY = 10;

const mayHire = (w: World, h: number, f: number, minWage: bigint | undefined): string | null => {
  const { status, vacancies, wage, city } = w.business;
  if (status[f] !== 1 || vacancies[f] <= 0) return 'no_vacancy';
  if (city[f] !== w.actor.city[h]) return 'wrong_city';
  if (minWage !== undefined && wage[f] < Number(minWage)) return 'wage_below_min';
  if (w.actor.publicPost[h] > 0) return 'already_employed';
  const employer = w.actor.employer[h];
  return employer >= 0 && wage[employer] >= wage[f] ? 'already_employed' : null;
};

export const applyJob = define('INTENT_APPLY_JOB', {
  check: (w, h, params) => {
    const f = businessRow(w, params.businessId);
    return f === undefined ? 'target_not_found' : mayHire(w, h, f, params.minWage);
  },
  effect: (w, h, params) => {
    const f = businessRow(w, params.businessId) as number;
    return { money: w.business.wage[f] - w.actor.income[h], needs: { purpose: 4 } };
  },
  apply: (w, h, params) => {
    const f = businessRow(w, params.businessId) as number;
    setWish(w, { actor: h, kind: 'application', value: f, other: 0, untilTick: w.tick + TICKS_PER_MONTH });
  },
  rewrite: (w, h, params) => {
    const wanted = businessRow(w, params.businessId);
    if (wanted === undefined) return undefined;
    const sector = w.business.sector[wanted];
    const shops = w.lists.byCity[w.actor.city[h]] ?? [];
    const other = shops.find((f) => w.business.sector[f] === sector && mayHire(w, h, f, params.minWage) === null);
    if (other === undefined) return undefined;
    const limit = params.minWage === undefined ? {} : { minWage: params.minWage.toString() };
    return Object.assign({ businessId: businessId(w, other) }, limit);
  },
});

export const quitJob = define('INTENT_QUIT_JOB', {
  check: (w, h) => (isUnemployed(w, h) ? 'not_employed' : null),
  effect: (w, h) => ({ money: -w.actor.income[h], needs: { energy: 4, purpose: -4 } }),
  apply: (w, h) => {
    leaveJob(w, h);
    w.actor.publicPost[h] = 0;
    emit(w, 'actor.unemployed', { actor: h, subject: { type: 'actor', id: actorId(w, h) }, data: { reason: 'quit' } });
  },
});

const roleNumber = (role: PublicRole): number => PUBLIC_ROLES.indexOf(role) + 1;

export const applyPublicJob = define('INTENT_APPLY_PUBLIC_JOB', {
  check: (w, h) => {
    if (w.actor.publicPost[h] > 0) return 'already_employed';
    const c = w.actor.city[h];
    let filled = 0;
    for (let other = 0; other < w.rows.actor; other++) {
      if (w.actor.city[other] === c && w.actor.publicPost[other] > 0) filled++;
    }
    return filled >= postTarget(w, c, w.city.population[c]) ? 'no_vacancy' : null;
  },
  effect: (w, h) => ({ money: w.city.publicWage[w.actor.city[h]] - w.actor.income[h], needs: { purpose: 4 } }),
  apply: (w, h, { role }) =>
    setWish(w, {
      actor: h,
      kind: 'publicPost',
      value: roleNumber(role),
      other: 0,
      untilTick: w.tick + TICKS_PER_MONTH + 1,
    }),
});

export const workOvertime = define('INTENT_WORK_OVERTIME', {
  check: (w, h) => {
    if (w.actor.employer[h] < 0) return 'not_employed';
    return w.actor.needs[h * NEEDS.length + ENERGY] <= TIRED ? 'too_tired' : null;
  },
  effect: (w, h, { days }) => ({ money: (w.actor.income[h] * 0.15 * days) / 28, needs: { energy: -OVERTIME_ENERGY } }),
  apply: (w, h, { days }) => {
    addNeed(w, h, ENERGY, -OVERTIME_ENERGY * days);
    setWish(w, {
      actor: h,
      kind: 'overtime',
      value: days,
      other: w.tick + days * HOURS_PER_DAY,
      untilTick: w.tick + TICKS_PER_MONTH,
    });
  },
});
