/** The initial state: people, businesses, homes and money, all derived from the seed. */
import { openArrivals } from './arrivals.ts';
import type { Rows } from './columns.ts';
import { adoptOwnerTrades } from './consents.ts';
import { growth } from './exact.ts';
import { addDwelling, CITY_OWNED, moveIn } from './homes.ts';
import { gradeFactor, hire } from './labour.ts';
import { ACTOR_FLAGS, BUSINESS_STATUS, NEEDS, TAXES, TRAITS } from './layout.ts';
import { actorAccount, bankAccount, businessAccount, cityAccount, issue, PROTOCOL } from './ledger.ts';
import {
  CURRENT_RULES,
  DAYS_PER_MONTH,
  GRADE_SHARE,
  MARK,
  type ParamsChange,
  PUBLIC_ROLES,
  SECTOR_COUNT,
  TIER_SHARE,
  toParams,
} from './params.ts';
import { adoptPlayerLimits } from './player-limits.ts';
import type { Dice } from './rng.ts';
import { cityNames } from './seed/cities.ts';
import { drawType } from './seed/types.ts';
import { addRow, emptyWorld, indexBusinesses, indexIds, lists, openBooks, roomFor, type World } from './state.ts';
import { firstPrice } from './steps/business-openings.ts';
import { diceFor } from './steps/dice.ts';
import { wealthSteps } from './steps/month-statistics.ts';

/** A new world uses the current rules, whatever state it starts from. */
export function adoptRules(w: World): World {
  const switches = Object.freeze({ ...w.params.switches, ...CURRENT_RULES.switches });
  w.params = Object.freeze({ ...w.params, switches });
  openArrivals(w);
  adoptPlayerLimits(w);
  adoptOwnerTrades(w);
  return w;
}

/** A built-in validator that is a resident from the first hour. */
type FirstValidator = { readonly actorId: string; readonly name: string };
type GenesisOptions = {
  readonly validators?: readonly FirstValidator[];
  readonly cityNames?: readonly string[];
};

const [FIRST_RESERVATION, FIRST_INCOME, FIRST_RENT] = [0.9, 0.85, 0.2] as const;
/** Initial money in wages: for an actor of grade 1, and for a treasury and a bank per resident. */
const [PURSE, TREASURY] = [2, 1.2] as const;
const FIRST_STAFF = 9;
const [OWNED_SHARE, PRIVATE_SHARE] = [0.3, 0.5] as const;
const LANDLORD_DRAWS = 6;
const GOLDEN_RATIO = 0.6180339887;
const SECTOR_SHARE = [0.33, 0.68, 0.93, 1] as const;
const FIRST_LOSS_RATE = 0.005;
const FIRST_RATE = 0.008;
const FIRST_NEED = 70;
export const FIRST_REPUTATION = 60;
/** Autonomy of a linked actor, in per cent. Other residents have no owner. */
export const FIRST_AUTONOMY = 20;
const VALIDATOR_STAKE = 1000 * MARK;

export function createWorld(change: ParamsChange, seed: number, options: GenesisOptions = {}): World {
  const params = toParams(change);
  const w = emptyWorld(params, seed, roomFor(params));
  openBooks(w);
  const dice = diceFor(w, 'genesis');
  foundCities(w, options);
  for (let h = 0; h < params.actors; h++) addActor(w, h % params.cities, dice);
  foundBusinesses(w, dice);
  buildHomes(w, dice);
  hireFirst(w, dice);
  seatValidators(w, options.validators ?? []);
  w.nation.wealthSteps = wealthSteps(w);
  openArrivals(w);
  return w;
}

function foundCities(w: World, options: GenesisOptions): void {
  const { params } = w;
  const heads = params.actors / params.cities;
  w.rows.city = params.cities;
  w.rows.bank = params.cities;
  w.rows.flow = params.cities * params.cities;
  w.rows.fund = w.room.fund;
  w.side.cityNames = [...(options.cityNames ?? cityNames(params.cities))];
  w.lists.vacant = lists(params.cities);
  w.lists.byCity = lists(params.cities);
  w.lists.bySector = lists(SECTOR_COUNT);
  w.lists.byCitySector = lists(params.cities * SECTOR_COUNT);
  for (let c = 0; c < params.cities; c++) {
    openCity(w, c);
    issue(w, cityAccount(c), Math.floor(params.wage * heads * TREASURY), 'GRANT');
    issue(w, bankAccount(c), Math.floor(params.wage * heads * params.bankFloor), 'CAPITAL');
    w.bank.lossRate[c] = FIRST_LOSS_RATE;
    w.bank.rate[c] = FIRST_RATE;
    w.bank.leverage[c] = params.leverage;
  }
}

function openCity(w: World, c: number): void {
  const { city, params } = w;
  city.publicWage[c] = params.wage;
  city.rentIndex[c] = Math.round(params.wage * FIRST_RENT);
  city.vacancyRate[c] = params.vacancyTarget;
  city.incomeTax[c] = params.incomeTax;
  city.profitTax[c] = params.profitTax;
  city.taxYearStart[c * 2] = params.incomeTax;
  city.taxYearStart[c * 2 + 1] = params.profitTax;
  city.benefit[c] = params.benefit;
  city.publicPosts[c] = params.publicPosts;
  city.salaryFactor.fill(1, c * PUBLIC_ROLES.length, (c + 1) * PUBLIC_ROLES.length);
  city.taxes.fill(0, c * TAXES.length, (c + 1) * TAXES.length);
  city.cpi[c] = 1;
}

/** Adds a resident with a purse. A newcomer is funded elsewhere. */
export function addActor(w: World, city: number, dice: Dice, isNewcomer = false): number {
  const h = addRow(w, 'actor');
  const { actor, params } = w;
  actor.city[h] = city;
  actor.grade[h] = isNewcomer ? 1 : dice.pick(GRADE_SHARE);
  actor.reservationWage[h] = w.city.publicWage[city] * FIRST_RESERVATION;
  actor.income[h] = w.city.publicWage[city] * FIRST_INCOME;
  actor.turn[h] = h;
  actor.bornTick[h] = w.tick;
  actor.needTick[h] = w.tick;
  actor.reputation[h] = FIRST_REPUTATION;
  actor.autonomy[h] = 100;
  actor.mood[h] = FIRST_NEED;
  actor.foodFill[h] = 100;
  actor.serviceFill[h] = 100;
  actor.needs.fill(FIRST_NEED, h * NEEDS.length, (h + 1) * NEEDS.length);
  for (let t = 0; t < TRAITS.length; t++) actor.traits[h * TRAITS.length + t] = dice.below(256);
  w.city.population[city] += 1;
  if (!isNewcomer) issue(w, actorAccount(h), Math.floor(params.wage * gradeFactor(actor.grade[h]) * PURSE), 'GRANT');
  return h;
}

function foundBusinesses(w: World, dice: Dice): void {
  const { params, business } = w;
  const first = Math.max(1, Math.floor(params.actors * params.businessesPerActor));
  w.rows.business = w.room.business;
  w.lists.staff = lists(w.rows.business);
  business.bonus.fill(1);
  for (let f = 0; f < Math.min(first, w.rows.business); f++) {
    business.status[f] = BUSINESS_STATUS.active;
    business.sector[f] = sectorOf(f);
    business.type[f] = drawType(business.sector[f], dice);
    business.city[f] = f % params.cities;
    business.price[f] = firstPrice(w);
    business.wage[f] = params.wage;
    business.expectedDemand[f] = params.output * DAYS_PER_MONTH * FIRST_STAFF;
    business.stock[f] = business.expectedDemand[f] * 0.5;
    business.opening[f] = business.stock[f];
    business.owner[f] = (f * 7) % params.actors;
    business.productivity[f] = growth(params.productivitySpread * dice.normal());
    business.paidShare[f] = 1;
    issue(w, businessAccount(f), Math.floor((params.wage * params.actors) / first), 'CAPITAL');
  }
  indexBusinesses(w);
}

/** Spreads sectors evenly: adjacent rows of the table differ in sector. */
function sectorOf(f: number): number {
  const place = (f * GOLDEN_RATIO) % 1;
  return SECTOR_SHARE.findIndex((share) => place < share);
}

function buildHomes(w: World, dice: Dice): void {
  const { params } = w;
  const homes = Math.floor((params.actors / params.cities) * params.dwellingsPerActor);
  for (let c = 0; c < params.cities; c++) {
    for (let k = 0; k < homes; k++) addDwelling(w, c, dice.pick(TIER_SHARE), CITY_OWNED);
  }
  for (let h = 0; h < w.rows.actor; h++) {
    const free = w.lists.vacant[w.actor.city[h]] as Rows;
    if (free.length > 0) moveIn(w, h, free[dice.below(free.length)]);
  }
  for (let d = 0; d < w.rows.dwelling; d++) w.dwelling.owner[d] = firstOwner(w, d, dice);
}

/** Some actors own their home, some dwellings belong to landlords of a high grade, and the city owns the rest. */
function firstOwner(w: World, d: number, dice: Dice): number {
  const draw = dice.uniform();
  if (draw < OWNED_SHARE) return w.dwelling.tenant[d];
  if (draw >= PRIVATE_SHARE) return CITY_OWNED;
  let best = dice.below(w.rows.actor);
  for (let look = 1; look < LANDLORD_DRAWS; look++) {
    const other = dice.below(w.rows.actor);
    if (w.actor.grade[other] > w.actor.grade[best]) best = other;
  }
  return best;
}

function hireFirst(w: World, dice: Dice): void {
  for (let h = 0; h < w.rows.actor; h++) {
    const shops = w.lists.byCity[w.actor.city[h]] as Rows;
    if (dice.uniform() < w.params.employedShare && shops.length > 0) hire(w, h, shops[dice.below(shops.length)]);
  }
}

/** Five in the last city, the auditors' guild, the others in turn. Their stakes are in the service's ledger from the start. */
function seatValidators(w: World, validators: readonly FirstValidator[]): void {
  const guild = w.rows.city - 1;
  validators.forEach(({ actorId, name }, index) => {
    const city = index < 5 ? guild : (index - 5) % Math.max(1, guild);
    const row = city + w.rows.city * (index + 1);
    if (row >= w.rows.actor) return;
    w.side.actorIds.push([row, actorId]);
    w.side.actorNames.push([row, name]);
    w.actor.flags[row] |= ACTOR_FLAGS.validator;
    issue(w, PROTOCOL, VALIDATOR_STAKE, 'STAKE');
  });
  indexIds(w);
}
