import {
  type CertificateId,
  canonicalBytes,
  type Payload,
  Problem,
  preAuthenticationEncoding,
  type Signer,
  STATEMENT_PAYLOAD_TYPE,
  STATEMENT_TYPE,
  type StatementEnvelope,
  sha256Hex,
  toBase64,
  type VerifyRecord,
} from '@assay/protocol';

const PREDICATE_TYPE = 'https://slsa.dev/verification_summary/v1';
const SLSA_VERSION = '1.0';

/** Payload and statement, as sealed. */
type Sealed = { readonly payload: string; readonly statement: string };

type Deps = {
  readonly findRecord: (id: CertificateId) => Promise<VerifyRecord | undefined>;
  readonly findSealed: (id: CertificateId) => Promise<Sealed | undefined>;
  readonly statementUrlOf: (id: CertificateId) => string;
  readonly getSigner: () => Promise<Signer>;
  readonly issuerUrl: string;
  readonly clock: { now(): Date };
};

/** A SLSA verification summary of the current answer, for tools that read in-toto. */
export function createVerificationSummaries(deps: Deps) {
  const { findRecord, findSealed, statementUrlOf, getSigner, issuerUrl, clock } = deps;
  return async (id: CertificateId): Promise<StatementEnvelope> => {
    const [record, sealed] = [await findRecord(id), await findSealed(id)];
    if (record === undefined || sealed === undefined) throw new Problem('certificate_not_found');
    const { source, digests, round }: Payload = JSON.parse(sealed.payload);
    const statement = {
      _type: STATEMENT_TYPE,
      subject: digests.files.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
      predicateType: PREDICATE_TYPE,
      predicate: {
        verifier: { id: issuerUrl, version: { engine: round.engineVersion } },
        timeVerified: clock.now().toISOString(),
        resourceUri: source.url ?? `urn:assay:bundle:sha256:${digests.bundleSha256}`,
        policy: { uri: `urn:assay:ruleset:${round.rulesetDigest}` },
        inputAttestations: [{ uri: statementUrlOf(id), digest: { sha256: sha256Hex(Buffer.from(sealed.statement)) } }],
        verificationResult: record.valid ? 'PASSED' : 'FAILED',
        verifiedLevels: record.valid ? [`ASSAY_LEVEL_${record.securityLevel}`] : [],
        slsaVersion: SLSA_VERSION,
      },
    };
    const body = canonicalBytes(statement);
    const { keyId, sign } = await getSigner();
    const signature = sign(preAuthenticationEncoding(STATEMENT_PAYLOAD_TYPE, body));
    return {
      payloadType: STATEMENT_PAYLOAD_TYPE,
      payload: toBase64(body),
      signatures: [{ keyid: keyId, sig: toBase64(signature) }],
    };
  };
}
export type VerificationSummaries = ReturnType<typeof createVerificationSummaries>;
