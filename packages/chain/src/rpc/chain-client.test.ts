import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FaultyRpc, startFaultyRpc } from '../testing/faulty-rpc.ts';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import { checkRpcUrls, createChainClient } from './chain-client.ts';
import { askChain, ChainUnavailableError, WrongChainError } from './chain-errors.ts';

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
afterAll(async () => {
  await Promise.all([first.close(), second.close(), chain.close()]);
});
const connect = (...rpcs: FaultyRpc[]) =>
  createChainClient({ rpcUrls: rpcs.map(({ url }) => url), chainId: chain.chainId });

describe('createChainClient', () => {
  it('asks the next URL when one is down', async () => {
    first.set({ kind: 'down' });

    expect(await connect(first, second).getBlockNumber()).toBe(BigInt((await chain.head()).number));
  });

  it('passes over a node that serves another chain', async () => {
    first.set({ kind: 'lying', chainId: 1 });
    first.requests.length = 0;

    expect(await connect(first, second).getBlockNumber()).toBe(BigInt((await chain.head()).number));
    expect(first.requests).toEqual(['eth_chainId']);
  });

  it('believes nothing when every node serves another chain', async () => {
    first.set({ kind: 'lying', chainId: 1 });

    const question = askChain(() => connect(first).getBlockNumber());

    await expect(question).rejects.toThrow(ChainUnavailableError);
    await expect(question).rejects.toMatchObject({
      cause: expect.objectContaining({ cause: expect.any(WrongChainError) }),
    });
  });

  it('uses a node again once it is well', async () => {
    const client = connect(first);
    first.set({ kind: 'down' });
    await expect(askChain(() => client.getBlockNumber())).rejects.toThrow(ChainUnavailableError);

    first.set({ kind: 'none' });
    expect(await client.getBlockNumber()).toBe(BigInt((await chain.head()).number));
  });

  it('waits for a slow node only so long, then asks the next', async () => {
    first.set({ kind: 'stuck' });
    const slow = { chainId: chain.chainId, timeoutMs: 100 };

    const withSecond = createChainClient({ ...slow, rpcUrls: [first.url, second.url] });
    const alone = createChainClient({ ...slow, rpcUrls: [first.url] });

    expect(await withSecond.getBlockNumber()).toBe(BigInt((await chain.head()).number));
    await expect(askChain(() => alone.getBlockNumber())).rejects.toThrow(ChainUnavailableError);
  });

  it('does not take a refusal for silence', async () => {
    const call = askChain(() => connect(first).call({ to: chain.usdcAddress, data: '0xdeadbeef' }));

    await expect(call).rejects.not.toThrow(ChainUnavailableError);
  });
});

describe('checkRpcUrls', () => {
  it('says of each URL what it serves', async () => {
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
