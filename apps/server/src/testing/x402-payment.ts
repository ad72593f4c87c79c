import type { Hex, LocalAccount } from '@assay/chain';
import { newAuthorization, signAuthorization, type TestChain } from '@assay/chain/testing';

/** As an intent shows them. */
export type X402Terms = { readonly accepts: readonly { readonly payTo: Hex; readonly amount: string }[] };
export type SignedPayment = { readonly header: string; readonly nonce: Hex };

/** The PAYMENT-SIGNATURE header with which this wallet pays what is asked for. */
export async function signX402(chain: TestChain, wallet: LocalAccount, { accepts }: X402Terms): Promise<SignedPayment> {
  const [accepted] = accepts;
  if (accepted === undefined) throw new Error('The intent has no terms.');
  const terms = newAuthorization({ from: wallet.address, to: accepted.payTo, value: BigInt(accepted.amount) });
  const domain = { name: 'USDC', version: '2', chainId: chain.chainId, verifyingContract: chain.usdcAddress };
  const signature = await signAuthorization(wallet, domain, terms);
  const { value, validAfter, validBefore } = terms;
  const authorization = { ...terms, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` };
  const payload = { x402Version: 2, accepted, payload: { signature, authorization } };
  return { header: Buffer.from(JSON.stringify(payload)).toString('base64'), nonce: terms.nonce };
}
