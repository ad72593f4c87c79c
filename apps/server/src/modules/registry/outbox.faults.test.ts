import { CertificateRegistry, type Hex } from '@assay/chain';
import { type Fault, operator, reorganise, startFaultyRpc, startTestChain, type TestChain } from '@assay/chain/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { type ChainServer, chainEnv, startChainServer } from '../../testing/chain-server.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { OPERATOR, startTestServer } from '../../testing/test-server.ts';

const NOBODY: Hex = '0x000000000000000000000000000000000000dEaD';
const ONE_ETHER = 10n ** 18n;
const TRANSFER_GAS = 21_000n;
const MINUTE_MS = 60_000;
/** Longer than one poll of the sender, an expired lease and a slow node together. */
const PATIENCE = { timeout: 60_000, interval: 100 };

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
/** Mines blocks until the commit has enough confirmations. */
const untilBuried = (id: string) =>
  vi.waitFor(async () => {
    await house.chain.mineEmptyBlock();
    const onChain = await onChainOf(id);
    expect(onChain).toMatchObject({ state: 'FINAL', committed: true });
    return onChain;
  }, PATIENCE);
const outbox = async () => {
  const { body } = await house.server.get('/api/v1/operator/chain-outbox?limit=100', OPERATOR);
  return (body as { items: { id: string; state: string; nonce: number; lastError: string | null; kind: string }[] })
    .items;
};
const figures = async () => (await house.server.get('/metrics', OPERATOR)).text;
/** The number of mined transactions of the service account, which shows a duplicate commit. */
const sentByUs = () => house.chain.feed.minedNonce(operator.address);
const readiness = async () => (await house.server.get('/readyz')).body;

describe('a chain that is down', () => {
  it('delays only the anchor, and is reported as down', async () => {
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

  it('that accepts a transaction without a response gets it once', async () => {
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

describe('a slow chain', () => {
  it('delays only the anchor', async () => {
    await start();
    house.rpc.set({ kind: 'stuck' });

    const id = await issueCertificate(house.server);

    await vi.waitFor(() => expect(house.rpc.waiting()).toBeGreaterThan(0), PATIENCE);
    expect(await onChainOf(id)).toMatchObject({ state: 'QUEUED', committed: false });
    house.rpc.set({ kind: 'none' });
    await untilState(id, 'FINAL');
  });
});

describe('a node with a wrong chain id', () => {
  it('gets no transactions', async () => {
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
  it('resets a certificate to SENT, and it is committed again', async () => {
    await start({ CHAIN_CONFIRMATIONS: '4' });
    const id = await issueCertificate(house.server);
    const mined = await untilState(id, 'MINED');
    await house.chain.mineEmptyBlock();
    await house.chain.mineEmptyBlock();
    house.rpc.set({ kind: 'down' });

    house.chain = await reorganise(house.chain, 3);
    house.rpc.set({ kind: 'none' });
    for (let block = 0; block < 2; block++) await house.chain.mineEmptyBlock(); // Another block now has the old block number.

    const again = await untilBuried(id);
    expect(again.txHash).toBe(mined.txHash);
    expect(again.blockNumber).toBeGreaterThan(mined.blockNumber);
  });
});

describe('a transaction that is not mined', () => {
  it('is sent again with higher fees at the same nonce, and takes effect once', async () => {
    await start();
    const before = await sentByUs();
    house.rpc.set({ kind: 'holding' });
    const id = await issueCertificate(house.server);
    const first = await untilState(id, 'SENT');

    house.server.clock.advance(MINUTE_MS);
    const second = await vi.waitFor(async () => {
      const onChain = await onChainOf(id);
      expect(onChain.txHash).not.toBe(first.txHash);
      return onChain;
    }, PATIENCE);
    house.rpc.set({ kind: 'none' });
    const final = await untilState(id, 'FINAL');

    const { rows } = await house.server.database.pool.query<{ nonce: bigint; fee: string; tip: string }>(
      'select nonce, max_fee_per_gas as fee, max_priority_fee_per_gas as tip from chain_transactions order by signed_at',
    );
    expect(final.txHash).toBe(second.txHash);
    expect(rows).toHaveLength(2);
    expect(rows[1]?.nonce).toBe(rows[0]?.nonce);
    for (const price of ['fee', 'tip'] as const)
      expect(BigInt(rows[1]?.[price] ?? 0) * 8n).toBeGreaterThanOrEqual(BigInt(rows[0]?.[price] ?? 0) * 9n);
    expect(await sentByUs()).toBe(before + 1);
  });
});

describe('a commit that the registry rejects permanently', () => {
  it('is FAILED, is retried by the operator, and is logged', async () => {
    await start();
    house.rpc.set({ kind: 'down' });
    const id = await issueCertificate(house.server);
    const { submissionId } = await recordOf(id);
    await house.chain.walletOf(operator).writeContract({
      address: house.chain.registryAddress,
      abi: CertificateRegistry.abi,
      functionName: 'commit',
      args: [`0x${submissionId.replaceAll('-', '')}`, `0x${'ee'.repeat(32)}`],
      account: operator,
      chain: null,
    });
    house.rpc.set({ kind: 'none' });
    const failed = await untilFailed();
    const before = await sentByUs();
    expect(await figures()).toContain('assay_chain_outbox{state="FAILED"} 1');
    expect(await onChainOf(id)).toMatchObject({ state: 'NONE', committed: false });

    const retried = await house.server.operate(retryPath(failed.id), REASON);

    expect([retried.status, retried.body]).toEqual([200, expect.objectContaining({ state: 'QUEUED', nonce: null })]);
    await vi.waitFor(async () => expect(await sentByUs()).toBe(before + 1), PATIENCE);
    expect(await untilFailed()).toMatchObject({ id: failed.id, lastError: expect.stringContaining('another payload') });
    const { body } = await house.server.get('/api/v1/operator/audit-log?limit=1', OPERATOR);
    expect(body).toMatchObject({
      items: [
        {
          action: 'chain-outbox.retry',
          subject: { type: 'chain-outbox', id: failed.id },
          detail: { ...REASON, kind: 'COMMIT', refId: id, lastError: expect.stringContaining('another payload') },
          requestId: retried.headers.get('x-request-id'),
        },
      ],
    });
  });

  it('is the only item that can be retried', async () => {
    await start();
    const id = await issueCertificate(house.server);
    await untilState(id, 'FINAL');
    const [final] = await outbox();

    const again = await house.server.operate(retryPath(final?.id ?? ''), REASON);
    const unknown = await house.server.operate(retryPath('0192f0c1-7a00-7000-8000-000000000001'), REASON);
    const malformed = await house.server.operate(retryPath('x'), REASON);
    const silent = await house.server.operate(retryPath(final?.id ?? ''), {});

    expect(again.body).toMatchObject({ status: 409, code: 'outbox_wrong_state' });
    expect(unknown.body).toMatchObject({ status: 404, code: 'outbox_item_not_found' });
    expect(malformed.body).toMatchObject({ status: 404, code: 'outbox_item_not_found' });
    expect(silent.body).toMatchObject({ status: 422, code: 'validation_failed' });
  });

  const REASON = { reason: 'The account is ours alone again.' };
  const retryPath = (id: string) => `/api/v1/operator/chain-outbox/${id}/retry`;
  const recordOf = async (id: string) =>
    (await house.server.get(`/api/v1/public/certificates/${id}/verify`)).body as { submissionId: string };
  const untilFailed = () =>
    vi.waitFor(async () => {
      const [row] = await outbox();
      expect(row).toMatchObject({ state: 'FAILED' });
      return { id: row?.id ?? '', lastError: row?.lastError };
    }, PATIENCE);
});

describe('several nodes', () => {
  it('replace each other if one is down or serves another chain', async () => {
    const clock = createTestClock();
    const chain = await startTestChain({ clock });
    const [first, second] = [await startFaultyRpc(chain.rpcUrl), await startFaultyRpc(chain.rpcUrl)];
    const server = await startTestServer({ clock, env: chainEnv(chain, `${first.url}, ${second.url}`) });
    const close = async () => {
      await server.close();
      await Promise.all([first.close(), second.close(), chain.close()]);
    };
    house = { server, chain, rpc: first, close };

    for (const [broken, well] of [
      [first, second],
      [second, first],
    ] as const) {
      for (const fault of [{ kind: 'down' }, { kind: 'lying', chainId: 1 }] as const) {
        broken.set(fault);
        const id = await issueCertificate(server);
        await untilState(id, 'FINAL');
        expect(await readiness()).toMatchObject({ status: 'ready' });
      }
      broken.set({ kind: 'none' });
      expect(well.requests).toContain('eth_sendRawTransaction');
    }
  });
});

describe('many certificates at once', () => {
  it('share one root beyond the configured number, each with its proof', async () => {
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
  it('take turns: every certificate is committed once, and no nonce is lost', async () => {
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

describe('the sending account', () => {
  it('without gas is reported, and sends again after a deposit', async () => {
    await start();
    await spendAllEther();

    const id = await issueCertificate(house.server);
    await vi.waitFor(async () => expect((await outbox())[0]?.lastError).toMatch(/funds/i), PATIENCE);
    expect(await onChainOf(id)).toMatchObject({ state: 'QUEUED', committed: false });
    await house.chain.giveEther(operator.address, ONE_ETHER);

    await untilState(id, 'FINAL');
  });

  it('with a nonce gap after a reorganisation removed another of its transactions fills the gap', async () => {
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
