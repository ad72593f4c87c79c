import type { LocalAccount } from '@assay/chain';
import type { SignedTerms } from '@assay/chain/testing';
import { PaymentRequiredBody } from '@assay/protocol';
import type { Answer } from './test-server.ts';
import { signOffer } from './x402-payment.ts';

export { toBase64Json } from './x402-payment.ts';

/** The terms of a 402, in the dialect of x402 v2. */
export const termsOf = ({ body }: Pick<Answer, 'body'>) => PaymentRequiredBody.parse(body).payment;

/** A signed v2 payload for the terms of a 402. */
export async function signTerms(asked: Pick<Answer, 'body'>, wallet: LocalAccount, changes: Partial<SignedTerms> = {}) {
  const { direct, x402 } = termsOf(asked);
  const [accepted] = x402.accepts;
  if (accepted === undefined) throw new Error('The 402 offers nothing.');
  return signOffer(accepted, { wallet, chainId: direct.chainId }, changes);
}
