// ERC-20 transfers: the actual effects of a transaction, and signing the service's own transfers (refunds, bounties).
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain } from '../rpc/chain-errors.ts';
import type { SignedTransaction, TransactionSigner, TransactionSlot } from '../transactions/transaction-signer.ts';

const TRANSFER_GAS = 150_000n;

export type TokenTransfer = {
  chainId: number;
  txHash: Hex;
  logIndex: number;
  token: Address;
  from: Address;
  to: Address;
  amount: bigint;
  blockNumber: bigint;
  blockHash: Hex;
  blockTime: Date;
  confirmations: bigint;
};
export type TransferInspection =
  /** Not on the chain: unknown, pending, or removed by a reorganisation. */
  | { kind: 'not_mined' }
  /** Mined, but failed. */
  | { kind: 'failed' }
  | { kind: 'mined'; transfers: TokenTransfer[] };

/** Reads the recorded Transfer events. The transaction's input is not trusted. */
export function inspectTransfer(client: ChainClient, txHash: Hex): Promise<TransferInspection> {
  return askChain(async () => {
    const receipt = await client.getTransactionReceipt({ hash: txHash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    });
    if (receipt === undefined) return { kind: 'not_mined' };
    if (receipt.status !== 'success') return { kind: 'failed' };

    const head = await client.getBlockNumber();
    const block = await client.getBlock({ blockNumber: receipt.blockNumber });
    if (block.hash !== receipt.blockHash) return { kind: 'not_mined' };
    const place = {
      chainId: client.chain.id,
      txHash,
      blockNumber: receipt.blockNumber,
      blockHash: receipt.blockHash,
      blockTime: new Date(Number(block.timestamp) * 1_000),
      confirmations: head - receipt.blockNumber + 1n,
    };
    const events = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs });
    const transfers = events.map(({ address, logIndex, args }) => ({
      ...place,
      logIndex,
      token: getAddress(address),
      from: args.from,
      to: args.to,
      amount: args.value,
    }));
    return { kind: 'mined', transfers };
  });
}

export type TokenPayment = { token: Address; to: Address; amount: bigint };

export function signTokenTransfer(
  signer: TransactionSigner,
  { token, to, amount }: TokenPayment,
  slot: TransactionSlot,
): Promise<SignedTransaction> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
  return signer.sign({ to: token, data, gas: TRANSFER_GAS }, slot);
}

export function readTokenBalance(client: ChainClient, token: Address, owner: Address): Promise<bigint> {
  return askChain(() =>
    client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
  );
}
