import { startTestChain, type TestChain } from '@assay/chain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainEnv } from './testing/chain-env.ts';
import { spawnServer } from './testing/server-process.ts';

const LIMIT_MS = 120_000;

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
}, LIMIT_MS);
afterAll(() => chain.close());

const deploy = (env: Record<string, string>) => spawnServer({ env, args: ['chain', 'deploy'] }).ended();

describe('chain deploy', () => {
  it(
    'prints the setting with the address of a new registry',
    async () => {
      const { REGISTRY_ADDRESS: _, ...env } = chainEnv(chain, chain.rpcUrl);

      const { code, stdout, stderr } = await deploy(env);

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const [, address] = /^REGISTRY_ADDRESS=(0x[0-9a-fA-F]{40})$/.exec(stdout) ?? [];
      expect(await chain.client.getCode({ address: address as `0x${string}` })).toMatch(/^0x/);
    },
    LIMIT_MS,
  );

  it(
    'names the settings that it needs',
    async () => {
      const { code, stderr } = await deploy({});

      expect([code, stderr]).toEqual([64, expect.stringMatching(/^Set CHAIN_RPC_URL/)]);
    },
    LIMIT_MS,
  );
});
