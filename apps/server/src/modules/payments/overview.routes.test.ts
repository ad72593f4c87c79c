import type { LocalAccount } from '@assay/chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, type ChainServer, newBuyer, quoteFor, startChainServer } from '../../testing/chain-server.ts';
import { OPERATOR } from '../../testing/test-server.ts';
import { signX402, type X402Terms } from '../../testing/x402-payment.ts';

const DEV = '/api/v1/certsvc/dev/payment-intents';
const LIST = '/api/v1/operator/payments';

let house: ChainServer;
let buyer: Buyer;
let wallet: LocalAccount;
beforeAll(async () => {
  house = await startChainServer();
  buyer = await newBuyer(house.server);
  wallet = await house.chain.newAccount({ usdc: 10_000_000n });
});
afterAll(() => house.close());

async function newIntent() {
  const { id: quoteId } = await quoteFor(house.server, buyer);
  return (await buyer.post(DEV, { quoteId })).body as { id: string; x402: X402Terms };
}
async function pay({ id, x402 }: Awaited<ReturnType<typeof newIntent>>) {
  const { header } = await signX402(house.chain, wallet, x402);
  return house.server.request('POST', `${DEV}/${id}/x402/confirm`, { ...buyer.headers, 'payment-signature': header });
}
const list = async (query = '') =>
  (await house.server.get(`${LIST}${query}`, OPERATOR)).body as { items: { id: string }[]; nextCursor: string | null };
const figures = async () => (await house.server.get('/metrics', OPERATOR)).text;

describe("the operator's list of payments", () => {
  it('shows principal, state and claim of each payment, including unknown outcomes', async () => {
    const [unpaid, paid, unseen] = [await newIntent(), await newIntent(), await newIntent()];
    await pay(paid);
    house.rpc.set({ kind: 'deaf', method: 'eth_getLogs' });
    await pay(unseen);
    house.rpc.set({ kind: 'none' });

    const { items } = await list();

    const common = { principal: buyer.principal, price: { amount: '900000', currency: 'USDC' } };
    expect(items).toMatchObject([
      { ...common, id: unseen.id, state: 'PENDING', method: 'X402', claim: 'UNKNOWN', payer: wallet.address },
      { ...common, id: paid.id, state: 'PAID', claim: 'SETTLED', txHash: expect.stringMatching(/^0x/) },
      { ...common, id: unpaid.id, state: 'REQUIRES_PAYMENT', method: null, claim: null, txHash: null },
    ]);
    expect(await list('?state=PENDING')).toMatchObject({ items: [{ id: unseen.id }], nextCursor: null });
    const text = await figures();
    for (const line of [
      'assay_payment_intents{state="PENDING"} 1',
      'assay_payment_intents{state="PAID"} 1',
      'assay_payment_claims{state="UNKNOWN"} 1',
      'assay_payment_claims{state="SETTLED"} 1',
    ])
      expect(text).toContain(line);
  });

  it('is paged, and rejects unknown states', async () => {
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);

    expect(first.items).toHaveLength(2);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3);
    expect((await house.server.get(`${LIST}?state=LOST`, OPERATOR)).status).toBe(422);
    expect((await house.server.get(LIST)).status).toBe(401);
  });
});
