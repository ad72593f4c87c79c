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
      const result = await links.link(body, requestId);
      return new Reply(result, { headers: { Location: keyUrlOf(result.keyId) } });
    },
    readMe: (_, { caller }) => readMe(caller),
    listKeys: (_, { caller }) => links.list(caller),
    revokeKeys: ({ body }, { requestId }) => links.revokeBySignature(body, requestId),
    revokeKey: ({ params }, { caller, requestId }) => links.revoke(caller, params.id, requestId),
  });
