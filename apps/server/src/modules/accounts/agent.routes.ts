import { authRoutes } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Links } from './links.service.ts';
import type { ReadMe } from './me.service.ts';
import type { Nonces } from './nonces.service.ts';

type Services = {
  readonly nonces: Nonces;
  readonly links: Links;
  readonly readMe: ReadMe;
  readonly keyUrlOf: (id: string) => string;
};

export const bindAgentRoutes = ({ nonces, links, readMe, keyUrlOf }: Services) =>
  bindRoutes(authRoutes, {
    createNonce: ({ query }) => nonces.create(query),
    linkWallet: async ({ body }, { requestId }) => {
      const { result, retryAfterSeconds } = await links.link(body, requestId);
      const wait = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
      return new Reply(result, { headers: { Location: keyUrlOf(result.keyId), ...wait } });
    },
    readMe: (_, { caller }) => readMe(caller),
    listKeys: (_, { caller }) => links.list(caller),
    revokeKeys: ({ body }, { requestId }) => links.revokeBySignature(body, requestId),
    revokeKey: ({ params }, { caller, requestId }) => links.revoke(caller, params.id, requestId),
  });
