import { fillPath } from '@assay/protocol/route';
import { toHex } from './hex.ts';
import type { Http } from './http.ts';
import type { VerifySignature } from './keys.ts';
import { type StatusClaims, verifyStatusToken } from './proof/status-token.ts';
import { AssayError } from './reasons.ts';
import type { VerifyRecord } from './record.ts';
import * as ROUTES from './routes.generated.ts';
import { toSealedFacts } from './sealed-facts.ts';
import { type Dict, isDict, isText } from './shape.ts';
import { requireSealed } from './statement.ts';
import type { Trust } from './trust.ts';

/** The limit of cached payloads. Sealed payloads never change. */
const KEPT_MAX = 64;
const NONCE_BYTES = 16;

type ProverNeeds = {
  readonly http: Http;
  readonly trust: Trust;
  readonly verifySignature: VerifySignature;
  readonly now: () => number;
};

/**
 * Verifies an answer of verify with signatures of trusted keys: the service signs the current status for a fresh nonce,
 * the status names the payload, and the payload contains the rest. A server without the keys, or a replay of an earlier
 * signature, fails here.
 */
export function createProver({ http, trust, verifySignature: verify, now }: ProverNeeds) {
  const kept = new Map<string, Dict>();

  /** The payload with the hash in the record. Throws AssayError. */
  async function payloadOf({ certificateId, payloadHash }: VerifyRecord): Promise<Dict> {
    const found = kept.get(payloadHash);
    if (found !== undefined) return found;
    const answer = await http.get(fillPath(ROUTES.readCertificate.path, { id: certificateId })).catch(withholds);
    const payload = isDict(answer) ? answer.payload : undefined;
    if (!isDict(payload) || payload.certificateId !== certificateId)
      throw new AssayError('statement_mismatch', 'The payload is from a different certificate.');
    requireSealed(payload, payloadHash);
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    kept.set(payloadHash, payload);
    return payload;
  }

  /** Requires a trusted key to confirm now that this certificate has the record's payload and state. Throws AssayError. */
  async function requireStatus({ certificateId, payloadHash, valid }: VerifyRecord): Promise<StatusClaims> {
    const nonce = toHex(globalThis.crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
    const path = `${fillPath(ROUTES.readStatusToken.path, { id: certificateId })}?nonce=${nonce}`;
    const answer = await http.get(path).catch(withholds);
    const token = isDict(answer) && isText(answer.token) ? answer.token : '';
    const claims = await trust.withKeys('status', (keys) =>
      verifyStatusToken(token, { keysAt: () => keys, verify, now: now(), nonce }),
    );
    if (claims.certificateId !== certificateId || claims.payloadHash !== payloadHash)
      throw new AssayError('status_token', 'The signed status concerns a different certificate.');
    if (claims.status !== 'APPROVED' || (valid && !claims.valid))
      throw new AssayError('not_valid', `The signed status is ${claims.status}; open flags: ${claims.flags}.`);
    return claims;
  }

  return {
    payloadOf,
    /**
     * Whether this digest covers the whole certified product. The digest of the entry file does if there are no other
     * files, or if the caller's tree is the certified one. Throws AssayError.
     */
    async covers(record: VerifyRecord, sha256: string, treeSha256?: string): Promise<boolean> {
      if (sha256 === record.bundleSha256 || sha256 === record.treeSha256) return true;
      const { digests } = await payloadOf(record);
      if (!isDict(digests) || !Array.isArray(digests.files)) return false;
      const isAlone = digests.files.length === 1 || (treeSha256 !== undefined && treeSha256 === record.treeSha256);
      return isAlone && [digests.entrySha256, digests.rawSha256, digests.skillMdSha256].includes(sha256);
    },
    /**
     * An approved record with all sealed members replaced by the proven payload. It is anchored only if the signed
     * status says so. Throws AssayError.
     */
    async prove(record: VerifyRecord): Promise<VerifyRecord> {
      const [payload, { isAnchored }] = await Promise.all([payloadOf(record), requireStatus(record)]);
      const { onChain } = record;
      const anchor = onChain === null || isAnchored ? onChain : { ...onChain, committed: false };
      return { ...record, ...toSealedFacts(payload, record), onChain: anchor };
    },
  };
}
export type Prover = ReturnType<typeof createProver>;

/** A service without this document does not sign its answers. */
function withholds(error: unknown): never {
  if (!(error instanceof AssayError) || error.code !== 'not_found') throw error;
  throw new AssayError('status_token', 'The service does not sign the status of this certificate.', { cause: error });
}
