import { type LocalAccount, readTokenBalance } from '@assay/chain';
import type { SignedTerms } from '@assay/chain/testing';
import { type Buyer, type ChainServer, newBuyer, quoteFor } from './chain-server.ts';
import { signOffer, toBase64Json, type X402Terms } from './x402-payment.ts';

export const INTENTS = '/api/v1/certsvc/dev/payment-intents';

export type PayableIntent = {
  readonly id: string;
  readonly direct: { readonly payTo: string; readonly amount: string };
  readonly x402: X402Terms;
};
type House = Pick<ChainServer, 'server' | 'chain'>;

/** A buyer with a wallet who builds x402 payments for intents by hand. */
export async function openX402Till({ server, chain }: House) {
  const buyer = await newBuyer(server);
  const wallet = await chain.newAccount({ usdc: 100_000_000n });
  const treasury = () => server.app.chain.find()?.facts.accountAddress ?? '0x';

  const pathOf = ({ id }: PayableIntent): string => `${INTENTS}/${id}/x402/confirm`;
  const send = (intent: PayableIntent, headers: Record<string, string>, who: Buyer = buyer) =>
    server.request('POST', pathOf(intent), { ...who.headers, ...headers });

  return {
    buyer,
    wallet,
    pathOf,
    send,
    async newIntent(who: Buyer = buyer): Promise<PayableIntent> {
      const { id: quoteId } = await quoteFor(server, who);
      return (await who.post(INTENTS, { quoteId })).body as PayableIntent;
    },
    read: async ({ id }: PayableIntent) => (await buyer.get(`${INTENTS}/${id}`)).body,
    /** The service's receipts so far. */
    received: (): Promise<bigint> => readTokenBalance(chain.client, chain.usdcAddress, treasury()),
    /** A signed v2 payload for an intent. Every signed member can be replaced. */
    async payloadFor({ x402 }: PayableIntent, changes: Partial<SignedTerms> = {}, by: LocalAccount = wallet) {
      const [accepted] = x402.accepts;
      if (accepted === undefined) throw new Error('The intent has no terms.');
      return signOffer(accepted, { wallet: by, chainId: chain.chainId }, { from: wallet.address, ...changes });
    },
    pay: (intent: PayableIntent, payload: unknown, who: Buyer = buyer) =>
      send(intent, { 'payment-signature': toBase64Json(payload) }, who),
  };
}
export type X402Till = Awaited<ReturnType<typeof openX402Till>>;
