import {
  type CertificateId,
  isValid,
  Problem,
  type Signer,
  STATUS_TOKEN_SECONDS,
  type StatusToken,
} from '@assay/protocol';
import { signToken } from './signed-tokens.ts';

/** The fields of a certificate that its status token needs. */
type Standing = {
  readonly payloadHash: string;
  readonly status: 'APPROVED' | 'DEPRECATED' | 'SUSPENDED';
  readonly statusReason: string | null;
  readonly openFlags: number;
  readonly onChain: { readonly committed: boolean } | null;
};

type Deps = {
  /** Read from the database in this request. */
  readonly findStanding: (id: CertificateId) => Promise<Standing | undefined>;
  readonly getSigner: () => Promise<Signer>;
  readonly issuerUrl: string;
  readonly clock: { now(): Date };
};

/** Signs the current status of a certificate, for verifiers without a connection at verification time. */
export function createStatusTokens({ findStanding, getSigner, issuerUrl, clock }: Deps) {
  return async (id: CertificateId, nonce?: string): Promise<StatusToken> => {
    const standing = await findStanding(id);
    if (standing === undefined) throw new Problem('certificate_not_found');
    const { payloadHash, status, openFlags, onChain } = standing;
    const iat = Math.floor(clock.now().getTime() / 1_000);
    const exp = iat + STATUS_TOKEN_SECONDS;
    const claims = {
      iss: issuerUrl,
      sub: id,
      payloadHash,
      status,
      valid: isValid(status, openFlags),
      flags: openFlags,
      anchored: onChain?.committed === true,
    };
    const token = signToken('assay-status+jwt', { ...claims, iat, exp, ...(nonce && { nonce }) }, await getSigner());
    return { token, expiresAt: new Date(exp * 1_000).toISOString() };
  };
}
export type StatusTokens = ReturnType<typeof createStatusTokens>;
