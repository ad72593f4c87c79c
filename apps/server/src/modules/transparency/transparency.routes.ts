import { transparencyRoutes } from '@assay/protocol';
import { bindRoutes, etagOf, ReadyAnswer, Reply } from '../../platform/http/index.ts';
import type { Log } from './log.service.ts';
import type { ProofBundles } from './proof-bundles.service.ts';
import type { StatusLists } from './status-lists.service.ts';
import type { StatusTokens } from './status-tokens.service.ts';
import type { VerificationSummaries } from './verification-summary.ts';

type Services = {
  readonly log: Log;
  readonly statusToken: StatusTokens;
  readonly statusList: StatusLists;
  readonly proofBundle: ProofBundles;
  readonly verificationSummary: VerificationSummaries;
};

/** A partial tile never changes, but a full one replaces it. */
const PARTIAL_TILE = { 'Cache-Control': 'public, max-age=60' };

export function bindTransparencyRoutes(services: Services) {
  const { log, statusToken, statusList, proofBundle, verificationSummary } = services;
  return bindRoutes(transparencyRoutes, {
    readLog: () => log.parameters(),
    readCheckpoint: () => log.checkpoint(),
    readTile: async ({ params }) => {
      const { bytes, isFull } = await log.tile(`${params.level}/${params.path}`);
      const headers = isFull ? {} : PARTIAL_TILE;
      return new ReadyAnswer(bytes, { contentType: 'application/octet-stream', headers });
    },
    readInclusionProof: ({ query }) => log.proof(query),
    readConsistencyProof: ({ query }) => log.consistency(query),
    readLogEntries: ({ query }) => log.entries(query),
    readLogGrowth: () => log.growth(),
    readStatusList: async ({ params }) =>
      new ReadyAnswer(Buffer.from(await statusList(params.purpose, params.list)), {
        contentType: 'application/vc+jwt',
      }),
    readStatusToken: ({ params, query }) => statusToken(params.id, query.nonce),
    readProofBundle: async ({ params }) => {
      const bundle = await proofBundle(params.id);
      return new Reply(bundle, { etag: etagOf(bundle.statusToken + bundle.log.checkpoint) });
    },
    readVerificationSummary: ({ params }) => verificationSummary(params.id),
  });
}
