/** Step h: a day of production, and spoilage. */
import type { Rows } from '../columns.ts';
import { emit } from '../events.ts';
import { businessId } from '../ids.ts';
import { gradeFactor } from '../labour.ts';
import { SKILL_SLOTS } from '../layout.ts';
import { attendance } from '../needs.ts';
import { FOOD, SERVICES } from '../params.ts';
import type { World } from '../state.ts';

const OVERTIME = 0.15;
const MOST_BONUS = 0.1;

export function produce(w: World): void {
  const { params, business } = w;
  const { status, sector, city, stock, productivity, bonus, opening, produced, spoiled, sold, price } = business;
  refreshBonuses(w);
  const extra = overtimeUnits(w);
  for (let f = 0; f < w.rows.business; f++) {
    if (status[f] !== 1) continue;
    const s = sector[f];
    const share = s === FOOD ? params.spoilageFood : s === SERVICES ? params.spoilageServices : 0;
    const units = presentUnits(w, f) + (extra.get(f) ?? 0);
    const made = params.output * productivity[f] * units * (s === FOOD ? 1 + w.nation.harvest : 1) * bonus[f];
    opening[f] = stock[f];
    spoiled[f] = stock[f] * share;
    produced[f] = made;
    sold[f] = 0;
    stock[f] = stock[f] - spoiled[f] + made;
    w.city.output[city[f]] += made;
    w.city.outputNominal[city[f]] += made * price[f];
  }
}

/** All staff, or with `attendance` those who are well enough to work. */
function presentUnits(w: World, f: number): number {
  if (!w.params.switches.attendance) return w.business.units[f];
  let units = 0;
  for (const h of w.lists.staff[f] as Rows) units += gradeFactor(w.actor.grade[h]) * attendance(w, h);
  return units;
}

function overtimeUnits(w: World): Map<number, number> {
  const extra = new Map<number, number>();
  for (const { kind, actor, other } of w.side.wishes) {
    const employer = w.actor.employer[actor];
    if (kind !== 'overtime' || other <= w.tick || employer < 0) continue;
    extra.set(employer, (extra.get(employer) ?? 0) + OVERTIME * gradeFactor(w.actor.grade[actor]));
  }
  return extra;
}

/** Certified skills give a bonus while their certificate is valid. */
function refreshBonuses(w: World): void {
  if (w.side.certificates.length === 0) return;
  const { skills, bonus, status, city } = w.business;
  for (let f = 0; f < w.rows.business; f++) {
    if (status[f] !== 1) continue;
    let sum = 0;
    let lost: string | undefined;
    for (let place = f * SKILL_SLOTS; place < (f + 1) * SKILL_SLOTS; place++) {
      const skill = skills[place] < 0 ? undefined : w.side.certificates[skills[place]];
      if (skill?.valid === true) sum += skill.bonusBp / 10_000;
      else if (skill !== undefined) lost = skill.id;
    }
    const now = 1 + Math.min(MOST_BONUS, sum);
    const id = businessId(w, f);
    if (now < bonus[f] && lost !== undefined) {
      const data = { certificateId: lost, reason: 'certificate_not_valid' };
      emit(w, 'business.skill_lost', { business: f, city: city[f], subject: { type: 'business', id }, data });
    }
    bonus[f] = now;
  }
}
