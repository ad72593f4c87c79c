import type { Hex, LocalAccount } from '@assay/chain';
import { newAuthorization, type SignedTerms, signAuthorization } from '@assay/chain/testing';

/** The fields of an x402 v2 offer that a payer needs. */
type X402Offer = { readonly asset: string; readonly payTo: string; readonly amount: string };
/** As intents show them. */
export type X402Terms = { readonly accepts: readonly X402Offer[] };

/** A signed v2 payload for an offer, built by hand. Every signed member can be replaced. */
export async function signOffer(
  accepted: X402Offer,
  { wallet, chainId }: { wallet: LocalAccount; chainId: number },
  changes: Partial<SignedTerms> = {},
) {
  const to = accepted.payTo as Hex;
  const terms = newAuthorization({ from: wallet.address, to, value: BigInt(accepted.amount), ...changes });
  const domain = { name: 'USDC', version: '2', chainId, verifyingContract: accepted.asset as Hex };
  const signature = await signAuthorization(wallet, domain, terms);
  const { value, validAfter, validBefore } = terms;
  const authorization = { ...terms, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` };
  return { x402Version: 2, accepted, payload: { signature, authorization } };
}

/** The PAYMENT-SIGNATURE header with which this wallet pays the requested amount. */
export async function signX402(
  { chainId }: { readonly chainId: number },
  wallet: LocalAccount,
  { accepts: [accepted] }: X402Terms,
): Promise<{ header: string; nonce: Hex }> {
  if (accepted === undefined) throw new Error('The intent has no terms.');
  const signed = await signOffer(accepted, { wallet, chainId });
  return { header: toBase64Json(signed), nonce: signed.payload.authorization.nonce };
}

export const toBase64Json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
