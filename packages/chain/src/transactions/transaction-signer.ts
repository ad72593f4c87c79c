// Only signs transactions. The caller manages the nonces and stores the result before it is sent.
import { type Address, type Hex, keccak256, type LocalAccount } from 'viem';
import type { Fees } from './fees.policy.ts';

/** A nonce and the fees of a transaction. */
export type TransactionSlot = { nonce: number; fees: Fees };
type TransactionCall = { to: Address; data: Hex; gas: bigint };
export type SignedTransaction = { rawTransaction: Hex; txHash: Hex };
export type TransactionSigner = ReturnType<typeof createTransactionSigner>;

export function createTransactionSigner({ account, chainId }: { account: LocalAccount; chainId: number }) {
  return {
    address: account.address,
    async sign(call: TransactionCall, { nonce, fees }: TransactionSlot): Promise<SignedTransaction> {
      const rawTransaction = await account.signTransaction({ chainId, type: 'eip1559', nonce, ...fees, ...call });
      return { rawTransaction, txHash: keccak256(rawTransaction) };
    },
  };
}
