/** The intents that an actor can be asked to perform. Ids are UUIDs, money is in marks, and keys are camelCase, in RPC too. */
import { z } from 'zod';
import {
  ActorId,
  AssignmentId,
  BusinessId,
  CertificateId,
  CityId,
  ConsentId,
  EventId,
  Hash32,
  IntentId,
  ItemId,
  LoanId,
  PluginId,
  PropertyId,
  ProposalId,
} from '../ids.ts';
import { Count, IntentMarks, JsonObject, Marks, Severity, Tick } from './common.ts';
import { ActivateRequest, REVEALED_FINDINGS_MAX, ReportedFinding } from './council.ts';
import { FlagRequest } from './flag.ts';
import { SlotIndex } from './plugins.ts';
import { VerdictValue } from './sealed.ts';
import { ConsentType, HomeTier, RelationTerms, TradeSkill } from './world-actor.ts';
import { BusinessType, ProposalPayload, ProposalType, PublicRole, Sector } from './world-business.ts';

const params = z.strictObject;
const nothing = params({});
const business = { businessId: BusinessId };
const flag = FlagRequest.shape;
const ITEMS_PER_DEAL_MAX = 1_000_000;
const Quantity = z.int().min(1).max(ITEMS_PER_DEAL_MAX);

/**
 * `isMain` intents use the actor's time: at most one for each actor and tick. The service performs council intents
 * (`isAtOnce`) immediately, even when the world is paused.
 */
type IntentDefinition = { readonly params: z.ZodType; readonly isMain?: true; readonly isAtOnce?: true };

export const INTENTS = {
  INTENT_MOVE_CITY: { params: params({ targetCityId: CityId }), isMain: true },
  INTENT_APPLY_JOB: { params: params({ ...business, minWage: IntentMarks.optional() }), isMain: true },
  INTENT_QUIT_JOB: { params: nothing },
  INTENT_APPLY_PUBLIC_JOB: { params: params({ role: PublicRole }), isMain: true },
  INTENT_SET_RESERVATION_WAGE: { params: params({ amount: IntentMarks }) },
  INTENT_WORK_OVERTIME: { params: params({ days: z.int().min(1).max(7) }), isMain: true },
  INTENT_STUDY: { params: params({ skill: TradeSkill, hours: z.int().min(1).max(8) }), isMain: true },
  INTENT_REST: { params: params({ hours: z.int().min(1).max(12) }), isMain: true },
  INTENT_SOCIALISE: { params: params({ targetActorId: ActorId.optional() }), isMain: true },
  INTENT_RENT_HOME: { params: params({ propertyId: PropertyId, maxRent: IntentMarks.optional() }), isMain: true },
  INTENT_LEAVE_HOME: { params: nothing },
  INTENT_BUY_PROPERTY: { params: params({ propertyId: PropertyId, maxPrice: IntentMarks }), isMain: true },
  INTENT_LIST_PROPERTY: {
    params: params({
      propertyId: PropertyId,
      salePrice: IntentMarks.optional(),
      rentPrice: IntentMarks.optional(),
    }).refine((offer) => offer.salePrice !== undefined || offer.rentPrice !== undefined, {
      error: 'Send salePrice or rentPrice.',
    }),
  },
  INTENT_UNLIST_PROPERTY: { params: params({ propertyId: PropertyId }) },
  INTENT_ORDER_BUILDING: {
    params: params({ cityId: CityId, tier: HomeTier, maxPrice: IntentMarks.optional() }),
    isMain: true,
  },
  INTENT_BUY_GOODS: {
    params: params({ ...business, quantity: z.int().min(1).max(1000), maxUnitPrice: IntentMarks.optional() }),
    isMain: true,
  },
  INTENT_SET_SUPPLIER: { params: params({ sector: z.enum(['FOOD', 'GOODS', 'SERVICES']), ...business }) },
  INTENT_SELL_ITEM: {
    params: params({ itemId: ItemId, quantity: Quantity, unitPrice: IntentMarks, toActorId: ActorId }),
    isMain: true,
  },
  INTENT_GIVE_ITEM: {
    params: params({ itemId: ItemId, quantity: Quantity.optional(), toActorId: ActorId }),
    isMain: true,
  },
  INTENT_TRANSFER: {
    params: params({ toActorId: ActorId, amount: IntentMarks, memo: z.string().max(140).optional() }),
  },
  INTENT_SET_SAVINGS_GOAL: { params: params({ shareBp: z.int().min(0).max(5_000) }) },
  INTENT_FOUND_BUSINESS: {
    params: params({
      cityId: CityId,
      sector: Sector,
      type: BusinessType.optional(),
      name: z.string().min(3).max(48),
      capital: IntentMarks,
    }),
    isMain: true,
  },
  INTENT_SET_PRICE: { params: params({ ...business, unitPrice: IntentMarks }) },
  INTENT_SET_WAGE: { params: params({ ...business, wage: IntentMarks }) },
  INTENT_POST_VACANCY: { params: params({ ...business, count: z.int().min(1).max(100) }) },
  INTENT_FIRE_WORKER: { params: params({ ...business, actorId: ActorId }) },
  INTENT_INJECT_CAPITAL: { params: params({ ...business, amount: IntentMarks }) },
  INTENT_WITHDRAW_PROFIT: { params: params({ ...business, amount: IntentMarks }) },
  INTENT_SELL_BUSINESS: { params: params({ ...business, price: IntentMarks, toActorId: ActorId.optional() }) },
  INTENT_BUY_BUSINESS: { params: params({ ...business, maxPrice: IntentMarks }), isMain: true },
  INTENT_CLOSE_BUSINESS: { params: params(business), isMain: true },
  INTENT_EQUIP_SKILL: { params: params({ ...business, certificateId: CertificateId }) },
  INTENT_UNEQUIP_SKILL: { params: params({ ...business, certificateId: CertificateId }) },
  INTENT_REQUEST_LOAN: {
    params: params({
      bankId: BusinessId,
      amount: IntentMarks,
      businessId: BusinessId.optional(),
      months: z.int().min(1).max(12).optional(),
    }).refine((loan) => loan.businessId !== undefined || loan.months !== undefined, {
      error: 'Send months for a loan without a business.',
    }),
    isMain: true,
  },
  INTENT_REPAY_LOAN: { params: params({ loanId: LoanId, amount: IntentMarks }) },
  INTENT_SET_LOAN_TERMS: {
    params: params({
      bankId: BusinessId,
      spreadBp: z.int().min(0).max(100),
      maxLeverageBp: z.int().min(5_000).max(16_000),
    }),
  },
  INTENT_PROPOSE_POLICY: {
    params: params({ cityId: CityId, type: ProposalType, payload: ProposalPayload }),
    isMain: true,
  },
  INTENT_VOTE_PROPOSAL: { params: params({ proposalId: ProposalId, choice: z.enum(['yes', 'no']) }) },
  INTENT_PROPOSE_RELATION: {
    params: params({
      targetActorId: ActorId,
      type: ConsentType.exclude(['MOVE_TOGETHER']),
      terms: RelationTerms.optional(),
    }),
    isMain: true,
  },
  INTENT_END_RELATION: { params: params({ targetActorId: ActorId }) },
  INTENT_RESPOND_CONSENT: { params: params({ consentId: ConsentId, accept: z.boolean() }) },
  INTENT_ACTIVATE_VALIDATOR: { params: ActivateRequest, isAtOnce: true },
  INTENT_DEACTIVATE_VALIDATOR: { params: nothing, isAtOnce: true },
  INTENT_ADD_STAKE: { params: params({ amount: IntentMarks }), isAtOnce: true },
  INTENT_EQUIP_PLUGIN: { params: params({ slotIndex: SlotIndex, pluginId: PluginId }), isAtOnce: true },
  INTENT_COMMIT_VERDICT: { params: params({ assignmentId: AssignmentId, commitment: Hash32 }), isAtOnce: true },
  INTENT_REVEAL_VERDICT: {
    params: params({
      assignmentId: AssignmentId,
      verdict: VerdictValue,
      severity: Severity,
      findings: z.array(ReportedFinding).max(REVEALED_FINDINGS_MAX),
      salt: Hash32,
    }),
    isAtOnce: true,
  },
  INTENT_FLAG_CERTIFICATE: {
    params: params({
      certificateId: CertificateId,
      category: flag.category,
      description: flag.description,
      severity: flag.severity,
      evidence: flag.evidence,
      bond: flag.bond,
    }),
    isAtOnce: true,
  },
} as const satisfies Record<`INTENT_${string}`, IntentDefinition>;
export type IntentType = keyof typeof INTENTS;
/** Intents that the council executes, not the world. */
export type CouncilIntentType = {
  [Type in IntentType]: (typeof INTENTS)[Type] extends { readonly isAtOnce: true } ? Type : never;
}[IntentType];

export const isCouncilIntent = (type: IntentType): type is CouncilIntentType => 'isAtOnce' in INTENTS[type];
export const isIntentType = (text: string): text is IntentType => Object.hasOwn(INTENTS, text);

/** `system` occurs in records. Requests with it are rejected. */
export const IntentSource = z.enum(['owner_suggestion', 'agent_autonomous', 'system']);
export type IntentSource = z.infer<typeof IntentSource>;

export const IntentStatus = z
  .enum(['PENDING', 'QUEUED', 'EXECUTED', 'BLOCKED', 'REFUSED', 'REWRITTEN', 'EXPIRED', 'CANCELLED'])
  .meta({ id: 'IntentStatus' });
export type IntentStatus = z.infer<typeof IntentStatus>;

export const Priority = z.number().min(0).max(1);

/** A JSON Schema 2020-12, unchanged. */
const JsonSchemaObject = JsonObject.describe('JSON Schema 2020-12.');

export const IntentTypeInfo = z
  .object({
    type: z.string(),
    summary: z.string(),
    params: JsonSchemaObject,
    example: JsonObject.describe('Example params that match the schema. Ids are fictional.'),
    cost: Marks.nullable().describe('Current minimum cost; null if the params contain the amount.'),
    takesTime: z
      .boolean()
      .describe('Whether the intent takes the time of the actor, which executes at most one such intent per tick.'),
    doneAtOnce: z.boolean().describe('Whether the call itself executes the intent, even while the world is paused.'),
    preconditions: z.array(
      z.object({
        code: z.string().describe('The `reasonCode` of an intent that is BLOCKED because the precondition is not met.'),
        met: z
          .boolean()
          .nullable()
          .describe(
            'Whether the caller meets the precondition; null if this depends on the params, or if the caller is not an actor.',
          ),
        detail: z.string(),
      }),
    ),
  })
  .meta({ id: 'IntentTypeInfo' });
export type IntentTypeInfo = z.infer<typeof IntentTypeInfo>;

export const Intent = z
  .object({
    id: IntentId,
    seq: Count.describe('Order of arrival. In a tick, intents run by priority, then by `seq`.'),
    actorId: ActorId.describe('The actor that is to execute the intent.'),
    type: z.string().describe('A type that `GET /api/v1/intents/types` lists.'),
    params: JsonObject,
    priority: Priority.describe('Higher values run first and make the actor more likely to follow a suggestion.'),
    source: IntentSource.describe(
      'owner_suggestion: the actor decides. agent_autonomous: executed if possible. Callers cannot send system.',
    ),
    status: IntentStatus,
    reasonCode: z.string().nullable().describe('Code of the reason for the status; null if there is none.'),
    reason: z.string().nullable().describe('The reason in words; null if there is none.'),
    rewrittenTo: IntentId.nullable().describe(
      'With the status REWRITTEN: the similar intent that the actor executes instead. Otherwise null.',
    ),
    acceptanceProbability: z
      .number()
      .min(0)
      .max(1)
      .describe('Probability that the actor follows the intent, as estimated on arrival. 1 unless it is a suggestion.'),
    submittedTick: Tick,
    notBeforeTick: Tick.nullable().describe('The intent is not executed before this tick.'),
    expiresAtTick: Tick.describe('If the intent is not executed before this tick, its status becomes EXPIRED.'),
    decidedTick: Tick.nullable().describe('The tick of the final status; null while the intent is queued.'),
    eventIds: z.array(EventId).describe('Events that the intent caused.'),
  })
  .meta({ id: 'Intent' });
export type Intent = z.infer<typeof Intent>;
