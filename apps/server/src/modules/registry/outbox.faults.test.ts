import type { Hex } from '@assay/chain';
import { type Fault, operator, reorganise, type TestChain } from '@assay/chain/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { type ChainServer, chainEnv, startChainServer } from '../../testing/chain-server.ts';
import { OPERATOR, startTestServer } from '../../testing/test-server.ts';

const NOBODY: Hex = '0x000000000000000000000000000000000000dEaD';
const ONE_ETHER = 10n ** 18n;
const TRANSFER_GAS = 21_000n;
/** Longer than a look of the sender, a lost lease and a node that answers slowly take together. */
const PATIENCE = { timeout: 25_000, interval: 100 };

let house: ChainServer & { chain: TestChain };
afterEach(() => house.close());

async function start(env: Record<string, string> = {}, fault?: Fault): Promise<void> {
  const started = await startChainServer({ env, ...(fault && { fault }) });
  house = { ...started };
  house.close = async () => {
    await started.server.close();
    await started.rpc.close();
    await house.chain.close();
  };
}

type OnChain = { state: string; txHash: Hex; blockNumber: number; committed: boolean };
const onChainOf = async (id: string): Promise<OnChain> => {
  const { body } = await house.server.get(`/api/v1/public/certificates/${id}/verify`);
  return (body as { onChain: OnChain }).onChain;
};
const untilState = (id: string, state: string) =>
  vi.waitFor(async () => {
    const onChain = await onChainOf(id);
    expect(onChain).toMatchObject({ state });
    return onChain;
  }, PATIENCE);
/** Blocks go on being mined until it lies under enough of them. */
const untilBuried = (id: string) =>
  vi.waitFor(async () => {
    await house.chain.mineEmptyBlock();
    const onChain = await onChainOf(id);
    expect(onChain).toMatchObject({ state: 'FINAL', committed: true });
    return onChain;
  }, PATIENCE);
const outbox = async () => {
  const { body } = await house.server.get('/api/v1/operator/chain-outbox?limit=100', OPERATOR);
  return (body as { items: { state: string; nonce: number; lastError: string | null; kind: string }[] }).items;
};
const figures = async () => (await house.server.get('/metrics', OPERATOR)).text;
/** How many transactions of our account the chain has: what was committed twice would show here. */
const sentByUs = () => house.chain.feed.minedNonce(operator.address);
const readiness = async () => (await house.server.get('/readyz')).body;

describe('a chain that is down', () => {
  it('delays an anchor and nothing else, and is said to be down', async () => {
    await start();
    house.rpc.set({ kind: 'down' });

    const id = await issueCertificate(house.server);

    await untilState(id, 'QUEUED');
    expect(await readiness()).toMatchObject({ status: 'degraded', checks: { chain: { ok: false } } });
    await vi.waitFor(async () => expect(await figures()).toContain('assay_chain_reachable 0'), PATIENCE);
    house.rpc.set({ kind: 'none' });
    expect(await untilState(id, 'FINAL')).toMatchObject({ committed: true });
    expect(await readiness()).toMatchObject({ status: 'ready' });
    expect(await figures()).toContain('assay_chain_outbox{state="FINAL"} 1');
  });

  it('after it took a transaction and did not say so has it sent once', async () => {
    await start();
    const before = await sentByUs();
    house.rpc.set({ kind: 'deaf', method: 'eth_sendRawTransaction' });

    const id = await issueCertificate(house.server);
    await vi.waitFor(async () => expect(await sentByUs()).toBe(before + 1), PATIENCE);
    house.rpc.set({ kind: 'none' });

    await untilState(id, 'FINAL');
    expect(await sentByUs()).toBe(before + 1);
  });
});

describe('a node that lies about its chain', () => {
  it('is not believed: nothing is sent through it', async () => {
    await start({}, { kind: 'lying', chainId: 1 });

    const id = await issueCertificate(house.server);

    await untilState(id, 'QUEUED');
    expect(await readiness()).toMatchObject({ status: 'degraded', checks: { chain: { ok: false } } });
    expect(new Set(house.rpc.requests)).toEqual(new Set(['eth_chainId']));
    house.rpc.set({ kind: 'none' });
    await untilState(id, 'FINAL');
  });
});

describe('a reorganisation of three blocks', () => {
  it('takes a certificate back to SENT, and it is committed again', async () => {
    await start({ CHAIN_CONFIRMATIONS: '4' });
    const id = await issueCertificate(house.server);
    const mined = await untilState(id, 'MINED');
    await house.chain.mineEmptyBlock();
    await house.chain.mineEmptyBlock();
    house.rpc.set({ kind: 'down' });

    house.chain = await reorganise(house.chain, 3);
    house.rpc.set({ kind: 'none' });
    for (let block = 0; block < 2; block++) await house.chain.mineEmptyBlock(); // now another block has its old number

    const again = await untilBuried(id);
    expect(again.txHash).toBe(mined.txHash);
    expect(again.blockNumber).toBeGreaterThan(mined.blockNumber);
  });
});

describe('many certificates at once', () => {
  it('share one root past the configured number, each with its proof', async () => {
    await start({ CHAIN_BATCH_ABOVE: '1' });
    house.rpc.set({ kind: 'down' });
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(await issueCertificate(house.server));
    const before = await sentByUs();
    house.rpc.set({ kind: 'none' });

    for (const id of ids) await untilState(id, 'FINAL');

    const kinds = (await outbox()).map(({ kind }) => kind);
    expect(kinds).toContain('COMMIT_ROOT');
    expect(await sentByUs()).toBeLessThanOrEqual(before + 2);
    const { rows } = await house.server.database.pool.query<{ proof: Hex[] | null }>(
      'select proof from certificate_anchors',
    );
    expect(rows.filter(({ proof }) => proof !== null).length).toBeGreaterThanOrEqual(4);
  });
});

describe('two processes on one account', () => {
  it('take turns: every certificate is committed, none twice, and no nonce is lost', async () => {
    await start();
    const { database } = house.server;
    const other = await startTestServer({
      database,
      clock: house.server.clock,
      env: chainEnv(house.chain, house.rpc.url),
    });
    const before = await sentByUs();

    const ids = await Promise.all([house.server, other, house.server, other].map((server) => issueCertificate(server)));
    for (const id of ids) await untilState(id, 'FINAL');
    await other.close();

    expect(await sentByUs()).toBe(before + ids.length);
  });
});

describe('trouble with the account', () => {
  it('without gas money waits, says so, and goes on when there is some', async () => {
    await start();
    await spendAllEther();

    const id = await issueCertificate(house.server);
    await vi.waitFor(async () => expect((await outbox())[0]?.lastError).toMatch(/funds/i), PATIENCE);
    expect(await onChainOf(id)).toMatchObject({ state: 'QUEUED', committed: false });
    await house.chain.giveEther(operator.address, ONE_ETHER);

    await untilState(id, 'FINAL');
  });

  it('whose nonces have a gap, after a reorganisation took a stranger of ours, fills it', async () => {
    await start({ CHAIN_CONFIRMATIONS: '4' });
    await house.chain
      .walletOf(operator)
      .sendTransaction({ account: operator, chain: null, to: operator.address, value: 1n });
    const id = await issueCertificate(house.server);
    await untilState(id, 'MINED');
    house.rpc.set({ kind: 'down' });

    house.chain = await reorganise(house.chain, 2);
    house.rpc.set({ kind: 'none' });

    await vi.waitFor(async () => expect((await outbox()).map(({ kind }) => kind)).toContain('TRANSFER'), PATIENCE);
    await untilBuried(id);
  });
});

async function spendAllEther(): Promise<void> {
  const wallet = house.chain.walletOf(operator);
  const [balance, gasPrice] = [await house.chain.feed.etherBalance(operator.address), await wallet.getGasPrice()];
  const call = { account: operator, chain: null, to: NOBODY };
  await wallet.sendTransaction({
    ...call,
    type: 'legacy',
    gas: TRANSFER_GAS,
    gasPrice,
    value: balance - TRANSFER_GAS * gasPrice,
  });
}
