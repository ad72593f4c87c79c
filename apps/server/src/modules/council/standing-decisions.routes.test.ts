import { generatePrivateKey, type LocalAccount, privateKeyToAccount } from '@assay/chain';
import { listOf, PublicFlag, QueueItem } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Buyer, chainOpen, newBuyer } from '../../testing/chain-server.ts';
import { reached, rowsOf, startCouncilServer } from '../../testing/council.ts';
import { signTerms, toBase64Json } from '../../testing/payer.ts';
import { newWallet } from '../../testing/sign-in.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { OPERATOR, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: Buyer;
let wallet: LocalAccount;
beforeAll(async () => {
  server = await startCouncilServer();
  owner = await newBuyer(server);
  wallet = privateKeyToAccount(generatePrivateKey());
  await (await chainOpen(server)).embedded?.mintUsdc(wallet.address, 100_000_000n);
}, 60_000);
afterAll(() => server.close());

const PATIENCE = { timeout: 60_000, interval: 20 };
const REASON = 'A person read the script again, and it does send the notes away.';

async function certified(): Promise<{ id: string; submissionId: string }> {
  const submissionId = await submitSkill(server, { owner: owner.principal });
  await reached(server, submissionId, 'CERTIFIED');
  const [row] = await rowsOf<{ id: string }>(
    server,
    'SELECT id FROM certificates WHERE submission_id = $1',
    submissionId,
  );
  return { id: row?.id ?? '', submissionId };
}

/** Buys another review of the certified bytes, as an x402 client does. */
async function payReAudit(id: string): Promise<void> {
  const path = `/certsvc/v1/certificates/${id}/re-audit`;
  // The round of a flag may still be open and blocks another round.
  const asked = await vi.waitFor(async () => {
    const answer = await owner.post(path);
    expect(answer.status, JSON.stringify(answer.body)).toBe(402);
    return answer;
  }, PATIENCE);
  const header = { ...owner.headers, 'payment-signature': toBase64Json(await signTerms(asked, wallet)) };
  expect((await server.request('POST', path, header)).status).toBe(202);
}

const verify = async (id: string) => (await server.get(`/api/v1/public/certificates/${id}/verify`)).body;

const queued = async (kind: string): Promise<QueueItem[]> => {
  const { body } = await server.get(`/api/v1/operator/queue?kind=${kind}`, OPERATOR);
  return listOf(QueueItem).parse(body).items;
};
const waiting = (kind: string): Promise<QueueItem> =>
  vi.waitFor(async () => {
    const [item] = await queued(kind);
    if (item === undefined) throw new Error(`No ${kind} waits for a person.`);
    return item;
  }, PATIENCE);
async function decide(item: QueueItem, decision: string, reason = REASON): Promise<void> {
  const { status, body } = await server.operate(`/api/v1/operator/queue/${item.id}/decide`, { decision, reason });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function flagAndConfirm(id: string, walletAddress: string = wallet.address): Promise<void> {
  await server.post(`/certsvc/v1/certificates/${id}/flag`, {
    walletAddress,
    category: 'DATA_EXFILTRATION',
    severity: 'CRITICAL',
    description: 'The notes of a meeting end up on a server of the author.',
    evidence: [{ kind: 'TEXT', value: 'Seen in the log of my proxy.' }],
  });
  await decide(await waiting('FLAG'), 'OPEN');
  await decide(await waiting('FLAG'), 'CONFIRM');
}

const lift = 'The council found it safe again, and what the flag told of was another version.';

describe('a decision of a person', () => {
  it.each([
    [
      'suspended by hand',
      (id: string) => server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: REASON }),
    ],
    ['suspended by a confirmed flag', flagAndConfirm],
  ])('%s outlives a paid review of the same bytes until a person lifts it', async (_, suspend) => {
    const { id } = await certified();
    await suspend(id);

    await payReAudit(id);
    const round = await waiting('ROUND');
    const before = await verify(id);
    await decide(round, 'SAFE', lift);

    expect(before).toMatchObject({ valid: false, status: 'SUSPENDED' });
    expect(await verify(id)).toMatchObject({ valid: true, status: 'APPROVED' });
  });

  it('stays if a person rejects the paid review', async () => {
    const { id } = await certified();
    await flagAndConfirm(id);

    await payReAudit(id);
    await decide(await waiting('ROUND'), 'UNSAFE');

    expect(await verify(id)).toMatchObject({ valid: false, status: 'SUSPENDED', statusReason: 'FLAG_CONFIRMED' });
  });

  it('pays one bounty for one defect, even if it is flagged again after the suspension was lifted', async () => {
    const { id } = await certified();
    await flagAndConfirm(id);
    await payReAudit(id);
    await decide(await waiting('ROUND'), 'SAFE', lift);

    await flagAndConfirm(id, newWallet().address);

    const { body } = await server.get(`/api/v1/public/certificates/${id}/flags`);
    const flags = listOf(PublicFlag).parse(body).items;
    expect(flags.map(({ state, bounty }) => [state, bounty.state])).toEqual([
      ['CONFIRMED', 'NONE'],
      ['CONFIRMED', 'PENDING'],
    ]);
    expect(await verify(id)).toMatchObject({ valid: false, status: 'SUSPENDED' });
  });
});
