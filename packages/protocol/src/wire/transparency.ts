/** The transparency log and its proofs. Notes and tiles use the C2SP formats. */
import { z } from 'zod';
import { Address } from '../ethereum/index.ts';
import { CertificateId, Hash32 } from '../ids.ts';
import { PROOF_HASHES_MAX } from '../log/proofs.ts';
import { StatementEnvelope } from '../seal/statement.ts';
import { CertificateStatus, StatusReason } from './certificate.ts';
import { Count, Network, Time } from './common.ts';
import { TrustRoot } from './trust-root.ts';

export const LEAF_TYPES = ['ISSUED', 'STATUS', 'AUDIT_HEAD'] as const;

/** Its canonical JSON is the log entry. It contains no names and no free text. */
export const LogLeaf = z
  .strictObject({
    type: z.enum(LEAF_TYPES),
    certificateId: CertificateId.nullable(),
    payloadHash: Hash32.nullable().describe('For an AUDIT_HEAD leaf: the hash of the newest row of the audit log.'),
    status: CertificateStatus.nullable(),
    statusReason: StatusReason.nullable(),
    at: Time,
    prev: Count.nullable().describe('The previous leaf of the same certificate, or the previous audit head.'),
  })
  .meta({ id: 'LogLeaf' });
export type LogLeaf = z.infer<typeof LogLeaf>;

const HashText = z.string().regex(/^[A-Za-z0-9+/]{43}=$/);
const ProofHashes = z.array(HashText).max(PROOF_HASHES_MAX).describe('Base64, as in RFC 6962.');
const Note = z.string().describe('A signed note: C2SP tlog-checkpoint.');

export const LogProofQuery = z.object({
  leafIndex: z.coerce.number().int().nonnegative().optional(),
  certificateId: CertificateId.optional().describe('Select the ISSUED leaf of this certificate.'),
  treeSize: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Size of a published checkpoint. Default: the size of the newest one.'),
});
export const LogProof = z
  .object({ leafIndex: Count, leaf: LogLeaf, treeSize: Count, hashes: ProofHashes, checkpoint: Note })
  .meta({ id: 'LogProof' });
export type LogProof = z.infer<typeof LogProof>;

export const LogConsistencyQuery = z.object({
  from: z.coerce.number().int().positive(),
  to: z.coerce.number().int().positive(),
});
export const LogConsistency = z.object({ from: Count, to: Count, hashes: ProofHashes }).meta({ id: 'LogConsistency' });
export type LogConsistency = z.infer<typeof LogConsistency>;

export const LogEntriesQuery = z.object({
  before: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Return leaves below this index. Default: the newest leaves.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
/** For display. A reader that verifies the log uses the tiles. */
export const LogEntries = z
  .object({
    size: Count.describe('Number of leaves that a published checkpoint covers.'),
    items: z.array(z.object({ leafIndex: Count, leaf: LogLeaf })).describe('Newest first.'),
    nextBefore: Count.nullable().describe('`before` of the next page; null at the first leaf.'),
  })
  .meta({ id: 'LogEntries' });
export type LogEntries = z.infer<typeof LogEntries>;

export const GROWTH_POINTS_MAX = 33;
export const LogGrowth = z
  .object({
    points: z
      .array(z.object({ at: Time, size: Count }))
      .max(GROWTH_POINTS_MAX)
      .describe('Published checkpoints, oldest first, with about the same number of leaves between them.'),
  })
  .meta({ id: 'LogGrowth' });
export type LogGrowth = z.infer<typeof LogGrowth>;

export const LogWitness = z
  .object({ name: z.string(), verifierKey: z.string(), lastCosignedAt: Time.nullable(), lastSize: Count.nullable() })
  .meta({ id: 'LogWitness' });

/** What a reader configures: the three log parameters of C2SP tlog-tiles. */
export const LogParameters = z
  .object({
    origin: z.string(),
    verifierKey: z.string().describe('Public key of the log, in C2SP signed-note format.'),
    prefix: z.url().describe('Base address of the checkpoint and the tiles.'),
    size: Count,
    checkpointAt: Time.nullable(),
    witnesses: z.array(LogWitness),
    former: z
      .array(z.object({ origin: z.string(), endedWith: z.string().nullable(), reason: z.string() }))
      .describe('Earlier identities of this log, each with its last known checkpoint.'),
  })
  .meta({ id: 'LogParameters' });
export type LogParameters = z.infer<typeof LogParameters>;

export const STATUS_TOKEN_SECONDS = 900;
export const StatusTokenQuery = z.object({
  nonce: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/)
    .optional(),
});
export const StatusToken = z
  .object({ token: z.string().describe('A compact JWS (EdDSA).'), expiresAt: Time })
  .meta({ id: 'StatusToken' });
export type StatusToken = z.infer<typeof StatusToken>;

export const STATUS_LIST_BITS = 131_072;
export const STATUS_PURPOSES = ['revocation', 'suspension'] as const;
export type StatusPurpose = (typeof STATUS_PURPOSES)[number];

const IncludedLeaf = z.object({ leafIndex: Count, leaf: LogLeaf, hashes: ProofHashes });

export const PROOF_BUNDLE_SCHEMA = 'assay-proof-bundle/v1';
export const STATUS_LEAVES_MAX = 256;
export const ProofBundle = z
  .object({
    schema: z.literal(PROOF_BUNDLE_SCHEMA),
    certificateId: CertificateId,
    payload: z.looseObject({ schema: z.string() }).describe('The sealed payload, unchanged.'),
    statement: StatementEnvelope,
    log: IncludedLeaf.extend({ origin: z.string(), checkpoint: Note, cosignatures: z.array(z.string()) }),
    statusLeaves: z.array(IncludedLeaf).max(STATUS_LEAVES_MAX),
    statusToken: z.string(),
    anchor: z
      .object({
        network: Network,
        registryAddress: Address,
        key: Hash32,
        txHash: Hash32.nullable(),
        blockNumber: Count.nullable(),
        root: z.object({ hash: Hash32, proof: z.array(Hash32) }).nullable(),
      })
      .nullable(),
    trustRoot: TrustRoot,
    generatedAt: Time,
    validUntil: Time.describe('Time until which the status is valid. Sealed and logged data does not expire.'),
  })
  .meta({ id: 'ProofBundle' });
export type ProofBundle = z.infer<typeof ProofBundle>;
