import { readTokenBalance } from '@assay/chain';
import { operator } from '@assay/chain/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { type ChainServer, startChainServer } from '../../testing/chain-server.ts';
import { OPERATOR } from '../../testing/test-server.ts';

const ASY = 10n ** 18n;
/** Nodes may be two minutes behind before a used nonce counts as lost. */
const LAG_MS = 120_000;
const PATIENCE = { timeout: 60_000, interval: 100 };

let house: ChainServer;
beforeAll(async () => {
  house = await startChainServer();
});
afterAll(() => house.close());

async function confirmFlag(certificateId: string, walletAddress: string): Promise<void> {
  const description = 'It sends what it reads to a host that nobody declared.';
  const flag = { walletAddress, category: 'DATA_EXFILTRATION', severity: 'LOW', description };
  await house.server.post(`/certsvc/v1/certificates/${certificateId}/flag`, flag);
  // Opens and confirms the flag, and approves its bounty, which no paid fee covers.
  for (const decision of ['OPEN', 'CONFIRM', 'CONFIRM']) {
    const id = await vi.waitFor(async () => {
      const { body } = await house.server.get('/api/v1/operator/queue?kind=FLAG', OPERATOR);
      const [item] = (body as { items: { id: string }[] }).items;
      if (item === undefined) throw new Error(`Nothing waits for ${decision}.`);
      return item.id;
    }, PATIENCE);
    const verdict = { decision, reason: 'It was seen to happen.' };
    const { status, body } = await house.server.operate(`/api/v1/operator/queue/${id}/decide`, verdict);
    expect(status, JSON.stringify(body)).toBe(200);
  }
}
const bountyOf = async (id: string) => {
  const { body } = await house.server.get(`/api/v1/public/certificates/${id}/flags`);
  return (body as { items: { bounty: { state: string } }[] }).items[0]?.bounty;
};
const payoutIn = (state: string) =>
  vi.waitFor(async () => {
    const { body } = await house.server.get(`/api/v1/operator/chain-outbox?state=${state}`, OPERATOR);
    const row = (body as { items: { id: string; kind: string; lastError: string }[] }).items[0];
    expect(row).toMatchObject({ kind: 'TRANSFER' });
    return { id: row?.id ?? '', lastError: row?.lastError };
  }, PATIENCE);

describe('a payout whose nonce another transaction has used', () => {
  it('is not resent automatically, and is paid once after the operator resends it', async () => {
    const certificateId = await issueCertificate(house.server);
    const verify = `/api/v1/public/certificates/${certificateId}/verify`;
    await vi.waitFor(
      async () => expect((await house.server.get(verify)).body).toMatchObject({ onChain: { state: 'FINAL' } }),
      PATIENCE,
    );
    const reporter = await house.chain.newAccount();
    const paid = () => readTokenBalance(house.chain.client, house.chain.tokenAddress, reporter.address);

    house.rpc.set({ kind: 'holding' });
    await confirmFlag(certificateId, reporter.address);
    await payoutIn('SENT');
    await house.chain.walletOf(operator).sendTransaction({ account: operator, chain: null, to: operator.address });
    house.rpc.set({ kind: 'none' });
    house.server.clock.advance(LAG_MS);
    const failed = await payoutIn('FAILED');
    expect(failed.lastError).toMatch(/^Another transaction of this account has nonce \d+\.$/);
    expect(await paid()).toBe(0n);

    const reason = 'The key was used by hand; nothing was paid to the reporter.';
    await house.server.operate(`/api/v1/operator/chain-outbox/${failed.id}/retry`, { reason });

    await vi.waitFor(async () => expect(await bountyOf(certificateId)).toMatchObject({ state: 'PAID' }), PATIENCE);
    expect(await paid()).toBe(10n * ASY);
  });
});
