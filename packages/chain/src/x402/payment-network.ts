import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1';
import type { Address } from 'viem';

/** The chain and token of payments. `domain` is the token's EIP-712 domain, which payers sign for. */
export type PaymentNetwork = { chainId: number; asset: Address; domain: { name: string; version: string } };

/** CAIP-2, the chain notation of x402 v2. */
export function toCaip2(chainId: number): `eip155:${number}` {
  return `eip155:${chainId}`;
}

/** x402 v1 names only the chains it knows. On other chains v1 is not offered. */
export function findV1NetworkName(chainId: number): string | undefined {
  return Object.entries(EVM_NETWORK_CHAIN_ID_MAP).find(([, id]) => id === chainId)?.[0];
}
