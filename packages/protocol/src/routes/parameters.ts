import { z } from 'zod';
import { Address, CertificateId, Digest } from '../ids.ts';

/** Path parameters shared by several tables. A malformed one is answered like an unknown one. */
export const CertificateParams = z.object({ id: CertificateId });
export const WalletParams = z.object({ walletAddress: Address });
export const DigestParams = z.object({ digest: Digest });
