/** Actors, their property and their relations. */
import type {
  Actor,
  ActorId,
  ActorListItem,
  ActorState,
  BusinessId,
  CityId,
  Consent,
  ConsentId,
  Item,
  ItemId,
  Property,
  PropertyId,
  Relationship,
  Wallet,
} from '@assay/protocol';
import { activityOf } from '../activity.ts';
import { settlementOf } from '../arrivals.ts';
import { rentDue, rentOf } from '../homes.ts';
import { actorId, actorRow, businessId, cityId, cityRow, propertyId, worldId } from '../ids.ts';
import { gradeFactor } from '../labour.ts';
import { ACTOR_FLAGS, EDGE_KINDS, EDGES_MAX, TRAITS } from '../layout.ts';
import { nameOfActor, nameOfCity } from '../names.ts';
import { currentNeeds, moodOf } from '../needs.ts';
import { HOURS_PER_DAY, PUBLIC_ROLES, SECTOR_COUNT, SECTORS, TIERS } from '../params.ts';
import { askedPrice } from '../property.ts';
import { partnerOf } from '../relations.ts';
import type { World } from '../state.ts';
import { publicPay } from '../steps/incomes.ts';
import { businessSummary } from './business.ts';
import { marks } from './money.ts';

/** The service adds the stake and other locked sums, the validator, and the reason of a freeze. `balance` is the purse. */
type ActorStateView = Omit<ActorState, 'locked' | 'validatorState' | 'frozenReason'>;
type ActorView = Omit<Actor, 'walletAddress' | 'validator' | 'state' | 'wallet'> & {
  readonly state: ActorStateView;
};
type ActorListView = Omit<ActorListItem, 'validatorState'>;
/** The purse. The service adds the marks that it holds itself, and the chain balance. */
type WalletView = Pick<
  Wallet,
  'actorId' | 'available' | 'debt' | 'incomeMonth' | 'spendMonth' | 'granted' | 'settlement' | 'asOfTick'
>;

const LIST_MAX = 100;
const has = (w: World, h: number, name: keyof typeof ACTOR_FLAGS): boolean =>
  (w.actor.flags[h] & ACTOR_FLAGS[name]) !== 0;

function employmentOf(w: World, h: number): ActorState['employment'] {
  const { employer, publicPost, grade, city } = w.actor;
  const f = employer[h];
  if (f >= 0) {
    const wage = marks(w.business.wage[f] * gradeFactor(grade[h]));
    return { state: 'EMPLOYED', businessId: businessId(w, f) as BusinessId, role: null, wage };
  }
  if (publicPost[h] === 0) return { state: 'UNEMPLOYED', businessId: null, role: null, wage: null };
  const role = publicPost[h] - 1;
  const wage = marks(publicPay(w, city[h], role) * gradeFactor(grade[h]));
  return { state: 'PUBLIC', businessId: null, role: PUBLIC_ROLES[role] ?? null, wage };
}

function homeOf(w: World, h: number): ActorState['home'] {
  const d = w.actor.home[h];
  if (d < 0) return { kind: 'NONE', propertyId: null, tier: null, rent: null };
  const isOwn = w.dwelling.owner[d] === h;
  const rent = isOwn ? null : marks(rentDue(w, h));
  return {
    kind: isOwn ? 'OWNED' : 'RENTED',
    propertyId: propertyId(w, d) as PropertyId,
    tier: TIERS[w.dwelling.tier[d]] ?? null,
    rent,
  };
}

/** The share of actors with a smaller purse, by last month's percentiles. */
function percentileOf(w: World, h: number): number {
  const steps = w.nation.wealthSteps;
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] ?? 0) <= w.actor.deposit[h]) low = middle + 1;
    else high = middle;
  }
  return Math.min(100, low);
}

export function viewActorState(w: World, id: string): ActorStateView | undefined {
  const h = actorRow(w, id);
  if (h === undefined) return undefined;
  const [energy = 0, food = 0, health = 0, social = 0, fun = 0, purpose = 0] = currentNeeds(w, h);
  return {
    actorId: id as ActorId,
    asOfTick: w.tick,
    name: nameOfActor(w, h),
    cityId: cityId(w, w.actor.city[h]) as CityId,
    frozen: has(w, h, 'frozen'),
    activity: activityOf(w, h),
    needs: { health, energy, food, social, fun, purpose },
    mood: moodOf([energy, food, health, social, fun, purpose]),
    employment: employmentOf(w, h),
    home: homeOf(w, h),
    balance: marks(w.actor.deposit[h]),
    debt: marks(w.actor.debt[h]),
    wealthPercentile: percentileOf(w, h),
    reputation: w.actor.reputation[h],
    autonomy: w.actor.autonomy[h] / 100,
  };
}

export function viewActor(w: World, id: string): ActorView | undefined {
  const h = actorRow(w, id);
  const state = viewActorState(w, id);
  if (h === undefined || state === undefined) return undefined;
  const trait = (place: number): number => w.actor.traits[h * TRAITS.length + place];
  const c = w.actor.city[h];
  return {
    id: id as ActorId,
    name: state.name,
    kind: has(w, h, 'linked') ? 'PLAYER' : 'RESIDENT',
    control: has(w, h, 'remote') ? 'REMOTE' : 'AUTOPILOT',
    city: { id: cityId(w, c) as CityId, name: nameOfCity(w, c) },
    bornTick: w.actor.bornTick[h],
    state,
    traits: { thrift: trait(0), ambition: trait(1), sociability: trait(2), curiosity: trait(3) },
    grade: w.actor.grade[h],
    skills: SECTORS.map((skill, place) => ({ skill, xp: w.actor.xp[h * SECTOR_COUNT + place] })),
    inventory: itemsOf(w, h),
    consents: consentsOf(w, h),
    properties: propertiesOf(w, h),
    relationships: relationshipsOf(w, h),
    businesses: ownedBy(w, h).map((f) => businessSummary(w, f)),
  };
}

function ownedBy(w: World, h: number): number[] {
  if (!w.lists.owners.has(h)) return [];
  const found: number[] = [];
  for (let f = 0; f < w.rows.business; f++) if (w.business.status[f] === 1 && w.business.owner[f] === h) found.push(f);
  return found.slice(0, LIST_MAX);
}

function itemsOf(w: World, h: number): Item[] {
  const owned = w.side.items.filter(({ owner, quantity }) => owner === h && quantity > 0);
  return owned.slice(0, LIST_MAX).map((item) => ({
    id: worldId(w, 'item', item.id) as ItemId,
    kind: item.kind,
    name: item.name,
    quantity: item.quantity,
    quality: item.quality,
    ref: item.ref,
    unitCost: item.unitCost === null ? null : marks(item.unitCost),
    acquiredTick: item.acquiredTick,
  }));
}

function consentsOf(w: World, h: number): Consent[] {
  const known = w.side.consents.filter(({ from, to }) => from === h || to === h);
  return known.slice(-LIST_MAX).map((consent) => ({
    id: worldId(w, 'consent', consent.id) as ConsentId,
    type: consent.type,
    fromActorId: actorId(w, consent.from) as ActorId,
    toActorId: actorId(w, consent.to) as ActorId,
    state: consent.state,
    terms: consent.terms as Consent['terms'],
    createdTick: consent.createdTick,
    expiresTick: consent.expiresTick,
  }));
}

function propertyView(w: World, d: number): Property {
  const { owner, tenant, tier, city } = w.dwelling;
  const price = askedPrice(w, d);
  const isCity = owner[d] < 0;
  return {
    id: propertyId(w, d) as PropertyId,
    cityId: cityId(w, city[d]) as CityId,
    tier: TIERS[tier[d]] ?? 'ROOM',
    owner: { type: isCity ? 'city' : 'actor', id: isCity ? cityId(w, city[d]) : actorId(w, owner[d]) },
    occupantId: tenant[d] < 0 ? null : (actorId(w, tenant[d]) as ActorId),
    rent: marks(rentOf(w, d)),
    salePrice: price > 0 ? marks(price) : null,
    listed: price > 0 || (tenant[d] < 0 && w.dwelling.vacantPlace[d] >= 0),
  };
}

function propertiesOf(w: World, h: number): Property[] {
  const owned = homesByOwner(w).get(h) ?? [];
  return owned.slice(0, LIST_MAX).map((d) => propertyView(w, d));
}

/** Dwellings by owner, computed once an hour, because every actor's view needs its own. */
function homesByOwner(w: World): Map<number, number[]> {
  const known = homesSeen.get(w);
  if (known !== undefined && known.tick === w.tick) return known.homes;
  const homes = new Map<number, number[]>();
  const { owner, standing } = w.dwelling;
  for (let d = 0; d < w.rows.dwelling; d++) {
    if (owner[d] < 0 || standing[d] === 0) continue;
    const list = homes.get(owner[d]);
    if (list === undefined) homes.set(owner[d], [d]);
    else list.push(d);
  }
  homesSeen.set(w, { tick: w.tick, homes });
  return homes;
}

const homesSeen = new WeakMap<World, { tick: number; homes: Map<number, number[]> }>();

function relationshipsOf(w: World, h: number): Relationship[] {
  const { edgePeer, edgeKind, affinity, trust, edgeDay } = w.actor;
  const found: Relationship[] = [];
  for (let place = h * EDGES_MAX; place < (h + 1) * EDGES_MAX; place++) {
    const peer = edgePeer[place];
    if (peer < 0) continue;
    const type = EDGE_KINDS[edgeKind[place]] ?? 'ACQUAINTANCE';
    found.push({
      actorId: actorId(w, h) as ActorId,
      otherActorId: actorId(w, peer) as ActorId,
      otherName: nameOfActor(w, peer),
      type: type === 'NONE' ? 'ACQUAINTANCE' : type,
      affinity: affinity[place],
      trust: trust[place],
      sinceTick: edgeDay[place] * HOURS_PER_DAY,
    });
  }
  return found;
}

const ofActor =
  <Answer>(read: (w: World, h: number) => Answer) =>
  (w: World, id: string): Answer | undefined => {
    const h = actorRow(w, id);
    return h === undefined ? undefined : read(w, h);
  };

export const viewInventory = ofActor(itemsOf);
export const viewConsents = ofActor(consentsOf);
export const viewRelationships = ofActor(relationshipsOf);
export const viewActorProperties = ofActor(propertiesOf);

function settlementView(w: World, h: number): Pick<WalletView, 'granted' | 'settlement'> {
  const { state, amount, dueTick, granted } = settlementOf(w, h);
  return {
    granted: marks(Math.min(granted, w.actor.deposit[h])),
    settlement: { state, amount: marks(amount), dueTick },
  };
}

export const viewWallet = ofActor(
  (w, h): WalletView => ({
    actorId: actorId(w, h) as ActorId,
    ...settlementView(w, h),
    available: marks(w.actor.deposit[h]),
    debt: marks(w.actor.debt[h]),
    incomeMonth: marks(w.actor.moneyIn[h]),
    spendMonth: marks(w.actor.moneyOut[h]),
    asOfTick: w.tick,
  }),
);

export function viewActors(w: World): ActorListView[] {
  return Array.from({ length: w.rows.actor }, (_, h) => ({
    id: actorId(w, h) as ActorId,
    name: nameOfActor(w, h),
    kind: has(w, h, 'linked') ? ('PLAYER' as const) : ('RESIDENT' as const),
    cityId: cityId(w, w.actor.city[h]) as CityId,
    reputation: w.actor.reputation[h],
  }));
}

export function viewProperties(w: World, id: string): Property[] | undefined {
  const c = cityRow(w, id);
  if (c === undefined) return undefined;
  const found: Property[] = [];
  for (let d = 0; d < w.rows.dwelling; d++) {
    if (w.dwelling.standing[d] === 1 && w.dwelling.city[d] === c) found.push(propertyView(w, d));
  }
  return found;
}

/** Actors that would profit from an actor's verdict or could influence it. The council does not seat them on one panel. */
type TiesView = {
  readonly employerId: string | null;
  readonly ownedBusinessIds: readonly string[];
  readonly householdIds: readonly string[];
  readonly landlordId: string | null;
};

export const viewTies = ofActor((w, h): TiesView => {
  const { employer, home } = w.actor;
  const landlord = home[h] < 0 ? -1 : w.dwelling.owner[home[h]];
  const shared = w.side.consents.filter(({ type, state }) => type === 'SHARED_HOME' && state === 'ACTIVE');
  const others = shared.flatMap(({ from, to }) => (from === h ? [to] : to === h ? [from] : []));
  const partner = partnerOf(w, h);
  return {
    employerId: employer[h] < 0 ? null : businessId(w, employer[h]),
    ownedBusinessIds: ownedBy(w, h).map((f) => businessId(w, f)),
    householdIds: [...new Set([...others, ...(partner < 0 ? [] : [partner])])].map((row) => actorId(w, row)),
    landlordId: landlord < 0 || landlord === h ? null : actorId(w, landlord),
  };
});
