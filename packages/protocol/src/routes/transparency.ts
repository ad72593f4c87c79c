import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { StatementEnvelope } from '../seal/statement.ts';
import {
  LogConsistency,
  LogConsistencyQuery,
  LogEntries,
  LogEntriesQuery,
  LogGrowth,
  LogParameters,
  LogProof,
  LogProofQuery,
  ProofBundle,
  STATUS_PURPOSES,
  StatusToken,
  StatusTokenQuery,
} from '../wire/transparency.ts';
import { CertificateParams } from './parameters.ts';

const readable = { method: 'GET', plane: 'public', access: 'none', rate: 'public', status: 200 } as const;

const TileParams = z.object({
  level: z.string().meta({ examples: ['0', 'entries'] }),
  path: z.string().meta({ examples: ['000.p/12', 'x001/x234/067'] }),
});
const StatusListParams = z.object({
  purpose: z
    .enum(STATUS_PURPOSES)
    .describe('Status that the bits of the list show.')
    .meta({ examples: ['suspension'] }),
  list: z.coerce
    .number()
    .int()
    .nonnegative()
    .max(1_000_000)
    .meta({ examples: ['0'] }),
});

/** The public log of all issued certificates and the proofs over it. */
export const transparencyRoutes = {
  readLog: {
    ...readable,
    path: '/api/v1/public/transparency',
    cache: 'live',
    summary: "Get the transparency log's configuration: origin, key, witnesses",
    answer: LogParameters,
    errors: ['log_not_published'],
  },
  readCheckpoint: {
    ...readable,
    path: '/api/v1/public/transparency/checkpoint',
    cache: 'checkpoint',
    summary: "Get the log's latest signed checkpoint (C2SP tlog-checkpoint)",
    answer: { media: 'text/plain' },
    errors: ['log_not_published'],
  },
  readTile: {
    ...readable,
    path: '/api/v1/public/transparency/tile/:level/*path',
    cache: 'sealed',
    summary: 'Get a tile of the tree, or the entries of a tile (C2SP tlog-tiles)',
    description: 'Level `entries` contains the leaves. Only tiles of published checkpoints are served.',
    params: TileParams,
    answer: { media: 'application/octet-stream' },
    errors: ['tile_not_found'],
  },
  readInclusionProof: {
    ...readable,
    path: '/api/v1/public/transparency/proof',
    cache: 'live',
    summary: 'Get the inclusion proof of a leaf',
    query: LogProofQuery,
    answer: LogProof,
    errors: ['leaf_not_found', 'leaf_not_covered', 'log_not_published'],
  },
  readConsistencyProof: {
    ...readable,
    path: '/api/v1/public/transparency/consistency',
    cache: 'live',
    summary: 'Get the consistency proof between two trees',
    query: LogConsistencyQuery,
    answer: LogConsistency,
    errors: ['log_not_published'],
  },
  readLogEntries: {
    ...readable,
    path: '/api/v1/public/transparency/entries',
    cache: 'live',
    summary: 'List the newest leaves of the log, page by page',
    description: 'The response contains no proofs: use `proof` or the tiles to verify leaves against a checkpoint.',
    query: LogEntriesQuery,
    answer: LogEntries,
    errors: ['log_not_published'],
  },
  readLogGrowth: {
    ...readable,
    path: '/api/v1/public/transparency/growth',
    cache: 'badge',
    summary: 'Get the size of the log over time',
    answer: LogGrowth,
    errors: ['log_not_published'],
  },
  readStatusList: {
    ...readable,
    path: '/api/v1/public/status-lists/:purpose/:list',
    cache: 'badge',
    summary: 'Get a status list of 131,072 certificates (W3C Bitstring Status List, as a JWT)',
    description:
      "A certificate's bit index is its ISSUED leaf index modulo 131,072; the list number is the quotient. `suspension` is set for " +
      'certificates that are not currently valid, `revocation` for permanently revoked ones.',
    params: StatusListParams,
    answer: { media: 'application/vc+jwt' },
    errors: ['status_list_not_found'],
  },
  readStatusToken: {
    ...readable,
    path: '/api/v1/public/certificates/:id/status-token',
    rate: 'verify',
    cache: 'live',
    summary: 'Get the signed current status, valid for at most 15 minutes',
    params: CertificateParams,
    query: StatusTokenQuery,
    answer: StatusToken,
    errors: ['certificate_not_found', 'status_stale'],
    failsClosed: true,
  },
  readProofBundle: {
    ...readable,
    path: '/api/v1/public/certificates/:id/proof-bundle',
    cache: 'live',
    summary: 'Get the proof bundle for offline verification',
    params: CertificateParams,
    answer: ProofBundle,
    errors: ['certificate_not_found', 'leaf_not_covered', 'log_not_published', 'status_stale'],
    failsClosed: true,
  },
  readVerificationSummary: {
    ...readable,
    path: '/api/v1/public/certificates/:id/verification-summary',
    cache: 'live',
    summary: 'Get the current SLSA verification summary (in-toto statement in DSSE)',
    params: CertificateParams,
    answer: StatementEnvelope,
    errors: ['certificate_not_found', 'status_stale'],
    failsClosed: true,
  },
} as const satisfies RouteTable;
