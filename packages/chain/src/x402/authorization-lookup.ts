// What became of an EIP-3009 authorization, asked of the token itself. Settles every doubt about a settlement.
import { type Address, type Hex, parseAbi } from 'viem';
import { inspectTransfer, type TokenTransfer } from '../payments/token-transfer.ts';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain } from '../rpc/chain-errors.ts';
import type { Authorization } from './exact-payment.ts';

const EIP3009 = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
]);

export type AuthorizationFate =
  | { kind: 'unused' }
  /** Spent by this transfer, whoever sent it. */
  | { kind: 'used'; transfer: TokenTransfer }
  /** Spent without a transfer that fits: cancelled by its signer, or older than the blocks asked for. */
  | { kind: 'void' };

export type AuthorizationQuestion = { token: Address; authorization: Authorization; fromBlock: bigint };

export async function findAuthorizationFate(
  client: ChainClient,
  question: AuthorizationQuestion,
): Promise<AuthorizationFate> {
  const { token, authorization, fromBlock } = question;
  const { from, to, value, nonce } = authorization;
  const args = [from, nonce] as const;
  const isSpent = await askChain(() =>
    client.readContract({ address: token, abi: EIP3009, functionName: 'authorizationState', args }),
  );
  if (!isSpent) return { kind: 'unused' };

  const txHash = await findSpender(client, { token, from, nonce, fromBlock });
  const inspection = txHash === undefined ? undefined : await inspectTransfer(client, txHash);
  if (inspection?.kind !== 'mined') return { kind: 'void' };
  const transfer = inspection.transfers.find(
    (moved) => moved.token === token && moved.from === from && moved.to === to && moved.amount === value,
  );
  return transfer === undefined ? { kind: 'void' } : { kind: 'used', transfer };
}

type Spent = { token: Address; from: Address; nonce: Hex; fromBlock: bigint };

async function findSpender(client: ChainClient, { token, from, nonce, fromBlock }: Spent): Promise<Hex | undefined> {
  const args = { authorizer: from, nonce };
  const [event] = await askChain(() =>
    client.getContractEvents({ address: token, abi: EIP3009, eventName: 'AuthorizationUsed', args, fromBlock }),
  );
  return event?.transactionHash;
}
