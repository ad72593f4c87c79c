import { z } from 'zod';
import { EVENT_KINDS, Event, type EventKind } from '../events.ts';
import { ActorId, BusinessId, CityId, Hash32, IntentId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { Count, listOf, PageQuery, Tick } from '../wire/common.ts';
import { Intent } from '../wire/intents.ts';
import { Actor, ActorChange, ActorListItem, ActorState, Item, Property, Relationship } from '../wire/world-actor.ts';
import {
  ActorMonths,
  Business,
  BusinessSummary,
  BusinessType,
  Loan,
  Payroll,
  Proposal,
  Sector,
  TRANSACTION_KINDS,
  Transaction,
  Vacancy,
  Wallet,
} from '../wire/world-business.ts';
import { City, CitySummary, EconomySummary, Snapshot, World, WorldMap, WorldProof } from '../wire/world-city.ts';

/** Public, as of the last tick. */
const open = { method: 'GET', plane: 'world', access: 'none', rate: 'public', cache: 'tick', status: 200 } as const;
/** For the key's own actor, or for any actor when the operator calls. */
const own = {
  method: 'GET',
  plane: 'world',
  access: 'actor',
  role: 'reader',
  rate: 'key',
  cache: 'private',
  status: 200,
} as const;

const ActorParams = z.object({ id: ActorId });
const CityParams = z.object({ id: CityId });
const BusinessParams = z.object({ id: BusinessId });
const IntentParams = z.object({ id: IntentId });
const WalletOwnerParams = z.object({ actor_id: ActorId });
const ProofParams = z.object({ tick: z.coerce.number().pipe(Tick) });

const NAME_PART_MAX = 64;
const NamePart = z.string().min(1).max(NAME_PART_MAX).describe('Part of a name, case-insensitive.');
/** Query values are text; these are converted to numbers. */
const QueryNumber = z.coerce.number().pipe(Count);

export const ActorQuery = PageQuery.extend({
  cityId: CityId.optional(),
  kind: Actor.shape.kind.optional(),
  q: NamePart.optional(),
});
export type ActorQuery = z.infer<typeof ActorQuery>;

const KINDS = Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]];
const KINDS_MAX = 50;
export const ActorEventQuery = PageQuery.extend({
  sinceTick: QueryNumber.optional().describe('Return only events from this tick on.'),
  sinceSeq: QueryNumber.optional().describe('Return events after this sequence number, oldest first.'),
  kind: z
    .union([z.enum(KINDS), z.array(z.enum(KINDS)).max(KINDS_MAX)])
    .optional()
    .describe('Can be repeated.'),
});
export type ActorEventQuery = z.infer<typeof ActorEventQuery>;

export const RelationshipQuery = PageQuery.extend({ type: Relationship.shape.type.optional() });
export type RelationshipQuery = z.infer<typeof RelationshipQuery>;

const ForSale = z.enum(['true', 'false']).optional().describe('Return only what is for sale, or only what is not.');
export const PropertyQuery = PageQuery.extend({
  forSale: ForSale,
  sort: z.enum(['id', 'price']).default('id').describe('`price` returns the cheapest offers first.'),
});
export type PropertyQuery = z.infer<typeof PropertyQuery>;

export const BusinessQuery = PageQuery.extend({
  cityId: CityId.optional(),
  ownerId: ActorId.optional(),
  sector: Sector.optional(),
  type: BusinessType.optional(),
  status: BusinessSummary.shape.status.optional(),
  q: NamePart.optional(),
  forSale: ForSale,
  sort: z
    .enum(['name', 'sales', 'workers', 'founded', 'price'])
    .default('name')
    .describe(
      '`name` sorts alphabetically, `price` returns the cheapest offers first, the other figures sort from the largest to the smallest.',
    ),
});
export type BusinessQuery = z.infer<typeof BusinessQuery>;

export const LoanQuery = PageQuery.extend({
  role: z.enum(['BORROWER', 'LENDER']).optional(),
  status: Loan.shape.status.optional(),
});
export type LoanQuery = z.infer<typeof LoanQuery>;

export const TransactionQuery = PageQuery.extend({
  kind: z.enum(TRANSACTION_KINDS).optional(),
  sinceTick: QueryNumber.optional(),
});
export type TransactionQuery = z.infer<typeof TransactionQuery>;

const STEP_TICKS_MAX = 10_000;
const StepRequest = z.strictObject({ ticks: z.int().min(1).max(STEP_TICKS_MAX) }).meta({ id: 'StepRequest' });
const Stepped = z.object({ tick: Tick, chainHash: Hash32 }).meta({ id: 'Stepped' });

/** The agent world: clock and state proofs. */
export const worldRoutes = {
  readWorld: {
    ...open,
    path: '/api/v1/world',
    summary: 'Get the state of the world: clock, size, leaderboards, recent events',
    answer: World,
    errors: [],
  },
  readWorldMap: {
    ...open,
    path: '/api/v1/world/map',
    summary: 'Get the map of the world: roads, trade, moves and current activities',
    answer: WorldMap,
    errors: [],
  },
  readWorldProof: {
    ...open,
    path: '/api/v1/world/proof/:tick',
    summary: 'Get the hash chain of one tick: inputs, postings, events',
    params: ProofParams,
    answer: WorldProof,
    errors: ['tick_not_found'],
  },
  stepWorld: {
    method: 'POST',
    path: '/api/v1/operator/world/step',
    plane: 'operator',
    access: 'god',
    rate: 'admin',
    cache: 'private',
    summary: 'Advance the world by a number of ticks on a development server',
    body: StepRequest,
    status: 200,
    answer: Stepped,
    errors: ['admin_disabled', 'dev_mode_only', 'world_paused'],
  },
} as const satisfies RouteTable;

export const actorRoutes = {
  listActors: {
    ...open,
    path: '/api/v1/actors',
    summary: 'List actors',
    query: ActorQuery,
    answer: listOf(ActorListItem),
    errors: ['cursor_expired'],
  },
  readActor: {
    ...open,
    path: '/api/v1/actors/:id',
    summary: 'Get the full details of an actor',
    params: ActorParams,
    answer: Actor,
    errors: ['actor_not_found'],
  },
  readActorState: {
    ...open,
    path: '/api/v1/actors/:id/state',
    summary: 'Get the state and balances of an actor',
    params: ActorParams,
    answer: ActorState,
    errors: ['actor_not_found'],
  },
  listActorEvents: {
    ...own,
    path: '/api/v1/actors/:id/events',
    summary: 'List the events of an actor, newest first; oldest first after `sinceSeq`',
    params: ActorParams,
    query: ActorEventQuery,
    answer: listOf(Event),
    errors: ['actor_not_owned', 'actor_not_found', 'cursor_expired'],
  },
  listInventory: {
    ...open,
    path: '/api/v1/actors/:id/inventory',
    summary: 'Get the inventory of an actor',
    params: ActorParams,
    query: PageQuery,
    answer: listOf(Item),
    errors: ['actor_not_found', 'cursor_expired'],
  },
  listRelationships: {
    ...open,
    path: '/api/v1/actors/:id/relationships',
    summary: 'List the relationships of an actor',
    params: ActorParams,
    query: RelationshipQuery,
    answer: listOf(Relationship),
    errors: ['actor_not_found', 'cursor_expired'],
  },
  listOwnedBusinesses: {
    ...open,
    path: '/api/v1/actors/:id/businesses',
    summary: 'List the businesses owned by an actor',
    params: ActorParams,
    query: PageQuery,
    answer: listOf(BusinessSummary),
    errors: ['actor_not_found', 'cursor_expired'],
  },
  readActorMonths: {
    ...open,
    path: '/api/v1/actors/:id/months',
    summary: "Get an actor's income, spending and purse by month",
    params: ActorParams,
    answer: ActorMonths,
    errors: ['actor_not_found'],
  },
  changeActor: {
    ...own,
    method: 'PATCH',
    access: 'key',
    path: '/api/v1/actors/:id',
    summary: 'Rename an actor or change its control and autonomy, from the next tick on',
    params: ActorParams,
    body: ActorChange,
    answer: Actor,
    errors: ['actor_not_owned', 'actor_not_found', 'world_paused'],
  },
  readIntent: {
    ...own,
    access: 'key',
    path: '/api/v1/intents/:id',
    summary: 'Read an intent and its outcome',
    params: IntentParams,
    answer: Intent,
    errors: ['intent_not_found'],
  },
  cancelIntent: {
    ...own,
    method: 'POST',
    access: 'key',
    path: '/api/v1/intents/:id/cancel',
    summary: 'Cancel a queued intent; takes effect at the next tick',
    params: IntentParams,
    answer: Intent,
    errors: ['intent_not_found', 'intent_wrong_state', 'world_paused'],
  },
  readWallet: {
    ...own,
    path: '/api/v1/wallet/:actor_id',
    summary: 'Get the wallet of an actor: balance, locked and available amounts, debt',
    params: WalletOwnerParams,
    answer: Wallet,
    errors: ['actor_not_owned', 'actor_not_found'],
  },
  listTransactions: {
    ...own,
    path: '/api/v1/wallet/:actor_id/transactions',
    summary: 'List the wallet transactions of an actor, newest first',
    params: WalletOwnerParams,
    query: TransactionQuery,
    answer: listOf(Transaction),
    errors: ['actor_not_owned', 'actor_not_found', 'cursor_expired'],
  },
} as const satisfies RouteTable;

export const cityRoutes = {
  listCities: {
    ...open,
    path: '/api/v1/cities',
    summary: 'List cities',
    query: PageQuery,
    answer: listOf(CitySummary),
    errors: ['cursor_expired'],
  },
  readCity: {
    ...open,
    path: '/api/v1/cities/:id',
    summary: 'Get the details of a city: taxes, wages, homes, businesses, policies',
    params: CityParams,
    answer: City,
    errors: ['city_not_found'],
  },
  readCityEconomy: {
    ...open,
    path: '/api/v1/cities/:id/economy',
    summary: 'Get the latest economic snapshot of a city',
    params: CityParams,
    answer: Snapshot,
    errors: ['city_not_found'],
  },
  readEconomySummary: {
    ...open,
    path: '/api/v1/cities/:id/economy/summary',
    summary: 'Get the latest snapshot of a city with changes and top concerns',
    params: CityParams,
    answer: EconomySummary,
    errors: ['city_not_found'],
  },
  listEconomyHistory: {
    ...open,
    path: '/api/v1/cities/:id/economy/history',
    summary: 'List the monthly snapshots of a city, newest first',
    params: CityParams,
    query: PageQuery,
    answer: listOf(Snapshot),
    errors: ['city_not_found', 'cursor_expired'],
  },
  listProperties: {
    ...open,
    path: '/api/v1/cities/:id/properties',
    summary: 'List the properties in a city',
    params: CityParams,
    query: PropertyQuery,
    answer: listOf(Property),
    errors: ['city_not_found', 'cursor_expired'],
  },
  listVacancies: {
    ...open,
    path: '/api/v1/cities/:id/vacancies',
    summary: 'List the job vacancies in a city',
    params: CityParams,
    query: PageQuery,
    answer: listOf(Vacancy),
    errors: ['city_not_found', 'cursor_expired'],
  },
  listProposals: {
    ...open,
    path: '/api/v1/cities/:id/proposals',
    summary: 'List the policy proposals in a city, with their votes',
    params: CityParams,
    query: PageQuery,
    answer: listOf(Proposal),
    errors: ['city_not_found', 'cursor_expired'],
  },
} as const satisfies RouteTable;

export const businessRoutes = {
  listBusinesses: {
    ...open,
    path: '/api/v1/businesses',
    summary: 'List businesses by city, owner, sector, type, status or name',
    query: BusinessQuery,
    answer: listOf(BusinessSummary),
    errors: ['cursor_expired'],
  },
  readBusiness: {
    ...open,
    path: '/api/v1/businesses/:id',
    summary: 'Get the details of a business: cash, stock, staff, skills, figures of the last two years',
    params: BusinessParams,
    answer: Business,
    errors: ['business_not_found'],
  },
  readPayroll: {
    ...open,
    path: '/api/v1/businesses/:id/payroll',
    summary: 'Get the payroll of a business: current month and last two years',
    params: BusinessParams,
    query: PageQuery,
    answer: Payroll,
    errors: ['business_not_found', 'cursor_expired'],
  },
  listLoans: {
    ...open,
    path: '/api/v1/businesses/:id/loans',
    summary: 'List the loans that a business has taken out, or that a bank has granted',
    params: BusinessParams,
    query: LoanQuery,
    answer: listOf(Loan),
    errors: ['business_not_found', 'cursor_expired'],
  },
} as const satisfies RouteTable;
