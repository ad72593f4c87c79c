import { z } from 'zod';
import { Address, CertificateId, Digest, Sha256 } from '../ids.ts';

/** Path parameters that several tables share. A malformed value gets the same answer as an unknown one. */
export const CertificateParams = z.object({ id: CertificateId.meta({ examples: ['0f1e2d3c4b5a69788796a5b4'] }) });
export const WalletParams = z.object({
  walletAddress: Address.meta({ examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] }),
});
/** For lookups of a whole bundle: the digest that includes file kinds, so that a link is not mistaken for a file. */
export const DigestQuery = z.object({
  treeSha256: Sha256.optional().describe('Excludes certificates whose treeSha256 is known and differs.'),
});
export const DigestParams = z.object({ digest: Digest.meta({ examples: [`sha256:${'0f'.repeat(32)}`] }) });
