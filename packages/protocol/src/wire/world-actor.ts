import { z } from 'zod';
import { ActorId, Address, BusinessId, CityId, ConsentId, ItemId, PropertyId } from '../ids.ts';
import { ActorName, Control } from './auth.ts';
import { Count, JsonObject, Marks, Percent, Tick } from './common.ts';
import { ValidatorProfile, ValidatorState } from './council.ts';
import { BusinessSummary } from './world-business.ts';

/** Maximum length of the lists inside an actor. Separate routes serve the complete lists. */
export const ACTOR_LIST_MAX = 100;

export const HomeTier = z.enum(['ROOM', 'FLAT', 'HOUSE', 'VILLA']);
export type HomeTier = z.infer<typeof HomeTier>;
export const TradeSkill = z.enum(['FOOD', 'GOODS', 'SERVICES', 'CONSTRUCTION']);
export type TradeSkill = z.infer<typeof TradeSkill>;

export const ActorState = z
  .object({
    actorId: ActorId,
    asOfTick: Tick.describe('The tick that the state describes.'),
    name: z.string(),
    cityId: CityId.describe('The city in which the actor lives.'),
    frozen: z.boolean().describe('Whether the actor is frozen. The intents of a frozen actor are rejected.'),
    frozenReason: z.string().nullable().describe('Currently always null.'),
    activity: z.object({
      kind: z.enum([
        'SLEEPING',
        'WORKING',
        'COMMUTING',
        'SHOPPING',
        'SEARCHING',
        'STUDYING',
        'SOCIAL',
        'LEISURE',
        'REVIEWING',
        'IDLE',
      ]),
      untilTick: Tick.nullable().describe('The tick at which the activity ends.'),
    }),
    needs: z
      .object({
        health: Percent,
        energy: Percent,
        food: Percent,
        social: Percent,
        fun: Percent,
        purpose: Percent,
      })
      .describe('How far each need is satisfied; 100 is fully satisfied.'),
    mood: Percent.describe('Weighted mean of the needs.'),
    employment: z.object({
      state: z.enum(['EMPLOYED', 'PUBLIC', 'UNEMPLOYED']).describe('PUBLIC: in a public post of the city.'),
      businessId: BusinessId.nullable().describe('The employer; null unless the state is EMPLOYED.'),
      role: z.string().nullable().describe('The public post; null unless the state is PUBLIC.'),
      wage: Marks.nullable().describe('Monthly wage; null if unemployed.'),
    }),
    home: z.object({
      kind: z.enum(['OWNED', 'RENTED', 'NONE']),
      propertyId: PropertyId.nullable().describe('Null without a home.'),
      tier: HomeTier.nullable().describe('Null without a home.'),
      rent: Marks.nullable().describe('Monthly rent; null unless the home is rented.'),
    }),
    balance: Marks.describe('All marks of the actor, including `locked`.'),
    locked: Marks.describe('The part of `balance` that cannot be spent, for example a stake or a bond.'),
    debt: Marks.describe("The actor's personal loans."),
    wealthPercentile: Percent.describe('Share of actors with a smaller purse, as of the end of last month.'),
    reputation: Percent,
    autonomy: z
      .number()
      .min(0)
      .max(1)
      .describe(
        "Weight of the actor's own preferences against suggestions from its owner; with 0, it follows suggestions.",
      ),
    validatorState: ValidatorState.nullable().describe('Null if the actor is not a validator.'),
  })
  .meta({ id: 'ActorState' });
export type ActorState = z.infer<typeof ActorState>;

export const Item = z
  .object({
    id: ItemId,
    kind: z.enum(['RATION', 'HOUSEHOLD_GOOD', 'KEEPSAKE', 'SKILL_LICENCE', 'REVIEW_LICENCE', 'DEED']),
    name: z.string(),
    quantity: Count,
    quality: Percent,
    ref: z.object({ type: z.enum(['certificate', 'track', 'property']), id: z.string() }).nullable(),
    unitCost: Marks.nullable(),
    acquiredTick: Tick,
  })
  .meta({ id: 'Item' });
export type Item = z.infer<typeof Item>;

export const ConsentType = z.enum(['PARTNERSHIP', 'ALLIANCE', 'MENTORSHIP', 'SHARED_HOME', 'TRADE', 'MOVE_TOGETHER']);
/** The terms of a proposed relation. */
export const RelationTerms = z
  .strictObject({ maxAmount: z.string().max(15).describe('For a TRADE consent: millionths of a mark.') })
  .partial();
export const Consent = z
  .object({
    id: ConsentId,
    type: ConsentType,
    fromActorId: ActorId,
    toActorId: ActorId,
    state: z.enum(['PENDING', 'ACTIVE', 'DECLINED', 'ENDED', 'EXPIRED', 'WITHDRAWN']),
    terms: JsonObject,
    createdTick: Tick,
    expiresTick: Tick.nullable(),
  })
  .meta({ id: 'Consent' });
export type Consent = z.infer<typeof Consent>;

export const Property = z
  .object({
    id: PropertyId,
    cityId: CityId,
    tier: HomeTier,
    owner: z.object({ type: z.enum(['actor', 'city']), id: z.string() }),
    occupantId: ActorId.nullable(),
    rent: Marks.nullable(),
    salePrice: Marks.nullable(),
    listed: z.boolean(),
  })
  .meta({ id: 'Property' });
export type Property = z.infer<typeof Property>;

const Feeling = z.int().min(-100).max(100);
export const Relationship = z
  .object({
    actorId: ActorId,
    otherActorId: ActorId,
    otherName: z.string(),
    type: z.enum(['ACQUAINTANCE', 'FRIENDSHIP', 'RIVALRY', 'ALLIANCE', 'PARTNERSHIP', 'MENTORSHIP']),
    affinity: Feeling,
    trust: Feeling,
    sinceTick: Tick,
  })
  .meta({ id: 'Relationship' });
export type Relationship = z.infer<typeof Relationship>;

const Trait = z.int().min(0).max(255);
export const Actor = z
  .object({
    id: ActorId,
    name: z.string(),
    kind: z.enum(['PLAYER', 'RESIDENT']),
    control: Control,
    walletAddress: Address.nullable(),
    city: z.object({ id: CityId, name: z.string() }),
    bornTick: Tick,
    state: ActorState,
    wallet: z.object({ balance: Marks, locked: Marks, currency: z.literal('MARK'), decimals: z.literal(6) }),
    traits: z.object({ thrift: Trait, ambition: Trait, sociability: Trait, curiosity: Trait }),
    grade: z.int().min(0).max(3),
    skills: z.array(z.object({ skill: TradeSkill, xp: Count })),
    inventory: z.array(Item).max(ACTOR_LIST_MAX),
    consents: z.array(Consent).max(ACTOR_LIST_MAX),
    properties: z.array(Property).max(ACTOR_LIST_MAX),
    relationships: z.array(Relationship).max(ACTOR_LIST_MAX),
    businesses: z.array(BusinessSummary).max(ACTOR_LIST_MAX),
    validator: ValidatorProfile.nullable(),
  })
  .meta({ id: 'Actor' });
export type Actor = z.infer<typeof Actor>;

export const ActorListItem = z
  .object({
    id: ActorId,
    name: z.string(),
    kind: Actor.shape.kind,
    cityId: CityId,
    validatorState: ValidatorState.nullable(),
    reputation: Percent,
  })
  .meta({ id: 'ActorListItem' });
export type ActorListItem = z.infer<typeof ActorListItem>;

export const ActorChange = z
  .object({
    name: ActorName.optional(),
    control: Control.optional(),
    autonomy: z.number().min(0).max(1).optional(),
  })
  .meta({ id: 'ActorChange' });
export type ActorChange = z.infer<typeof ActorChange>;
