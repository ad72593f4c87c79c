import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FaultyRpc, startFaultyRpc } from '../testing/faulty-rpc.ts';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import { checkRpcUrls, createChainClient } from './chain-client.ts';
import { askChain, ChainUnavailableError, WrongChainError } from './chain-errors.ts';

/** Longer than any answer takes on a busy machine, so that no node times out by accident. */
const TIMEOUT_MS = 60_000;

let chain: TestChain;
let first: FaultyRpc;
let second: FaultyRpc;
beforeAll(async () => {
  chain = await startTestChain();
  first = await startFaultyRpc(chain.rpcUrl);
  second = await startFaultyRpc(chain.rpcUrl);
});
beforeEach(() => {
  for (const rpc of [first, second]) rpc.set({ kind: 'none' });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await Promise.all([first.close(), second.close(), chain.close()]);
});
const connect = (...rpcs: FaultyRpc[]) =>
  createChainClient({ rpcUrls: rpcs.map(({ url }) => url), chainId: chain.chainId, timeoutMs: TIMEOUT_MS });

describe('createChainClient', () => {
  it('uses the next URL when one is down', async () => {
    first.set({ kind: 'down' });

    expect(await connect(first, second).getBlockNumber()).toBe(BigInt((await chain.head()).number));
  });

  it('skips a node that serves another chain', async () => {
    first.set({ kind: 'lying', chainId: 1 });
    first.requests.length = 0;

    expect(await connect(first, second).getBlockNumber()).toBe(BigInt((await chain.head()).number));
    expect(first.requests).toEqual(['eth_chainId']);
  });

  it('limits the gas of a call to untrusted code', async () => {
    // Blake2f costs one gas per round; its first four bytes are the number of rounds.
    const BLAKE2F = '0x0000000000000000000000000000000000000009';
    const rounds = (count: number): `0x${string}` => `0x${count.toString(16).padStart(8, '0')}${'00'.repeat(208)}01`;
    const ask = (count: number) => connect(first).call({ to: BLAKE2F, data: rounds(count) });

    expect((await ask(1_000_000)).data).toMatch(/^0x[0-9a-f]{128}$/);
    await expect(ask(5_000_000)).rejects.toThrow();
  });

  it('accepts no answer when every node serves another chain', async () => {
    first.set({ kind: 'lying', chainId: 1 });

    const question = askChain(() => connect(first).getBlockNumber());

    await expect(question).rejects.toThrow(ChainUnavailableError);
    await expect(question).rejects.toMatchObject({
      cause: expect.objectContaining({ cause: expect.any(WrongChainError) }),
    });
  });

  it('uses a node again after it has recovered', async () => {
    const client = connect(first);
    first.set({ kind: 'down' });
    await expect(askChain(() => client.getBlockNumber())).rejects.toThrow(ChainUnavailableError);

    first.set({ kind: 'none' });
    expect(await client.getBlockNumber()).toBe(BigInt((await chain.head()).number));
  });

  /** Advances the clock for hanging requests only: later requests have their full time. */
  async function letTimePass(hanging: FaultyRpc): Promise<void> {
    while (hanging.waiting() === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(TIMEOUT_MS);
    vi.useRealTimers();
  }

  it('waits for a slow node up to a limit, then uses the next', async () => {
    first.set({ kind: 'stuck' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    const asked = connect(first, second).getBlockNumber();
    await letTimePass(first);

    expect(await asked).toBe(BigInt((await chain.head()).number));
  });

  it('reports an unavailable chain when every node is too slow', async () => {
    first.set({ kind: 'stuck' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    const asked = askChain(() => connect(first).getBlockNumber());
    asked.catch(() => undefined);
    await letTimePass(first);

    await expect(asked).rejects.toThrow(ChainUnavailableError);
  });

  it('does not treat a refusal as a timeout', async () => {
    const call = askChain(() => connect(first).call({ to: chain.usdcAddress, data: '0xdeadbeef' }));

    await expect(call).rejects.not.toThrow(ChainUnavailableError);
  });
});

describe('checkRpcUrls', () => {
  it('reports for each URL the chain that it serves', async () => {
    first.set({ kind: 'lying', chainId: 8_453 });
    const gone = await startFaultyRpc(chain.rpcUrl);
    await gone.close();

    const health = await checkRpcUrls({ rpcUrls: [first.url, second.url, gone.url], chainId: chain.chainId });

    expect(health).toEqual([
      { url: first.url, state: 'wrong_chain', chainId: 8_453 },
      { url: second.url, state: 'ok' },
      { url: gone.url, state: 'unreachable' },
    ]);
  });
});
