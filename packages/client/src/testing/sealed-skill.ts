import {
  buildStatement,
  createSigner,
  describeBundle,
  payloadHash,
  payloadSha256,
  type Signer,
  signJson,
  signStatement,
  toVerifyRecord,
} from '@assay/protocol';
import { buildPayload, CERTIFICATE_ID } from '@assay/protocol/testing';

/** The current time in the tests. */
export const NOW = Date.parse('2026-06-01T12:00:00.000Z');
export const HOUR_MS = 3_600_000;
export const at = (ms: number): string => new Date(ms).toISOString();

const signerOf = (digit: string): Signer => createSigner(Uint8Array.from({ length: 32 }, () => Number(digit) + 1));
export const SIGNER = signerOf('1');
export const THIRD_PARTY = signerOf('2');
export const keyText = ({ publicKey }: Signer): string => Buffer.from(publicKey).toString('base64');

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const FILES = [
  { path: 'SKILL.md', bytes: bytes('---\nname: pdf-tools\n---\n\nFill the form.\n') },
  { path: 'scripts/fill.py', bytes: bytes('print("filled")\n') },
];
export const withFile = (path: string, text: string) => [
  ...FILES.filter((file) => file.path !== path),
  { path, bytes: bytes(text) },
];

export const ID: string = CERTIFICATE_ID;
export const OTHER_ID = 'ffffffffffffffffffffffff';

/** One certificate with every real document that the service serves about it. */
export function sealSkill(signer: Signer = SIGNER, changes: Parameters<typeof buildPayload>[0] = {}) {
  const digests = describeBundle(FILES, 'SKILL.md');
  const payload = buildPayload({ digests, ...changes });
  const hash = payloadHash(payload);
  const input = { ...payload, entry: 'SKILL.md', payloadHash: hash, payloadSha256: payloadSha256(payload) };
  const envelope = signStatement(buildStatement(input), signer);
  const state = {
    payload,
    payloadHash: hash,
    status: 'APPROVED',
    statusReason: null,
    statusChangedAt: payload.issuedAt,
    revoked: false,
    supersededBy: null,
    activeFlagCount: 0,
    reAudit: null,
    onChain: null,
  } as const;
  const record = toVerifyRecord(state, { version: '1', apiDisclaimer: '' }, { baseUrl: 'https://assay.example' });
  const integrity = {
    certificateId: ID,
    entry: 'SKILL.md',
    ...digests,
    payloadHash: hash,
    payloadHashScheme: 'keccak256-canonical-json-v1',
    payloadSha256: payloadSha256(payload),
    sourceUrl: payload.source.url,
    sourceRef: payload.source.ref,
    binding: 'COMMIT',
    normalisation: 'lf-v1',
  };
  return { payload, digests, record, integrity, envelope, sealed: { id: ID, payload } };
}
type SealedSkill = ReturnType<typeof sealSkill>;

export function toEntry({ record, digests, payload }: SealedSkill, changes: object = {}) {
  return {
    certificateId: ID,
    name: record.skillName,
    version: record.skillVersion,
    productType: 'SKILL',
    description: payload.description,
    source: record.source,
    type: null,
    url: null,
    digest: null,
    digests: {
      skillMdSha256: digests.skillMdSha256,
      entrySha256: digests.entrySha256,
      rawSha256: digests.rawSha256,
      bundleSha256: digests.bundleSha256,
      payloadHash: record.payloadHash,
    },
    verifyUrl: record.links.self,
    securityLevel: record.securityLevel,
    issuedAt: record.certificateIssuedAt,
    status: 'APPROVED',
    activeFlagCount: 0,
    changedAt: record.certificateIssuedAt,
    sequence: 7,
    ...changes,
  };
}

export const toFeed = (entries: readonly object[], changes: object = {}, signer: Signer = SIGNER): object =>
  signJson(
    {
      schema: 'assay-skill-store/v1',
      issuer: 'https://assay.example',
      sequence: 7,
      generatedAt: at(NOW - 60_000),
      expiresAt: at(NOW - 60_000 + HOUR_MS),
      total: entries.length,
      since: null,
      entries,
      nextCursor: null,
      ...changes,
    },
    signer,
  );
