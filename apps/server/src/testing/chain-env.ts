import { type Hex, type LocalAccount, privateKeyToAccount } from '@assay/chain';
import type { TestChain } from '@assay/chain/testing';
import type { Signer } from '@assay/protocol';
import { keyDerivation } from '../platform/auth/index.ts';

/** Committer and treasury; the same key as `operator` in the chain's tests. */
const OPERATOR_KEY: Hex = `0x${'0a'.repeat(32)}`;

export const chainEnv = (chain: TestChain, rpcUrl: string): Record<string, string> => ({
  ASSAY_ROLES: 'api,worker',
  CHAIN_RPC_URL: rpcUrl,
  CHAIN_ID: String(chain.chainId),
  CHAIN_PRIVATE_KEY: OPERATOR_KEY,
  CHAIN_CONFIRMATIONS: '1',
  REGISTRY_ADDRESS: chain.registryAddress,
  USDC_ADDRESS: chain.usdcAddress,
  TOKEN_ADDRESS: chain.tokenAddress,
});

/** The account from which a service with this signer settles x402 payments. */
export const facilitatorOf = (signer: Signer): LocalAccount =>
  privateKeyToAccount(`0x${keyDerivation(signer)('chain facilitator').toString('hex')}`);
