import type { LocalAccount } from '@assay/chain';
import { AccountId, PaymentIntent } from '@assay/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Buyer,
  type ChainServer,
  newBuyer,
  quoteFor,
  sendTokens,
  startChainServer,
} from '../../testing/chain-server.ts';
import { clientWith } from '../../testing/developer.ts';
import { createSubmitter } from '../../testing/submitter.ts';
import { paymentMessage } from './direct.service.ts';
import { UNPAID_MAX } from './intents.policy.ts';

const DEV = '/api/v1/certsvc/dev/payment-intents';
const DAY_MS = 86_400_000;

let house: ChainServer;
let wallet: LocalAccount;
beforeAll(async () => {
  house = await startChainServer({ env: { ASSAY_ROLES: 'api' } });
  wallet = await house.chain.newAccount({ usdc: 100_000_000n });
});
afterAll(() => house.close());

const query = (text: string, ...values: unknown[]) => house.server.database.pool.query(text, values);
async function newIntent(who: Buyer) {
  const { id: quoteId } = await quoteFor(house.server, who);
  return { quoteId, answer: await who.post(DEV, { quoteId }) };
}
/** The same caller with a new token, because tokens expire. */
async function loginAgain({ principal }: Buyer) {
  const accountId = AccountId.parse(principal.slice('account:'.length));
  const { token } = await house.server.app.credentials.mintDeveloperToken(accountId);
  return clientWith(house.server, token);
}
async function confirmLate(who: Pick<Buyer, 'post'>, { id, direct }: PaymentIntent) {
  const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: String(direct.amount) });
  const signature = await wallet.signMessage({ message: paymentMessage(id) });
  return who.post(`${DEV}/${id}/direct/confirm`, { txHash, signature });
}

it('a caller has at most 200 unpaid payment intents in a day, on every route, and others are not affected', async () => {
  const buyer = await newBuyer(house.server);
  const { newSkill, send } = createSubmitter(() => ({ house, buyer, wallet }));
  const { answer } = await newIntent(buyer);
  await query(
    `INSERT INTO payment_intents SELECT (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()))).*
     FROM payment_intents i, generate_series(2, $2) WHERE i.id = $1`,
    PaymentIntent.parse(answer.body).id,
    UNPAID_MAX,
  );

  const refusal = { status: 429, body: { code: 'rate_limited' } };
  expect((await newIntent(buyer)).answer).toMatchObject(refusal);
  expect(await send(newSkill())).toMatchObject(refusal);
  expect((await newIntent(await newBuyer(house.server))).answer.status).toBe(201);

  house.server.clock.advance(DAY_MS + 1);
  expect((await newIntent(buyer)).answer.status).toBe(201);
});

it('an unpaid intent and its quote are kept for 90 days for a late transfer, then deleted', async () => {
  const buyer = await newBuyer(house.server);
  const [late, unpaid] = [await newIntent(buyer), await newIntent(buyer)];
  const [lateIntent, unpaidIntent] = [late, unpaid].map(({ answer }) => PaymentIntent.parse(answer.body));
  if (lateIntent === undefined || unpaidIntent === undefined) throw new Error('No intent');
  const { deleteOld } = house.server.app.payments.intents;
  const quotesLeft = async () =>
    (await query('SELECT FROM quotes WHERE id = ANY($1)', [late.quoteId, unpaid.quoteId])).rowCount;

  house.server.clock.advance(89 * DAY_MS);
  await deleteOld();
  expect((await confirmLate(await loginAgain(buyer), lateIntent)).body).toMatchObject({ state: 'REFUND_DUE' });
  house.server.clock.advance(2 * DAY_MS);
  await deleteOld();

  const again = await loginAgain(buyer);
  expect((await again.get(`${DEV}/${unpaidIntent.id}`)).status).toBe(404);
  expect((await again.get(`${DEV}/${lateIntent.id}`)).body).toMatchObject({ state: 'REFUND_DUE' });
  expect(await quotesLeft()).toBe(1);
});
