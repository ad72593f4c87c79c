import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { listOf } from '../wire/common.ts';
import { IntentTypeInfo } from '../wire/intents.ts';
import { AdminCall, AgentCall, JsonRpcAnswer, RpcAnswer } from '../wire/rpc.ts';

const call = {
  method: 'POST',
  cache: 'private',
  speaksRpc: true,
  lateBody: true,
  bodyLimit: 'small',
  status: 200,
  orStatus: 204,
  answer: z.union([RpcAnswer, JsonRpcAnswer, z.array(JsonRpcAnswer)]),
} as const;

const ENVELOPE =
  "The response to a plain body `{method, params}` is `{ok: true, result}`, or `{ok: false, error}` with the problem's status. With " +
  '`jsonrpc: "2.0"`, the response is JSON-RPC, including for a batch of at most 20; a call without `id` is a notification (204). Keys are ' +
  'snake_case; the `params` of an intent keep their camelCase. ';

/** The intents that an actor can be asked to perform. */
export const intentTypeRoutes = {
  listIntentTypes: {
    method: 'GET',
    path: '/api/v1/intents/types',
    plane: 'world',
    access: 'any',
    role: 'reader',
    rate: 'key',
    cache: 'private',
    summary: 'List intent types with parameters, current cost and preconditions',
    description:
      'Lists every `type` of `submitIntent` in `POST /rpc/agent` with its `params` as JSON Schema, its current minimum cost and its ' +
      "preconditions. With an API key, `met` says which preconditions the key's actor meets.",
    status: 200,
    answer: listOf(IntentTypeInfo),
    errors: [],
  },
} as const satisfies RouteTable;

export const rpcRoutes = {
  callAgent: {
    ...call,
    body: AgentCall,
    path: '/rpc/agent',
    aliases: ['/api/v1/rpc/agent'],
    plane: 'world',
    access: 'key',
    rate: 'rpc',
    summary: 'Call an agent method: getAgentState, submitIntent, getWallet, getCityState, getRecentEvents',
    description:
      `${ENVELOPE}submitIntent returns after the next tick has accepted the intent (ticks are 5 s apart by default). Its result is an ` +
      'event and is also available at `GET /api/v1/intents/:id`. With an `idempotency_key`, the call can be repeated safely.',
    errors: [
      'method_not_found',
      'actor_not_found',
      'actor_not_owned',
      'actor_frozen',
      'city_not_found',
      'unknown_intent_type',
      'source_not_allowed',
      'intent_queue_full',
      'idempotency_key_reused',
      'world_paused',
    ],
  },
  callAdmin: {
    ...call,
    body: AdminCall,
    path: '/rpc/admin',
    aliases: ['/api/v1/rpc/admin'],
    plane: 'operator',
    access: 'god',
    rate: 'admin',
    summary:
      'Call an administrative method: analyzeEconomicConditions, executeEmergencyExpansion, adjustPublicSalaries, approveProposal, createHousing',
    description:
      `${ENVELOPE}Every call is recorded in the audit log. Writes need a \`reason\`, or \`dry_run\`. Their effects are booked as ledger journals and building ` +
      'contracts.',
    errors: [
      'method_not_found',
      'city_not_found',
      'proposal_not_found',
      'analysis_not_found',
      'proposal_wrong_state',
      'policy_guard',
      'insufficient_funds',
      'no_builder',
      'idempotency_key_reused',
      'admin_disabled',
      'world_paused',
    ],
  },
} as const satisfies RouteTable;
