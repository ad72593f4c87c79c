import { accountRoutes, type CodeVerifyRequest, type LoginResult } from '@assay/protocol';
import { SESSION_COOKIE } from '../../platform/auth/index.ts';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Accounts } from './accounts.service.ts';
import type { Login } from './login.service.ts';
import type { Tokens } from './tokens.service.ts';

type Services = {
  readonly login: Login;
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly tokenUrlOf: (id: string) => string;
  readonly clock: { now(): Date };
};

export const bindAccountRoutes = ({ login, accounts, tokens, tokenUrlOf, clock }: Services) => {
  async function enter({ deliver, ...proof }: CodeVerifyRequest, requestId: string) {
    const { token, expiresAt, account } = await login.verify(proof, requestId);
    const result: LoginResult = { tokenType: 'Bearer', expiresAt: expiresAt.toISOString(), account };
    if (deliver === 'token') return new Reply({ token, ...result });
    const lifeSeconds = Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000);
    return new Reply(result, { headers: { 'Set-Cookie': sessionCookie(token, lifeSeconds) } });
  }

  return bindRoutes(accountRoutes, {
    registerAccount: ({ body }, { client }) => login.register(body, client),
    verifyEmail: ({ body }, { requestId }) => enter(body, requestId),
    requestLoginCode: ({ body }, { client }) => login.requestCode(body.email, client),
    verifyLoginCode: ({ body }, { requestId }) => enter(body, requestId),
    logout: async ({ body }, { caller, requestId }) => {
      await tokens.logout(caller, body?.all ?? false, requestId);
      return new Reply(undefined, { headers: { 'Set-Cookie': sessionCookie('', 0) } });
    },
    readAccount: (_, { caller }) => accounts.get(caller.accountId),
    changeAccount: ({ body }, { caller }) => accounts.change(caller.accountId, body),
    deleteAccount: async (_, { caller, requestId }) => {
      await accounts.remove(caller.accountId, requestId);
      return new Reply(undefined, { headers: { 'Set-Cookie': sessionCookie('', 0) } });
    },
    listTokens: (_, { caller }) => tokens.list(caller),
    createToken: async ({ body }, { caller, requestId }) => {
      const created = await tokens.create(caller, body, requestId);
      return new Reply(created, { headers: { Location: tokenUrlOf(created.id) } });
    },
    deleteToken: ({ params }, { caller, requestId }) => tokens.revoke(caller, params.id, requestId),
  });
};

/** Hidden from scripts, sent only over TLS, never sent with cross-site requests. */
const sessionCookie = (token: string, lifeSeconds: number): string =>
  `${SESSION_COOKIE}=${token}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; Secure; SameSite=Strict`;
