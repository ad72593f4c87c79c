import { intentTypeRoutes, type Mounts, rpcRoutes } from '@assay/protocol';
import { answerCalls, bindRoutes, type Dispatch, ReadyAnswer } from '../../platform/http/index.ts';
import type { Admin } from './admin.service.ts';
import type { Agent } from './agent.service.ts';
import type { IntentTypes } from './intent-types.ts';

type Services = {
  readonly agent: Agent;
  readonly admin: Admin;
  readonly listIntentTypes: IntentTypes;
  readonly mounts: Mounts;
};

export const bindRpcRoutes = ({ agent, admin, listIntentTypes, mounts }: Services) => [
  ...bindRoutes(intentTypeRoutes, { listIntentTypes: (_, { caller }) => listIntentTypes(caller) }),
  ...bindRoutes(rpcRoutes, {
    callAgent: (_, { caller, client, sentBody, requestId }) =>
      answer(sentBody, agent({ caller, client }), { requestId, access: 'key', mounts }),
    callAdmin: (_, { caller, sentBody, requestId }) =>
      answer(sentBody, admin({ caller, requestId }), { requestId, access: 'god', mounts }),
  }),
];

async function answer(
  body: unknown,
  dispatch: Dispatch,
  context: Parameters<typeof answerCalls>[2],
): Promise<ReadyAnswer> {
  const reply = await answerCalls(body, dispatch, context);
  const bytes = Buffer.from(reply.body === undefined ? '' : JSON.stringify(reply.body));
  return new ReadyAnswer(bytes, { contentType: 'application/json; charset=utf-8', status: reply.status });
}
