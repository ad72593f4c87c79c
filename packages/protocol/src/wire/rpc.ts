/** The RPC envelope and the shapes of its methods. Objects that REST also serves have the same members, in snake_case. */
import { z } from 'zod';
import { ActorId, AnalysisId, CityId, EventId, IntentId, JournalId, ProjectId, ProposalId } from '../ids.ts';
import { LIST_LIMITS } from '../limits.ts';
import { Count, Cursor, JsonObject, Marks, Tick } from './common.ts';
import { INTENTS, IntentStatus, Priority } from './intents.ts';
import { HomeTier } from './world-actor.ts';
import { PublicRole } from './world-business.ts';

const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,128}$/);

// --- Envelope ------------------------------------------------------------------------------------------------------

export const RpcRequest = z.object({ method: z.string().max(64), params: JsonObject.default({}) });
export type RpcRequest = z.infer<typeof RpcRequest>;

export const RpcRefusal = z
  .object({
    ok: z.literal(false),
    error: z.object({
      code: z.string(),
      message: z.string(),
      requestId: z.string(),
      details: z.unknown().optional(),
    }),
  })
  .meta({ id: 'RpcRefusal' });
export const RpcAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: JsonObject }),
  RpcRefusal,
]);
export type RpcAnswer = z.infer<typeof RpcAnswer>;

const JsonRpcId = z.union([z.string().max(128), z.number(), z.null()]);
export const JsonRpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: JsonRpcId.optional().describe('A call without it is a notification.'),
  method: z.string().max(64),
  params: JsonObject.default({}),
});
export type JsonRpcRequest = z.infer<typeof JsonRpcRequest>;
export const JsonRpcBatch = z.array(z.unknown()).min(1).max(LIST_LIMITS.rpcBatchMax);

/** JSON-RPC error numbers. Every other problem code maps to `refused`. */
export const JSON_RPC_NUMBERS = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
  refused: -32_000,
} as const;

export const JsonRpcAnswer = z.union([
  z.object({ jsonrpc: z.literal('2.0'), id: JsonRpcId, result: JsonObject }),
  z.object({
    jsonrpc: z.literal('2.0'),
    id: JsonRpcId,
    error: z.object({
      code: z.int(),
      message: z.string(),
      data: z.object({ code: z.string(), status: z.int(), requestId: z.string() }),
    }),
  }),
]);
export type JsonRpcAnswer = z.infer<typeof JsonRpcAnswer>;

type Choices<Option> = [Option, ...Option[]];
/** z.union requires a tuple with at least two options. */
function toChoices<Option>(options: readonly Option[]): Choices<Option> {
  const [first, ...others] = options;
  if (first === undefined) throw new TypeError('A union of nothing');
  return [first, ...others];
}

/** Bodies for the API description: one option for each method, plain or JSON-RPC, and a batch. */
const toCalls = (name: string, methods: Readonly<Record<string, z.ZodType>>) => {
  const typed = Object.entries(methods).map(([method, params]) => ({ method: z.literal(method), params }));
  const plain = z
    .discriminatedUnion('method', toChoices(typed.map((call) => z.object(call))))
    .meta({ id: `${name}Call` });
  const jsonRpc = z
    .discriminatedUnion('method', toChoices(typed.map((call) => z.object({ ...JsonRpcRequest.shape, ...call }))))
    .meta({ id: `${name}JsonRpcCall` });
  return z.union([plain, jsonRpc, z.array(jsonRpc).min(1).max(LIST_LIMITS.rpcBatchMax)]);
};

// --- /rpc/agent ----------------------------------------------------------------------------------------------------

/** Params of the agent methods. `source: system` parses here because its answer is source_not_allowed. */
export const AGENT_METHODS = {
  getAgentState: z.object({ actor_id: ActorId }),
  submitIntent: z.object({
    actor_id: ActorId,
    type: z.string().max(64),
    params: JsonObject,
    priority: Priority.default(0.5),
    source: z.string().max(32).default('owner_suggestion'),
    not_before_tick: Tick.optional(),
    expires_at_tick: Tick.optional(),
    idempotency_key: IdempotencyKey.optional(),
  }),
  getWallet: z.object({ actor_id: ActorId }),
  getCityState: z.object({ city_id: CityId }),
  getRecentEvents: z.object({
    actor_id: ActorId,
    since_tick: Tick.optional(),
    since_seq: Count.optional(),
    kinds: z.array(z.string().max(64)).max(50).optional(),
    limit: z.int().min(1).max(LIST_LIMITS.pageMax).default(LIST_LIMITS.pageDefault),
    cursor: Cursor.optional(),
  }),
} as const satisfies Record<string, z.ZodType>;
export type AgentMethod = keyof typeof AGENT_METHODS;

const IntentSubmission = z
  .discriminatedUnion(
    'type',
    toChoices(Object.entries(INTENTS).map(([type, { params }]) => toSubmission(type, params))),
  )
  .meta({ id: 'SubmitIntentParams' });

function toSubmission(type: string, params: z.ZodType) {
  const { actor_id, priority, not_before_tick, expires_at_tick, idempotency_key } = AGENT_METHODS.submitIntent.shape;
  const source = z.enum(['owner_suggestion', 'agent_autonomous']).default('owner_suggestion');
  const when = { not_before_tick, expires_at_tick, idempotency_key };
  return z.object({ actor_id, type: z.literal(type), params, priority, source, ...when });
}

export const SubmitIntentResult = z.object({
  intent_id: IntentId,
  status: IntentStatus,
  acceptance_probability: z.number().min(0).max(1),
  seq: Count,
  earliest_tick: Tick,
  expires_at_tick: Tick,
  message: z.string(),
});
export type SubmitIntentResult = z.infer<typeof SubmitIntentResult>;

/** Events in snake_case, like all objects that REST also serves. */
export const RecentEventsResult = z.object({
  events: z.array(JsonObject),
  latest_tick: Tick,
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});
export type RecentEventsResult = z.infer<typeof RecentEventsResult>;

// --- /rpc/admin ----------------------------------------------------------------------------------------------------

const administrative = {
  dry_run: z.boolean().default(false),
  reason: z.string().min(1).max(500).optional(),
  idempotency_key: IdempotencyKey.optional(),
};
const explains = (write: { dry_run: boolean; reason?: string | undefined }) =>
  write.dry_run || write.reason !== undefined;
const UNEXPLAINED = { error: 'Give a reason, or set dry_run.', path: ['reason'] };
const Financing = z.enum(['treasury', 'federal', 'federal_issue']);

export const ADMIN_METHODS = {
  analyzeEconomicConditions: z.union([
    z.strictObject({ analysis_id: AnalysisId }),
    z.strictObject({
      city_id: CityId.optional(),
      horizon_months: z.int().min(1).max(24).default(6),
      scenarios: z
        .array(z.object({ method: z.string().max(64), params: JsonObject }))
        .max(5)
        .optional(),
      replicas: z.int().min(1).max(16).default(8),
    }),
  ]),
  executeEmergencyExpansion: z
    .strictObject({
      ...administrative,
      city_id: CityId,
      amount: Marks,
      financing: Financing,
      allocation: z.strictObject({
        housing_units: Count.optional(),
        public_posts: Count.optional(),
        transfer_per_head: Marks.optional(),
      }),
      max_money_growth_pct: z.number().min(0).max(20).default(5),
      force: z.boolean().default(false),
      approved_by: z.string().min(1).max(64).optional(),
    })
    .refine(explains, UNEXPLAINED)
    .refine((expansion) => !expansion.force || expansion.approved_by !== undefined, {
      error: '`force` needs the approval of a second person.',
      path: ['approved_by'],
    }),
  adjustPublicSalaries: z
    .strictObject({
      ...administrative,
      city_id: CityId,
      percentage: z.number().min(-0.25).max(0.25),
      roles: z.array(PublicRole).min(1).optional(),
      effective_tick: Tick.optional(),
    })
    .refine(explains, UNEXPLAINED),
  approveProposal: z
    .strictObject({
      ...administrative,
      proposal_id: ProposalId,
      decision: z.enum(['approve', 'reject']).default('approve'),
      note: z.string().max(500).optional(),
    })
    .refine(explains, UNEXPLAINED),
  createHousing: z
    .strictObject({
      ...administrative,
      city_id: CityId,
      housing_distribution: z.partialRecord(HomeTier, z.int().min(1).max(1000)),
      ownership: z.enum(['public', 'auction']).default('public'),
      financing: Financing.default('treasury'),
    })
    .refine(explains, UNEXPLAINED),
} as const satisfies Record<string, z.ZodType>;
export type AdminMethod = keyof typeof ADMIN_METHODS;

/** Members of every administrative write result. `before` and `after` are excerpts of the changed state. */
export const AdminWriteResult = z.object({
  success: z.literal(true),
  dry_run: z.boolean(),
  journal_ids: z.array(JournalId),
  event_ids: z.array(EventId),
  before: JsonObject,
  after: JsonObject,
});
export type AdminWriteResult = z.infer<typeof AdminWriteResult>;

export const ExpansionResult = AdminWriteResult.extend({
  project_ids: z.array(ProjectId),
  cost: Marks,
  money_growth_pct: z.number(),
  snapshot: JsonObject,
});
export type ExpansionResult = z.infer<typeof ExpansionResult>;

export const SalariesResult = AdminWriteResult.extend({
  city_id: CityId,
  percentage: z.number(),
  salaries: z.array(z.object({ role: PublicRole, before: Marks, after: Marks })),
  annual_cost: Marks,
  runway_months: z.number(),
});
export type SalariesResult = z.infer<typeof SalariesResult>;

export const ProposalResult = AdminWriteResult.extend({
  proposal: JsonObject,
  effects: z.array(z.object({ code: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type ProposalResult = z.infer<typeof ProposalResult>;

export const HousingResult = AdminWriteResult.extend({
  city_id: CityId,
  project_id: ProjectId,
  contracts: z.array(z.object({ business_id: z.string(), units: Count, price: Marks })),
  total_cost: Marks,
  completion_tick: Tick,
});
export type HousingResult = z.infer<typeof HousingResult>;

const CityAnalysis = z.object({
  city: JsonObject,
  snapshot: JsonObject,
  deltas: JsonObject,
  top_concerns: z.array(JsonObject),
  diagnosis: z.string(),
  recession_probability: z.number().min(0).max(1),
});
const Counterfactual = z.object({
  scenario: JsonObject,
  metrics: z.array(z.object({ metric: z.string(), mean_difference: z.number(), p10: z.number(), p90: z.number() })),
});

/** A long analysis answers `running` first. The caller repeats the request with its id. */
export const AnalysisResult = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running'), analysis_id: AnalysisId }),
  z.object({
    state: z.literal('done'),
    analysis_id: AnalysisId,
    as_of_tick: Tick,
    cities: z.array(CityAnalysis),
    federal: z.object({ issued: Marks, money_supply: Marks, credit: Marks }),
    recommendations: z.array(
      z.object({ method: z.string(), params: JsonObject, expected_effect: z.string(), cost: Marks }),
    ),
    counterfactuals: z.array(Counterfactual).nullable(),
  }),
]);
export type AnalysisResult = z.infer<typeof AnalysisResult>;

// --- Bodies --------------------------------------------------------------------------------------------------------

const named = (methods: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(
    Object.entries(methods).map(([method, params]) => [
      method,
      params.meta({ id: `${method.charAt(0).toUpperCase()}${method.slice(1)}Params` }),
    ]),
  );

export const AgentCall = toCalls('Agent', {
  submitIntent: IntentSubmission,
  ...named(Object.fromEntries(Object.entries(AGENT_METHODS).filter(([method]) => method !== 'submitIntent'))),
});
export const AdminCall = toCalls('Admin', named(ADMIN_METHODS));
