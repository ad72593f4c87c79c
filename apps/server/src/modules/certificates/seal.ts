import {
  buildStatement,
  type CertificateId,
  canonicalize,
  keccak256Hex,
  PAYLOAD_SCHEMA,
  type Payload,
  PayloadV2,
  type Signer,
  sealedBytes,
  sha256Hex,
  signStatement,
} from '@assay/protocol';
import type { z } from 'zod';
import type { SealedRow } from './certificates.store.ts';

/** The decision of the reviewers. The seal adds identity, issuer and time. */
export type IssueInput = Omit<PayloadV2, 'schema' | 'certificateId' | 'issuer' | 'issuedAt'> & {
  /** Principal that owns the skill, for example `account:<id>`. It is part of the skill key. */
  readonly owner: string;
};

type SealContext = {
  readonly id: CertificateId;
  readonly issuedAt: Date;
  readonly issuerUrl: string;
  readonly signer: Signer;
};

const utf8 = new TextEncoder();

/** Certificates with the same owner, source and entry are versions of one skill. */
export function skillKeyOf({ owner, source, name }: Pick<IssueInput, 'owner' | 'source' | 'name'>): string {
  // Inline content has no address, so its name is the key instead.
  const place = source.url === null ? { name } : { url: source.url };
  return sha256Hex(utf8.encode(canonicalize({ owner, entry: source.entry, ...place })));
}

/** Builds, hashes and signs the payload. The row holds exactly the bytes that were hashed. */
export function seal(input: IssueInput, { id, issuedAt, issuerUrl, signer }: SealContext): SealedRow {
  const { owner: _, ...reviewed } = input;
  const draft: z.input<typeof PayloadV2> = {
    schema: PAYLOAD_SCHEMA,
    certificateId: id,
    issuer: { name: 'Assay', url: issuerUrl, keyId: signer.keyId },
    issuedAt: issuedAt.toISOString(),
    ...reviewed,
  };
  const payload = PayloadV2.parse(draft);
  const bytes = sealedBytes(payload);
  const hashes = { payloadHash: keccak256Hex(bytes), payloadSha256: sha256Hex(bytes) };
  const statement = buildStatement({
    certificateId: id,
    submissionId: payload.submissionId,
    issuedAt: payload.issuedAt,
    entry: payload.source.entry,
    digests: payload.digests,
    ...hashes,
  });
  return {
    id,
    submissionId: payload.submissionId,
    skillKey: skillKeyOf(input),
    name: payload.name,
    version: payload.version,
    description: payload.description,
    productType: payload.productType,
    securityLevel: payload.securityLevel,
    warnings: countBySeverity(payload.retainedWarnings),
    ownerWallet: payload.ownerWallet,
    sourceUrl: payload.source.url,
    sourceRef: payload.source.ref ?? `sha256:${payload.digests.bundleSha256}`,
    entrySha256: payload.digests.entrySha256,
    rawSha256: payload.digests.rawSha256,
    bundleSha256: payload.digests.bundleSha256,
    treeSha256: payload.digests.treeSha256,
    payload: Buffer.from(bytes).toString(),
    ...hashes,
    keyId: signer.keyId,
    statement: JSON.stringify(signStatement(statement, signer)),
    sealedAt: issuedAt,
  };
}

function countBySeverity(findings: Payload['retainedWarnings']): SealedRow['warnings'] {
  const counts: SealedRow['warnings'] = {};
  for (const { severity } of findings) counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}
