/** Step t: where spending exceeds the capacity of shops, an actor with savings opens a business. */

import type { Rows } from '../columns.ts';
import { emit } from '../events.ts';
import { growth } from '../exact.ts';
import { actorId, businessId } from '../ids.ts';
import { BUSINESS_STATUS, LEVERS, SKILL_SLOTS } from '../layout.ts';
import { actorAccount, businessAccount, move } from '../ledger.ts';
import { DAYS_PER_MONTH, SECTOR_COUNT, SECTORS } from '../params.ts';
import { drawActor } from '../presence.ts';
import type { Dice } from '../rng.ts';
import { drawType } from '../seed/types.ts';
import { indexBusinesses, type World } from '../state.ts';
import { diceFor } from './dice.ts';
import { NO_REVENUE_YET } from './limits.ts';
import { productivityLevel } from './productivity.ts';

const CANDIDATES = 13;
/** A founder needs the capital times this factor. */
const SAFETY = 1.2;
/** The demand that a new business expects, in months of one worker's output. */
const FIRST_DEMAND = 2;

export function openBusinesses(w: World): void {
  const dice = diceFor(w, 'entry');
  for (let f = 0; f < w.rows.business; f++) {
    if (w.business.status[f] === BUSINESS_STATUS.active || dice.uniform() >= w.params.foundingChance) continue;
    const founder = richestOf(w, dice);
    const place = bestPlace(w, dice);
    const [city, sector] = [Math.floor(place / SECTOR_COUNT), place % SECTOR_COUNT];
    const capital = Math.floor(w.city.publicWage[city] * w.params.foundingCapital);
    if (w.actor.deposit[founder] <= capital * SAFETY) continue;
    openBusiness(w, { slot: f, founder, city, sector, capital, type: drawType(sector, dice), dice });
    (w.lists.byCitySector[place] as Rows).push(f);
  }
  indexBusinesses(w);
}

function richestOf(w: World, dice: Dice): number {
  const { deposit } = w.actor;
  let best = drawActor(w, dice);
  for (let draw = 1; draw < CANDIDATES; draw++) {
    const h = drawActor(w, dice);
    if (deposit[h] > deposit[best]) best = h;
  }
  return best;
}

/** The city and sector with the most spending per shop, estimated with noise. */
function bestPlace(w: World, dice: Dice): number {
  let [best, most] = [0, -1];
  for (let place = 0; place < w.rows.city * SECTOR_COUNT; place++) {
    const shops = (w.lists.byCitySector[place] as Rows).length + 1;
    const score = (w.city.planned[place] / shops) * (0.5 + dice.uniform());
    if (score > most) [best, most] = [place, score];
  }
  return best;
}

type Opening = {
  slot: number;
  founder: number;
  city: number;
  sector: number;
  capital: number;
  type: number;
  dice: Dice;
};

/** Callers must reindex the businesses afterwards. */
export function openBusiness(w: World, opening: Opening): void {
  const { slot: f, founder, city, sector, capital, dice } = opening;
  const { business, params } = w;
  business.generation[f] += business.foundedTick[f] === 0 && business.status[f] === BUSINESS_STATUS.dormant ? 0 : 1;
  for (const name of [
    'stock',
    'demandNow',
    'notice',
    'vacancies',
    'hadVacancies',
    'fullMonths',
    'idleMonths',
  ] as const) {
    business[name][f] = 0;
  }
  for (const name of ['missedPayroll', 'debt', 'units', 'revenueNow', 'costsLast', 'quits', 'lent'] as const) {
    business[name][f] = 0;
  }
  for (const name of ['opening', 'produced', 'spoiled', 'sold'] as const) business[name][f] = 0;
  business.manualUntil.fill(0, f * LEVERS.length, (f + 1) * LEVERS.length);
  business.skills.fill(-1, f * SKILL_SLOTS, (f + 1) * SKILL_SLOTS);
  business.status[f] = BUSINESS_STATUS.active;
  business.city[f] = city;
  business.sector[f] = sector;
  business.type[f] = opening.type;
  business.owner[f] = founder;
  business.productivity[f] = growth(
    productivityLevel(w, w.lists.byCity[city] as Rows) + params.productivitySpread * dice.normal(),
  );
  business.price[f] = meanPrice(w, city, sector);
  business.wage[f] = w.city.publicWage[city];
  business.expectedDemand[f] = params.output * DAYS_PER_MONTH * FIRST_DEMAND;
  business.revenueLast[f] = NO_REVENUE_YET;
  business.bonus[f] = 1;
  business.paidShare[f] = 1;
  business.foundedTick[f] = w.tick;
  w.side.businessNames = w.side.businessNames.filter(([row]) => row !== f);
  move(w, actorAccount(founder), businessAccount(f), capital, 'CAPITAL');
  w.city.founded[city] += 1;
  const data = { sector: SECTORS[sector], type: opening.type, ownerId: actorId(w, founder) };
  emit(w, 'business.founded', {
    business: f,
    city,
    actor: founder,
    subject: { type: 'business', id: businessId(w, f) },
    data,
  });
}

function meanPrice(w: World, city: number, sector: number): number {
  const local = w.lists.byCitySector[city * SECTOR_COUNT + sector] as Rows;
  const seen = local.length > 0 ? local : (w.lists.bySector[sector] as Rows);
  let sum = 0;
  for (const f of seen) sum += w.business.price[f];
  return seen.length > 0 ? Math.round(sum / seen.length) : firstPrice(w);
}

export const firstPrice = (w: World): number =>
  Math.round((w.params.wage / (w.params.output * DAYS_PER_MONTH)) * w.params.priceMarkup);
