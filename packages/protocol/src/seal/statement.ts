import { z } from 'zod';
import { CertificateId, Hash32, Sha256, SubmissionId } from '../ids.ts';
import { BUNDLE_LIMITS } from '../limits.ts';
import { findBase64, toBase64 } from './base64.ts';
import { type BundleDigests, type FileDigest, SUBMODULE } from './bundle-digest.ts';
import { canonicalBytes } from './canonical-json.ts';
import { PAYLOAD_HASH_SCHEME } from './digest.ts';
import type { KeyId, Signer } from './ed25519.ts';
import { parseIJsonBytes } from './i-json.ts';
import { SealError } from './seal-error.ts';
import { verifySignatures } from './signatures.ts';

export const STATEMENT_PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const STATEMENT_PREDICATE_TYPE = 'urn:assay:certificate:v1';

export const STATEMENT_LIMITS = {
  /** Every file, the normalised entry, and the payload. */
  subjectsMax: BUNDLE_LIMITS.repositoryFilesMax + 2,
  signaturesMax: 16,
  payloadBase64Max: 4_194_304,
} as const;

const Subject = z.object({
  name: z.string().min(1),
  digest: z.object({
    sha256: Sha256,
    keccak256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
});

/** What a certificate's signature covers: these bytes and this payload about them. */
export const Statement = z.object({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.array(Subject).min(1).max(STATEMENT_LIMITS.subjectsMax),
  predicateType: z.literal(STATEMENT_PREDICATE_TYPE),
  predicate: z.object({
    certificateId: CertificateId,
    submissionId: SubmissionId,
    payloadHash: Hash32,
    payloadHashScheme: z.literal(PAYLOAD_HASH_SCHEME),
    issuedAt: z.iso.datetime({ precision: 3 }),
  }),
});
export type Statement = z.infer<typeof Statement>;

export const StatementEnvelope = z.object({
  payloadType: z.string(),
  payload: z.string().max(STATEMENT_LIMITS.payloadBase64Max),
  signatures: z
    .array(z.object({ keyid: z.string(), sig: z.string() }))
    .min(1)
    .max(STATEMENT_LIMITS.signaturesMax),
});
export type StatementEnvelope = z.infer<typeof StatementEnvelope>;

/** Subjects that are not files. A file cannot use their names: a statement with duplicate names is rejected. */
export const toEntrySubjectName = (entry: string): string => `urn:assay:entry:lf-v1:${entry}`;
export const toPayloadSubjectName = (certificateId: CertificateId): string => `urn:assay:payload:${certificateId}`;

export type StatementInput = {
  readonly certificateId: CertificateId;
  readonly submissionId: SubmissionId;
  readonly issuedAt: string;
  readonly entry: string;
  readonly digests: Pick<BundleDigests, 'entrySha256'> & {
    readonly files: readonly Pick<FileDigest, 'path' | 'mode' | 'sha256'>[];
  };
  readonly payloadHash: Hash32;
  readonly payloadSha256: Sha256;
};

export function buildStatement(input: StatementInput): Statement {
  const { certificateId, submissionId, payloadHash, issuedAt, entry, digests } = input;
  return requireStatement({
    _type: STATEMENT_TYPE,
    subject: [
      ...digests.files
        .filter(({ mode }) => mode !== SUBMODULE) // a commit id is not a file on disk
        .map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
      { name: toEntrySubjectName(entry), digest: { sha256: digests.entrySha256 } },
      {
        name: toPayloadSubjectName(certificateId),
        digest: { sha256: input.payloadSha256, keccak256: payloadHash.slice(2) },
      },
    ],
    predicateType: STATEMENT_PREDICATE_TYPE,
    predicate: { certificateId, submissionId, payloadHash, payloadHashScheme: PAYLOAD_HASH_SCHEME, issuedAt },
  });
}

/** Signs canonical bytes, so that the same statement and key produce the same envelope on every machine. */
export function signStatement(statement: Statement, signer: Signer): StatementEnvelope {
  const body = canonicalBytes(requireStatement(statement));
  const signature = signer.sign(preAuthenticationEncoding(STATEMENT_PAYLOAD_TYPE, body));
  return {
    payloadType: STATEMENT_PAYLOAD_TYPE,
    payload: toBase64(body),
    signatures: [{ keyid: signer.keyId, sig: toBase64(signature) }],
  };
}

export type ProvenStatement = { statement: Statement; keyIds: KeyId[] };

/** The statement that the trusted keys signed. Throws SealError. The body is parsed only after its signature verified. */
export function verifyStatement(envelope: unknown, trustedKeys: readonly Uint8Array[]): ProvenStatement {
  const parsed = StatementEnvelope.safeParse(envelope);
  if (!parsed.success) throw new SealError('malformed', { cause: parsed.error });
  const { payloadType, payload, signatures } = parsed.data;
  if (payloadType !== STATEMENT_PAYLOAD_TYPE) throw new SealError('wrong_payload_type');
  const body = findBase64(payload);
  if (!body) throw new SealError('malformed');

  const claims = signatures.map(({ keyid, sig }) => ({ keyId: keyid, value: sig }));
  const keyIds = verifySignatures(preAuthenticationEncoding(payloadType, body), claims, trustedKeys);
  return { statement: requireStatement(readBody(body)), keyIds };
}

function readBody(body: Uint8Array): unknown {
  try {
    return parseIJsonBytes(body);
  } catch (cause) {
    throw new SealError('malformed', { cause });
  }
}

/** Checks the shape and that every subject name is unique: a verifier that looks up a file must not find two digests. */
function requireStatement(candidate: unknown): Statement {
  const parsed = Statement.safeParse(candidate);
  if (!parsed.success) throw new SealError('malformed', { cause: parsed.error });
  const names = new Set(parsed.data.subject.map((subject) => subject.name));
  if (names.size !== parsed.data.subject.length) throw new SealError('duplicate_path');
  return parsed.data;
}

/** DSSE v1 PAE: the lengths make the boundary between type and body unambiguous. */
export function preAuthenticationEncoding(payloadType: string, body: Uint8Array): Uint8Array {
  const type = new TextEncoder().encode(payloadType);
  const head = new TextEncoder().encode(`DSSEv1 ${type.length} ${payloadType} ${body.length} `);
  const encoding = new Uint8Array(head.length + body.length);
  encoding.set(head);
  encoding.set(body, head.length);
  return encoding;
}
