import type { LocalAccount } from '@assay/chain';
import { newAuthorization, type SignedTerms, signAuthorization } from '@assay/chain/testing';
import { PaymentRequiredBody } from '@assay/protocol';
import type { Answer } from './test-server.ts';

export const toBase64Json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** The terms of a 402, in the dialect of x402 v2. */
export const termsOf = ({ body }: Pick<Answer, 'body'>) => PaymentRequiredBody.parse(body).payment;

/** A signed v2 payload for the terms of a 402, as a client makes it by hand; every signed member replaceable. */
export async function signTerms(asked: Pick<Answer, 'body'>, wallet: LocalAccount, changes: Partial<SignedTerms> = {}) {
  const { direct, x402 } = termsOf(asked);
  const [accepted] = x402.accepts;
  if (accepted === undefined) throw new Error('The 402 offers nothing.');
  const verifyingContract = accepted.asset as SignedTerms['to'];
  const to = accepted.payTo as SignedTerms['to'];
  const terms = newAuthorization({ from: wallet.address, to, value: BigInt(accepted.amount), ...changes });
  const domain = { name: 'USDC', version: '2', chainId: direct.chainId, verifyingContract };
  const signature = await signAuthorization(wallet, domain, terms);
  const { value, validAfter, validBefore } = terms;
  const authorization = { ...terms, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` };
  return { x402Version: 2, accepted, payload: { signature, authorization } };
}
