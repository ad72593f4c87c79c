import { type Address, isAddressEqual } from 'viem';
import type { TokenTransfer } from './token-transfer.ts';

export type TransferTerms = {
  chainId: number;
  token: Address;
  payTo: Address;
  amount: bigint;
  /** A transfer from before the payment intent cannot be meant for it. */
  notBefore: Date;
};
export type TransferMismatch = 'chain' | 'token' | 'recipient' | 'amount' | 'time' | 'none_found';
export type TransferMatch =
  | { kind: 'match'; transfer: TokenTransfer }
  | { kind: 'mismatch'; because: TransferMismatch };

/**
 * The transfer of a transaction that exactly matches these terms. Otherwise the last condition that any of them reached
 * and failed, which its sender has to correct.
 */
export function decideTransfer(transfers: readonly TokenTransfer[], terms: TransferTerms): TransferMatch {
  const conditions: readonly (readonly [TransferMismatch, (transfer: TokenTransfer) => boolean])[] = [
    ['chain', (transfer) => transfer.chainId === terms.chainId],
    ['token', (transfer) => isAddressEqual(transfer.token, terms.token)],
    ['recipient', (transfer) => isAddressEqual(transfer.to, terms.payTo)],
    ['amount', (transfer) => transfer.amount === terms.amount],
    // Block times are whole seconds: a transfer in the same second as the intent counts as after it.
    ['time', (transfer) => transfer.blockTime.getTime() >= Math.floor(terms.notBefore.getTime() / 1_000) * 1_000],
  ];
  let candidates = transfers;
  for (const [because, holds] of conditions) {
    if (candidates.length === 0) return { kind: 'mismatch', because: 'none_found' };
    candidates = candidates.filter(holds);
    if (candidates.length === 0) return { kind: 'mismatch', because };
  }
  const [transfer] = candidates;
  return transfer === undefined ? { kind: 'mismatch', because: 'none_found' } : { kind: 'match', transfer };
}
