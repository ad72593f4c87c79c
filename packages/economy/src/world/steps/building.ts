/** Step j: maintenance and construction of dwellings. Both are work bought from builders. */
import type { Rows } from '../columns.ts';
import { emit } from '../events.ts';
import { clamp } from '../exact.ts';
import { addDwelling, CITY_OWNED, tierFactor } from '../homes.ts';
import { projectId, propertyId } from '../ids.ts';
import { accountKind, accountRow, actorAccount, balanceOf, businessAccount, cityAccount, move } from '../ledger.ts';
import { CONSTRUCTION, SECTOR_COUNT, TIER_SHARE } from '../params.ts';
import { ASKED_MAX, homesByBudget, isOverdue, isUnfunded } from '../player-limits.ts';
import type { Dice } from '../rng.ts';
import type { Project } from '../side.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';

export const STAGES = 6;
/** A city builds when its treasury holds this many reference wages per resident. */
const BUILDING_RESERVE = 0.5;
const NEW_SHARE = 0.002;
const DONE = 1e-6;

export function build(w: World): void {
  const dice = diceFor(w, 'building');
  for (let d = 0; d < w.rows.dwelling; d++) {
    if (w.dwelling.standing[d] === 0) continue;
    const [owner, city] = [w.dwelling.owner[d], w.dwelling.city[d]];
    const payer = owner === CITY_OWNED ? cityAccount(city) : actorAccount(owner);
    buyWork(w, { payer, city, units: w.params.upkeep * tierFactor(w.dwelling.tier[d]), dice });
  }
  for (let c = 0; c < w.rows.city; c++) openProjects(w, c, dice);
  for (const project of w.side.projects) workOn(w, project, dice);
  w.side.projects = w.side.projects.filter((project) => !complete(w, project) && !isOverdue(w, project));
}

/** Builds by need, or further as far as the city's building budget allows. */
function openProjects(w: World, c: number, dice: Dice): void {
  const { deposit, publicWage, vacancyRate, population, buildingBudget } = w.city;
  const isShort = vacancyRate[c] < w.params.buildTrigger;
  const isRich = deposit[c] > BUILDING_RESERVE * publicWage[c] * population[c];
  const byNeed = isShort && isRich ? Math.ceil(NEW_SHARE * population[c]) : 0;
  const price = buildingQuote(w, c, 1);
  const affordable = price > 0 ? Math.floor(Math.min(buildingBudget[c], deposit[c] / 2) / price) : 0;
  const byBudget = homesByBudget(w, c, affordable);
  for (let k = 0; k < Math.max(byNeed, byBudget); k++) {
    orderBuilding(w, {
      city: c,
      tier: dice.pick(TIER_SHARE),
      payer: cityAccount(c),
      owner: CITY_OWNED,
      forSale: false,
    });
  }
}

export function orderBuilding(
  w: World,
  order: Pick<Project, 'city' | 'tier' | 'payer' | 'owner' | 'forSale'>,
): Project {
  const project: Project = {
    id: w.side.nextId++,
    city: order.city,
    tier: order.tier,
    payer: order.payer,
    owner: order.owner,
    forSale: order.forSale,
    remaining: w.params.buildWork,
    stage: 0,
    orderedTick: w.tick,
  };
  w.side.projects.push(project);
  const kind = accountKind(order.payer) === 0 ? 'actor' : accountKind(order.payer) === 2 ? 'city' : 'federal';
  const data = {
    projectId: projectId(w, project.id),
    tier: order.tier,
    payer: kind,
    price: buildingQuote(w, order.city, 1),
  };
  emit(w, 'building.ordered', { city: order.city, subject: { type: 'project', id: data.projectId }, data });
  return project;
}

/** The cost of `count` dwellings at the mean price of the builders within reach; 0 without a builder. */
export function buildingQuote(w: World, city: number, count: number): number {
  const builders = buildersFor(w, city);
  let sum = 0;
  for (const f of builders) sum += w.business.price[f];
  return builders.length === 0 ? 0 : Math.ceil((sum / builders.length) * w.params.buildWork * count);
}

export function buildersFor(w: World, city: number): Rows {
  const local = w.lists.byCitySector[city * SECTOR_COUNT + CONSTRUCTION] as Rows;
  return local.length > 0 ? local : (w.lists.bySector[CONSTRUCTION] as Rows);
}

function workOn(w: World, project: Project, dice: Dice): void {
  if (isUnfunded(w, project, buildingQuote(w, project.city, 1) / STAGES)) return;
  const units = Math.min(project.remaining, w.params.buildWork / STAGES);
  const before = balanceOf(w, project.payer);
  const done = buyWork(w, { payer: project.payer, city: project.city, units, dice });
  if (done <= 0) return;
  project.remaining -= done;
  project.stage += 1;
  const data = { stage: project.stage, amount: before - balanceOf(w, project.payer) };
  emit(w, 'building.stage_paid', {
    city: project.city,
    subject: { type: 'project', id: projectId(w, project.id) },
    data,
  });
}

function complete(w: World, project: Project): boolean {
  if (project.remaining > DONE) return false;
  const dwelling = addDwelling(w, project.city, project.tier, project.owner);
  if (project.forSale) w.dwelling.salePrice[dwelling] = clamp(buildingQuote(w, project.city, 1), 1, ASKED_MAX);
  const data = { propertyId: propertyId(w, dwelling), tier: project.tier };
  emit(w, 'building.completed', { city: project.city, subject: { type: 'property', id: data.propertyId }, data });
  return true;
}

type Order = { payer: number; city: number; units: number; dice: Dice; budget?: number };

/** Returns the units bought from the better of two drawn builders, limited by its stock and the payer's purse or budget. */
export function buyWork(w: World, { payer, city, units, dice, budget }: Order): number {
  const builders = buildersFor(w, city);
  if (builders.length === 0) return 0;
  const { stock, price, demandNow, revenueNow, sold } = w.business;
  let f: number = builders[dice.below(builders.length)];
  const other: number = builders[dice.below(builders.length)];
  if (stock[other] >= units && (price[other] < price[f] || stock[f] < units)) f = other;
  demandNow[f] += units;
  w.city.planned[city * SECTOR_COUNT + CONSTRUCTION] += units * price[f];
  const purse = Math.min(balanceOf(w, payer), budget ?? Number.POSITIVE_INFINITY);
  const got = Math.min(units, stock[f], purse / price[f]);
  if (got <= 0) return 0;
  const cost = move(w, payer, businessAccount(f), Math.min(purse, Math.round(got * price[f])), 'BUILDING');
  if (accountKind(payer) === 2) w.city.spending[accountRow(payer)] += cost;
  revenueNow[f] += cost;
  stock[f] -= got;
  sold[f] += got;
  return got;
}
