/** USDC on one chain: the contract and the domain of its signatures. */
export type KnownUsdc = {
  readonly chain: string;
  readonly address: string;
  readonly domain: { readonly name: string; readonly version: string };
};

/**
 * The tokens that this wallet signs for, by x402 network. A service names the token it wants, so its claim about USDC
 * is not trusted. A service on the embedded chain uses the id and the address of Base Sepolia.
 */
const KNOWN_USDC: ReadonlyMap<string, KnownUsdc> = new Map([
  [
    'eip155:1',
    {
      chain: 'Ethereum',
      address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      domain: { name: 'USD Coin', version: '2' },
    },
  ],
  [
    'eip155:8453',
    {
      chain: 'Base',
      address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      domain: { name: 'USD Coin', version: '2' },
    },
  ],
  [
    'eip155:84532',
    {
      chain: 'Base Sepolia (test network)',
      address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      domain: { name: 'USDC', version: '2' },
    },
  ],
]);

/** The known USDC for this token, or undefined: another token of a known chain is not USDC. */
export function findUsdc(network: string, asset: string): KnownUsdc | undefined {
  const usdc = KNOWN_USDC.get(network);
  return usdc?.address.toLowerCase() === asset.toLowerCase() ? usdc : undefined;
}

export const KNOWN_CHAINS = [...KNOWN_USDC].map(([network, { chain }]) => `${chain} (${network})`).join(', ');
