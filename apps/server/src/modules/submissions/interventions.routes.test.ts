import { randomUUID } from 'node:crypto';
import type { LocalAccount } from '@assay/chain';
import { listOf, QueueItem, Submission, SubmissionAccepted } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Buyer, type ChainServer, newBuyer, startChainServer } from '../../testing/chain-server.ts';
import { signTerms, toBase64Json } from '../../testing/payer.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { OPERATOR } from '../../testing/test-server.ts';

const SUBMIT = '/api/v1/certsvc/submit';
const REASON = { reason: 'It has been under review for a very long time.' };
const MINUTE_MS = 60_000;

let house: ChainServer;
let wallet: LocalAccount;
beforeAll(async () => {
  house = await startChainServer();
  wallet = await house.chain.newAccount({ usdc: 100_000_000n });
});
afterAll(() => house.close());

const askFor = (who: Buyer, id: string, body: object = REASON) =>
  who.post(`/api/v1/certsvc/dev/submissions/${id}/request-human-intervention`, body);
const read = async (who: Buyer, id: string) => Submission.parse((await who.get(`/certsvc/v1/submissions/${id}`)).body);
const refusal = (status: number, code: string) => ({ status, body: { code } });

/** A paid submission that stays in review, because the chain that its draw needs does not respond. */
async function stuckSubmission() {
  house.rpc.set({ kind: 'none' });
  const who = await newBuyer(house.server);
  const body = { productType: 'SKILL', skillMdContent: benignSkill(`skill-${randomUUID()}`) };
  const asked = await house.server.post(SUBMIT, body, who.headers);
  const validBefore = BigInt(Math.floor(house.server.clock.now().getTime() / 1000) + 120);
  const signed = toBase64Json(await signTerms(asked, wallet, { validBefore }));
  const paid = await house.server.post(SUBMIT, body, { ...who.headers, 'payment-signature': signed });
  house.rpc.set({ kind: 'down' });
  const id = SubmissionAccepted.parse(paid.body).submissionId;
  await vi.waitFor(async () => expect((await read(who, id)).state).toBe('IN_REVIEW'), { timeout: 40_000 });
  return { who, id };
}

const queueOf = async (kind: string) =>
  listOf(QueueItem).parse((await house.server.get(`/api/v1/operator/queue?kind=${kind}&limit=100`, OPERATOR)).body)
    .items;
const decide = async (submissionId: string, decision: string) => {
  const item = (await queueOf('INTERVENTION')).find(({ ref }) => ref.id === submissionId);
  return house.server.operate(`/api/v1/operator/queue/${item?.id}/decide`, {
    decision,
    reason: 'Looked at by hand, line by line.',
  });
};

describe('a request for human review', () => {
  it('is possible once, after half an hour, and hands the review over when an operator takes it', async () => {
    const { who, id } = await stuckSubmission();

    const early = await askFor(who, id);
    house.server.clock.advance(31 * MINUTE_MS);
    const asked = await askFor(who, id);
    const again = await askFor(who, id);
    const taken = await decide(id, 'TAKE');
    const twice = await decide(id, 'TAKE');
    const standing = await read(who, id);
    const closed = await decide(id, 'CLOSE');

    expect(early).toMatchObject(refusal(409, 'intervention_not_allowed'));
    expect(asked.status).toBe(202);
    expect(asked.headers.get('location')).toContain(`/certsvc/v1/submissions/${id}`);
    expect(Submission.parse(asked.body)).toMatchObject({
      state: 'IN_REVIEW',
      humanIntervention: { ...REASON, state: 'REQUESTED', waitingBefore: 0 },
    });
    expect(again).toMatchObject(refusal(409, 'intervention_exists'));
    expect(taken).toMatchObject({ status: 200, body: { kind: 'INTERVENTION', state: 'TAKEN' } });
    expect(twice).toMatchObject(refusal(409, 'queue_item_decided'));
    expect(standing).toMatchObject({
      state: 'ESCALATED',
      humanIntervention: { state: 'TAKEN', waitingBefore: null },
    });
    expect((await queueOf('ROUND')).length).toBe(1);
    expect(closed).toMatchObject({ status: 200, body: { state: 'DECIDED' } });
    expect((await read(who, id)).humanIntervention).toMatchObject({ state: 'DONE' });
  });

  it('is stored once if it is sent concurrently, and shows the number of requests before it', async () => {
    const first = await stuckSubmission();
    house.server.clock.advance(31 * MINUTE_MS);
    await askFor(first.who, first.id);
    const second = await stuckSubmission();
    house.server.clock.advance(31 * MINUTE_MS);

    const answers = await Promise.all(Array.from({ length: 5 }, () => askFor(second.who, second.id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    const open = (await queueOf('INTERVENTION&state=OPEN')).map(({ ref }) => ref.id);
    expect(open).toEqual([first.id, second.id]);
    const { humanIntervention } = await read(second.who, second.id);
    expect(humanIntervention?.waitingBefore).toBeGreaterThanOrEqual(1);
  });

  it('is rejected for a submission of another owner, an unknown one and without a reason', async () => {
    const [{ id, who }, thirdParty] = [await stuckSubmission(), await newBuyer(house.server)];
    house.server.clock.advance(31 * MINUTE_MS);

    expect(await askFor(thirdParty, id)).toMatchObject(refusal(404, 'submission_not_found'));
    expect(await askFor(who, randomUUID())).toMatchObject(refusal(404, 'submission_not_found'));
    expect(await askFor(who, 'not-an-id')).toMatchObject(refusal(404, 'submission_not_found'));
    expect(await askFor(who, id, { reason: 'too short' })).toMatchObject(refusal(422, 'validation_failed'));
    expect((await read(who, id)).humanIntervention).toBeNull();
  });
});
