import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChainClient } from '../rpc/chain-client.ts';
import { operator, startTestChain, type TestChain } from '../testing/test-chain.ts';
import { deployRegistry } from './deploy-registry.ts';
import { createRegistryClient } from './registry-client.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.close());

it('deploys a registry to which the account commits', async () => {
  const { client, feed, signerOf, registryAddress: first } = chain;

  const registryAddress = await deployRegistry({ client, account: operator });

  expect(registryAddress.toLowerCase()).not.toBe(first.toLowerCase());
  const registry = createRegistryClient({ client, feed, registryAddress, signer: signerOf(operator) });
  const slot = { nonce: await feed.pendingNonce(operator.address), fees: await feed.suggestFees() };
  const commit = { submissionId: '0192f0c1-7a00-7000-8000-000000000001', payloadHash: `0x${'ab'.repeat(32)}` } as const;
  const { rawTransaction, txHash } = await registry.signCommit(commit, slot);
  await feed.broadcast(rawTransaction);
  expect((await registry.status(txHash)).state).toBe('mined');
});

it('deploys nothing on another chain or without gas money', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const other = createChainClient({ rpcUrls: [chain.rpcUrl], chainId: chain.chainId + 1 });

  await expect(deployRegistry({ client: other, account: operator })).rejects.toThrow('No node of the configured chain');
  await expect(deployRegistry({ client: chain.client, account })).rejects.toThrow(/insufficient|funds|balance/i);
});
