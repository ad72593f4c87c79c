// EIP-3009 authorizations as signed by a payer's wallet.
import { type Address, bytesToHex, type Hex, type LocalAccount } from 'viem';
import { TestUsdc } from '../contracts/artifacts.ts';
import type { TestChain } from './test-chain.ts';

const FIELDS = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;
const TYPES = {
  TransferWithAuthorization: FIELDS,
  ReceiveWithAuthorization: FIELDS,
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

export type TokenDomain = { name: string; version: string; chainId: number; verifyingContract: Address };
export type SignedTerms = {
  from: Address;
  to: Address;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
};

export function newAuthorization(
  terms: Pick<SignedTerms, 'from' | 'to' | 'value'> & Partial<SignedTerms>,
): SignedTerms {
  const now = BigInt(Math.floor(Date.now() / 1_000));
  return {
    validAfter: now - 600n,
    validBefore: now + 120n,
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
    ...terms,
  };
}

export function signAuthorization(
  signer: LocalAccount,
  domain: TokenDomain,
  message: SignedTerms,
  primaryType: 'TransferWithAuthorization' | 'ReceiveWithAuthorization' = 'TransferWithAuthorization',
): Promise<Hex> {
  return signer.signTypedData({ domain, types: TYPES, primaryType, message });
}

export function signCancellation(
  signer: LocalAccount,
  domain: TokenDomain,
  authorizer: Address,
  nonce: Hex,
): Promise<Hex> {
  return signer.signTypedData({
    domain,
    types: TYPES,
    primaryType: 'CancelAuthorization',
    message: { authorizer, nonce },
  });
}

/** Anyone may submit a signed authorization; `sender` pays the gas. */
export const sendAuthorization = (
  chain: Pick<TestChain, 'walletOf' | 'usdcAddress'>,
  sender: LocalAccount,
  { from, to, value, validAfter, validBefore, nonce }: SignedTerms,
  signature: Hex,
): Promise<Hex> =>
  chain.walletOf(sender).writeContract({
    address: chain.usdcAddress,
    abi: TestUsdc.abi,
    functionName: 'transferWithAuthorization',
    args: [from, to, value, validAfter, validBefore, nonce, signature],
    account: sender,
    chain: null,
  });

/** True when the tokens moved or the payer cancelled the authorization. */
export const isAuthorizationUsed = (
  chain: Pick<TestChain, 'client' | 'usdcAddress'>,
  authorizer: Address,
  nonce: Hex,
): Promise<boolean> =>
  chain.client.readContract({
    address: chain.usdcAddress,
    abi: TestUsdc.abi,
    functionName: 'authorizationState',
    args: [authorizer, nonce],
  });
