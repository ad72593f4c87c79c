import { type LocalAccount, readTokenBalance } from '@assay/chain';
import {
  operator,
  type SpawnedFacilitator,
  spawnFacilitator,
  startTestChain,
  type TestChain,
} from '@assay/chain/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, chainEnv, chainOpen, newBuyer, quoteFor } from '../../testing/chain-server.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { signX402, type X402Terms } from '../../testing/x402-payment.ts';

const DEV = '/api/v1/certsvc/dev/payment-intents';
const PRICE = 900_000n;

let chain: TestChain;
let facilitator: SpawnedFacilitator;
let server: TestServer;
let buyer: Buyer;
let wallet: LocalAccount;
const clock = createTestClock();
beforeAll(async () => {
  chain = await startTestChain({ clock });
});
afterEach(async () => {
  await server.close();
  await facilitator.stop();
});
afterAll(() => chain.close());

async function start(options: Parameters<typeof spawnFacilitator>[1] = {}): Promise<void> {
  facilitator = await spawnFacilitator(chain, options);
  const env = { ...chainEnv(chain, chain.rpcUrl), FACILITATOR_URL: facilitator.url };
  server = await startTestServer({ clock, env });
  await chainOpen(server);
  buyer = await newBuyer(server);
  wallet = await chain.newAccount({ usdc: 10n * PRICE });
}

type Intent = { id: string; x402: X402Terms };

async function newPayment(): Promise<{ path: string; headers: Record<string, string> }> {
  const { id: quoteId } = await quoteFor(server, buyer);
  const { id, x402 } = (await buyer.post(DEV, { quoteId })).body as Intent;
  const { header } = await signX402(chain, wallet, x402);
  return { path: `${DEV}/${id}`, headers: { ...buyer.headers, 'payment-signature': header } };
}
const pay = ({ path, headers }: Awaited<ReturnType<typeof newPayment>>) =>
  server.request('POST', `${path}/x402/confirm`, headers);
const received = () => readTokenBalance(chain.client, chain.usdcAddress, operator.address);

describe('a facilitator in another process', () => {
  it("settles a client's payment once, with its own gas", async () => {
    await start();
    const payment = await newPayment();

    const [first, second] = [await pay(payment), await pay(payment)];

    expect(first.body).toMatchObject({ state: 'PAID', payer: wallet.address });
    expect(second.body).toEqual(first.body);
    expect(await received()).toBe(PRICE);
    expect(await chain.feed.minedNonce(facilitator.account.address)).toBe(1);
  });

  it('that is unreachable charges nothing, and the payer receives a service error', async () => {
    await start();
    const before = await received();
    const payment = await newPayment();
    await facilitator.stop();

    const answer = await pay(payment);

    expect(answer.body).toMatchObject({ status: 502, code: 'facilitator_unavailable' });
    expect((await buyer.get(payment.path)).body).toMatchObject({ state: 'REQUIRES_PAYMENT' });
    expect(await received()).toBe(before);
  });

  it('that dies after settlement leaves a payment that is found on the chain and counted once', async () => {
    await start({ dies: true });
    const before = await received();
    const payment = await newPayment();

    const [first, second] = [await pay(payment), await pay(payment)];

    expect(first.body).toMatchObject({ state: 'PAID', payer: wallet.address });
    expect(second.body).toEqual(first.body);
    expect(await received()).toBe(before + PRICE);
  });
});
