import { operatorAccountRoutes, operatorProposalRoutes, operatorSignInRoutes } from '@assay/protocol';
import { OPERATOR_COOKIE, OPERATOR_SESSION_SECONDS } from '../../platform/auth/index.ts';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Operators } from './operators.service.ts';
import type { Proposals } from './proposals.service.ts';
import type { SignIn } from './sign-in.service.ts';

export const bindOperatorRoutes = (operators: Operators, proposals: Proposals, signIn: SignIn) => [
  ...bindRoutes(operatorAccountRoutes, {
    readOperator: (_, { caller }) => operators.me(caller),
    listOperators: () => operators.list(),
    addOperator: ({ body }, { caller, requestId }) => operators.add(body, { caller, requestId }),
    replaceOperatorKey: ({ params }, { caller, requestId }) => operators.replaceKey(params.name, { caller, requestId }),
    removeOperator: ({ params }, { caller, requestId }) => operators.remove(params.name, { caller, requestId }),
  }),
  ...bindRoutes(operatorProposalRoutes, {
    listOperatorProposals: () => proposals.list(),
    createOperatorProposal: ({ body }, { caller, requestId }) => proposals.propose(body, { caller, requestId }),
    confirmOperatorProposal: ({ params, body }, { caller, requestId }) =>
      proposals.confirm(params.id, { ...body, caller, requestId }),
    withdrawOperatorProposal: ({ params, body }, { caller, requestId }) =>
      proposals.withdraw(params.id, { ...body, caller, requestId }),
  }),
  ...bindRoutes(operatorSignInRoutes, {
    readOperatorSignIn: () => ({ isConfigured: signIn.isConfigured }),
    startOperatorSignIn: () => signIn.start(),
    finishOperatorSignIn: async ({ body }, { requestId }) => {
      const { token, me } = await signIn.finish(body, requestId);
      return new Reply(me, { headers: { 'Set-Cookie': operatorCookie(token, OPERATOR_SESSION_SECONDS) } });
    },
    endOperatorSession: async (_, { caller: { session } }) => {
      if (session !== undefined) await signIn.end(session.id, session.operatorId);
      return new Reply(undefined, { headers: { 'Set-Cookie': operatorCookie('', 0) } });
    },
  }),
];

const operatorCookie = (token: string, lifeSeconds: number): string =>
  `${OPERATOR_COOKIE}=${token}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; Secure; SameSite=Strict`;
