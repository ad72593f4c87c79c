import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, redactConfig } from './config.ts';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const KEY = `0x${'0a'.repeat(32)}`;
const EXTERNAL = {
  CHAIN_RPC_URL: 'https://one.example/v2/secret-key, https://two.example',
  CHAIN_ID: '8453',
  CHAIN_PRIVATE_KEY: KEY,
  REGISTRY_ADDRESS: ADDRESS,
  USDC_ADDRESS: ADDRESS,
};

describe('the chain', () => {
  it('is embedded, with an id that stock x402 clients know, unless nodes are configured', () => {
    expect(readConfig({}).chain).toMatchObject({ kind: 'embedded', chainId: 84_532, confirmations: 1 });
    expect(readConfig({ EMBEDDED_CHAIN_ID: '31337' }).chain).toMatchObject({ chainId: 31_337 });
  });

  it('can have several nodes, and then needs more confirmations', () => {
    expect(readConfig(EXTERNAL).chain).toMatchObject({
      kind: 'external',
      rpcUrls: ['https://one.example/v2/secret-key', 'https://two.example'],
      chainId: 8453,
      confirmations: 12,
      tokenAddress: null,
    });
  });

  it.each(['CHAIN_ID', 'CHAIN_PRIVATE_KEY', 'REGISTRY_ADDRESS', 'USDC_ADDRESS'] as const)(
    'of other nodes is refused without %s',
    (name) => {
      expect(() => readConfig({ ...EXTERNAL, [name]: undefined })).toThrow(ConfigError);
    },
  );

  it.each([
    ['CHAIN_PRIVATE_KEY', KEY.slice(0, -1)],
    ['CHAIN_PRIVATE_KEY', `${KEY}0`],
    ['REGISTRY_ADDRESS', 'ab'.repeat(21)],
    ['CHAIN_RPC_URL', 'ws://one.example'],
    ['CHAIN_CONFIRMATIONS', '0'],
  ])('refuses %s = %s', (name, value) => {
    expect(() => readConfig({ ...EXTERNAL, [name]: value })).toThrow(name);
  });

  it('is printed without its key and without the secrets in node URLs', () => {
    const printed = JSON.stringify(redactConfig(readConfig(EXTERNAL)));

    expect(printed).toContain('https://one.example');
    expect(printed).not.toContain('secret-key');
    expect(printed).not.toContain(KEY);
  });
});
