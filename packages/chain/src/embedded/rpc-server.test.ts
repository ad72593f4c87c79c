import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import { RPC_LIMITS } from './rpc-server.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.close());

async function post(body: string): Promise<unknown> {
  const response = await fetch(chain.rpcUrl, { method: 'POST', body });
  return response.json();
}
const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 7, method, params });
const ask = (method: string, ...params: unknown[]) => post(JSON.stringify(call(method, ...params)));

describe('the RPC of the embedded chain', () => {
  it('listens on loopback only', () => {
    expect(new URL(chain.rpcUrl).hostname).toBe('127.0.0.1');
  });

  it.each([
    'evm_mine',
    'evm_revert',
    'evm_setNextBlockTimestamp',
    'hardhat_setBalance',
    'hardhat_setCode',
    'hardhat_setStorageAt',
    'hardhat_impersonateAccount',
    'anvil_setBalance',
    'eth_sendTransaction',
    'eth_sign',
    'eth_accounts',
    'debug_traceTransaction',
    'personal_unlockAccount',
    'constructor',
  ])('does not offer %s', async (method) => {
    const before = await chain.head();

    expect(await ask(method)).toMatchObject({ id: 7, error: { code: -32_601 } });
    expect(await chain.head()).toEqual(before);
  });

  it('answers single and batched reads', async () => {
    expect(await ask('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x14a34' });
    const answers = await post(JSON.stringify([call('eth_chainId'), call('evm_mine'), { nonsense: true }]));
    expect(answers).toMatchObject([{ result: '0x14a34' }, { error: { code: -32_601 } }, { error: { code: -32_600 } }]);
  });

  it('refuses a batch one above the limit', async () => {
    const batch = (count: number) => JSON.stringify(Array.from({ length: count }, () => call('eth_chainId')));

    expect(await post(batch(RPC_LIMITS.batchCallsMax))).toHaveLength(RPC_LIMITS.batchCallsMax);
    expect(await post(batch(RPC_LIMITS.batchCallsMax + 1))).toMatchObject({ error: { code: -32_600 } });
  });

  it('refuses a malformed request', async () => {
    expect(await post('{')).toMatchObject({ error: { code: -32_700 } });
    expect(await post('null')).toMatchObject({ error: { code: -32_600 } });
    expect(await post('{"method": 1}')).toMatchObject({ error: { code: -32_600 } });
    expect(await post('{"method": "eth_chainId", "params": {}}')).toMatchObject({ error: { code: -32_600 } });
    expect(await post(`"${'x'.repeat(RPC_LIMITS.bodyBytesMax)}"`)).toMatchObject({ error: { code: -32_600 } });
  });

  it.each([
    [[]],
    [['']],
    [['0xzz']],
    [[1]],
    [[`0x${'00'.repeat(RPC_LIMITS.rawTransactionBytesMax + 1)}`]],
    [['0x1234']],
  ])('journals nothing for the raw transaction %j', async (params) => {
    const before = chain.journal.entries.length;

    expect(await ask('eth_sendRawTransaction', ...params)).toHaveProperty('error.code');
    expect(chain.journal.entries).toHaveLength(before);
  });

  it('reports that a transaction for another chain is refused', async () => {
    const account = await chain.newAccount();
    const raw = await account.signTransaction({
      chainId: 1,
      type: 'eip1559',
      nonce: 0,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
    });

    expect(await ask('eth_sendRawTransaction', raw)).toMatchObject({
      error: { message: expect.stringContaining('chainId') },
    });
  });
});
