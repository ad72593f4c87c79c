import { readTokenBalance } from '@assay/chain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { type ChainServer, startChainServer } from '../../testing/chain-server.ts';
import { OPERATOR } from '../../testing/test-server.ts';

const ASY = 10n ** 18n;

let house: ChainServer;
beforeAll(async () => {
  house = await startChainServer();
});
afterAll(() => house.close());

async function report(certificateId: string, walletAddress: string): Promise<void> {
  const description = 'It sends what it reads to a host that nobody declared.';
  const body = { walletAddress, category: 'DATA_EXFILTRATION', severity: 'LOW', description };
  await house.server.post(`/certsvc/v1/certificates/${certificateId}/flag`, body);
}
async function decide(decision: string, severity?: string): Promise<void> {
  const { body } = await house.server.get('/api/v1/operator/queue?kind=FLAG', OPERATOR);
  const [item] = (body as { items: { id: string }[] }).items;
  const verdict = { decision, reason: 'It was seen to happen.', ...(severity && { severity }) };
  await house.server.operate(`/api/v1/operator/queue/${item?.id}/decide`, verdict);
}
const flagsOf = async (id: string) => {
  const { body } = await house.server.get(`/api/v1/public/certificates/${id}/flags`);
  return (body as { items: { bounty: { state: string; txHash: string | null }; reporter: string | null }[] }).items;
};

describe('a confirmed flag that led to a suspension', () => {
  it('earns its reporter a bounty by the decided severity, paid on the chain after an operator approves it', async () => {
    const id = await issueCertificate(house.server);
    const reporter = await house.chain.newAccount();
    await report(id, reporter.address);
    expect(await flagsOf(id)).toMatchObject([
      { bounty: { state: 'NONE', amount: null, txHash: null }, reporter: null },
    ]);

    await decide('OPEN');
    await decide('CONFIRM', 'HIGH');
    expect(await flagsOf(id)).toMatchObject([{ bounty: { state: 'PENDING' } }]);
    await decide('CONFIRM');

    const [flag] = await vi.waitFor(
      async () => {
        const flags = await flagsOf(id);
        expect(flags).toMatchObject([{ bounty: { state: 'PAID' } }]);
        return flags;
      },
      { timeout: 25_000 },
    );
    expect(flag).toMatchObject({
      bounty: {
        amount: { amount: (200n * ASY).toString(), currency: 'ASY', decimals: 18 },
        txHash: expect.any(String),
      },
      reporter: reporter.address,
    });
    expect(await readTokenBalance(house.chain.client, house.chain.tokenAddress, reporter.address)).toBe(200n * ASY);
    const profile = await house.server.get(`/api/v1/public/agents/${reporter.address}`);
    expect(profile).toMatchObject({ status: 200, body: { flags: { filed: 1, confirmed: 1, dismissed: 0 } } });
    const { body: board } = await house.server.get('/api/v1/public/leaderboard?board=flaggers');
    expect(board).toMatchObject({ items: [{ rank: 1, walletAddress: reporter.address, score: 1 }] });
    const { rows } = await house.server.database.pool.query('select data from events where kind = $1', ['bounty.paid']);
    expect(rows).toMatchObject([{ data: { txHash: flag?.bounty.txHash } }]);
  });

  it('earns nothing if an operator rejects the bounty', async () => {
    const id = await issueCertificate(house.server);
    const reporter = await house.chain.newAccount();
    await report(id, reporter.address);
    await decide('OPEN');
    await decide('CONFIRM');

    await decide('DISMISS');

    expect(await flagsOf(id)).toMatchObject([
      { state: 'CONFIRMED', bounty: { state: 'NONE', amount: null, txHash: null }, reporter: null },
    ]);
    expect(await house.server.app.payments.bounties.sendDue()).toBe(0);
  });

  it('leaves no bounty for a later flag about the same defect', async () => {
    const id = await issueCertificate(house.server);
    const [first, second] = [await house.chain.newAccount(), await house.chain.newAccount()];
    await report(id, first.address);
    await report(id, second.address);
    await decide('OPEN');
    await decide('CONFIRM');
    await decide('OPEN');
    await decide('CONFIRM');

    const bounties = (await flagsOf(id)).map(({ bounty }) => bounty.state);

    expect(bounties.filter((state) => state !== 'NONE')).toHaveLength(1);
  });
});
