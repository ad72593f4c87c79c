import { randomUUID } from 'node:crypto';
import type { LocalAccount } from '@assay/chain';
import { SubmissionAccepted } from '@assay/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAnswerGate } from '../../testing/answer-gate.ts';
import { type Buyer, type ChainServer, chainOpen, newBuyer, startChainServer } from '../../testing/chain-server.ts';
import { signTerms, toBase64Json } from '../../testing/payer.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import type { Answer } from '../../testing/test-server.ts';

const SUBMIT = '/api/v1/certsvc/submit';

let house: ChainServer;
let buyer: Buyer;
let wallet: LocalAccount;
beforeAll(async () => {
  house = await startChainServer({ env: { ASSAY_ROLES: 'api' } });
  buyer = await newBuyer(house.server);
  wallet = await house.chain.newAccount({ usdc: 100_000_000n });
});
afterAll(() => house.close());
afterEach(() => vi.restoreAllMocks());

/** A paid request whose process stops responding right after this call to the chain. */
async function payWithoutResponse(step: 'verify' | 'settle') {
  const skillMdContent = benignSkill(`skill-${randomUUID()}`);
  const plain = () => house.server.post(SUBMIT, { productType: 'SKILL', skillMdContent }, buyer.headers);
  const payment = toBase64Json(await signTerms(await plain(), wallet));
  const headers = { ...buyer.headers, 'payment-signature': payment, 'idempotency-key': randomUUID() };
  const paid = () => house.server.post(SUBMIT, { productType: 'SKILL', skillMdContent }, headers);
  const port = (await chainOpen(house.server)).payments;
  const gate = createAnswerGate();
  if (step === 'verify') vi.spyOn(port, 'verify').mockImplementationOnce(gate.hold(port.verify));
  else vi.spyOn(port, 'settle').mockImplementationOnce(gate.hold(port.settle));
  const first = paid();
  await gate.reached;
  return { plain, paid, first, wakeUp: gate.letGo };
}
const isPending = ({ status, headers, body }: Answer) => {
  expect([status, (body as { code?: string }).code]).toEqual([503, 'payment_pending']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
};
const idOf = ({ body }: Answer) => SubmissionAccepted.parse(body).submissionId;

describe('a paid submission whose process stops responding', () => {
  it('answers repeats with Retry-After, and gives all of them one submission in the end', async () => {
    const { paid, first, wakeUp } = await payWithoutResponse('verify');

    isPending(await paid());
    wakeUp();
    const [done, again] = [await first, await paid()];

    expect([done.status, again.status]).toEqual([202, 202]);
    expect(idOf(again)).toBe(idOf(done));
  });

  it('does not request a second payment while the first may still arrive', async () => {
    const { plain, first, wakeUp } = await payWithoutResponse('verify');

    const asked = await plain();
    wakeUp();

    isPending(asked);
    expect((await first).status).toBe(202);
  });

  it('is taken over by a repeat if the transfer was not sent', async () => {
    const { paid, first, wakeUp } = await payWithoutResponse('verify');
    await house.server.database.pool.query("UPDATE payment_claims SET changed_at = changed_at - interval '1 hour'");

    const taken = await paid();
    wakeUp();

    expect(taken.status).toBe(202);
    expect(idOf(await first)).toBe(idOf(taken));
  });

  it('is found on the chain by a repeat if the transfer was made', async () => {
    const { paid, first, wakeUp } = await payWithoutResponse('settle');

    const found = await paid();
    wakeUp();

    expect(found.status).toBe(202);
    expect(idOf(await first)).toBe(idOf(found));
  });
});
