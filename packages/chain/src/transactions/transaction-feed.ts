// Broadcasts signed transactions and tracks their results.
import { type Address, BaseError, type Hex, TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain, isChainUnavailable } from '../rpc/chain-errors.ts';
import type { Fees } from './fees.policy.ts';

/** Accepted: the node has the transaction, from this or an earlier attempt. */
export type BroadcastOutcome = { kind: 'accepted' } | { kind: 'refused'; reason: BroadcastRefusal; detail: string };
export type BroadcastRefusal = 'nonce_too_low' | 'underpriced' | 'insufficient_funds' | 'other';

export type BlockPlace = { blockNumber: bigint; blockHash: Hex };
export type TransactionStatus =
  | { state: 'unknown' }
  | { state: 'pending' }
  | ({ state: 'mined' } & BlockPlace)
  /** Mined, but failed. `revertData` is the result of repeating the call; null if that is inconclusive. */
  | ({ state: 'reverted'; revertData: Hex | null } & BlockPlace);
export type Confirmations = { kind: 'confirmed'; confirmations: bigint } | { kind: 'reorganised' };

const ALREADY_KNOWN = /already known|known transaction|already imported|already exists/i;
const REFUSALS: readonly (readonly [BroadcastRefusal, RegExp])[] = [
  ['nonce_too_low', /nonce (is )?too low|nonce has already been used/i],
  ['underpriced', /underpriced|replacement|fee cap less than|fee.*too low|price.*too low/i],
  ['insufficient_funds', /insufficient funds|enough funds|exceeds.*balance/i],
];

export type TransactionFeed = ReturnType<typeof createTransactionFeed>;

/** Every function throws ChainUnavailableError when no node answers. */
export function createTransactionFeed({ client }: { client: ChainClient }) {
  async function broadcast(rawTransaction: Hex): Promise<BroadcastOutcome> {
    try {
      await client.sendRawTransaction({ serializedTransaction: rawTransaction });
      return { kind: 'accepted' };
    } catch (error) {
      if (!(error instanceof BaseError) || isChainUnavailable(error)) throw error;
      const detail = error.details || error.shortMessage;
      if (ALREADY_KNOWN.test(detail)) return { kind: 'accepted' };
      const reason = REFUSALS.find(([, pattern]) => pattern.test(detail))?.[0] ?? 'other';
      return { kind: 'refused', reason, detail };
    }
  }

  async function status(txHash: Hex): Promise<TransactionStatus> {
    const receipt = await orUndefined(client.getTransactionReceipt({ hash: txHash }), TransactionReceiptNotFoundError);
    if (receipt === undefined) {
      const transaction = await orUndefined(client.getTransaction({ hash: txHash }), TransactionNotFoundError);
      return { state: transaction === undefined ? 'unknown' : 'pending' };
    }
    const place = { blockNumber: receipt.blockNumber, blockHash: receipt.blockHash };
    if (receipt.status === 'success') return { state: 'mined', ...place };
    return { state: 'reverted', ...place, revertData: await findRevertData(txHash, receipt.blockNumber) };
  }

  /**
   * A receipt has no reason, so the call is repeated: on the state before its block, and if it succeeds there, on the
   * state after it, because an earlier transaction of the same block may be the cause.
   */
  async function findRevertData(txHash: Hex, minedIn: bigint): Promise<Hex | null> {
    const { from, to, input, value, gas } = await client.getTransaction({ hash: txHash });
    for (const blockNumber of [minedIn - 1n, minedIn]) {
      const call = client.call({ account: from, to, data: input, value, gas, blockNumber });
      const revertData = await call.then(() => null, toRevertData);
      if (revertData !== null) return revertData;
    }
    return null;
  }

  /** Counted by block hash: a replaced block confirms nothing, whatever its number. */
  async function confirmations({ blockNumber, blockHash }: BlockPlace): Promise<Confirmations> {
    const head = await client.getBlockNumber();
    if (head < blockNumber) return { kind: 'reorganised' };
    const block = await client.getBlock({ blockNumber });
    if (block.hash !== blockHash) return { kind: 'reorganised' };
    return { kind: 'confirmed', confirmations: head - blockNumber + 1n };
  }

  async function suggestFees(): Promise<Fees> {
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas({ type: 'eip1559' });
    return { maxFeePerGas, maxPriorityFeePerGas };
  }

  return {
    broadcast: (rawTransaction: Hex) => askChain(() => broadcast(rawTransaction)),
    status: (txHash: Hex) => askChain(() => status(txHash)),
    confirmations: (place: BlockPlace) => askChain(() => confirmations(place)),
    suggestFees: () => askChain(suggestFees),
    /** The first nonce that no mined transaction of this address uses. */
    minedNonce: (address: Address) => askChain(() => client.getTransactionCount({ address, blockTag: 'latest' })),
    /** The first nonce that no transaction known to the node uses. */
    pendingNonce: (address: Address) => askChain(() => client.getTransactionCount({ address, blockTag: 'pending' })),
    etherBalance: (address: Address) => askChain(() => client.getBalance({ address })),
  };
}

async function orUndefined<T>(
  promise: Promise<T>,
  absence: typeof TransactionNotFoundError | typeof TransactionReceiptNotFoundError,
): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof absence) return undefined;
    throw error;
  }
}

function toRevertData(error: unknown): Hex | null {
  if (!(error instanceof BaseError) || isChainUnavailable(error)) throw error;
  const cause = error.walk(
    (inner) => typeof inner === 'object' && inner !== null && 'data' in inner && isRevertData(inner.data),
  );
  return cause !== null && 'data' in cause && isRevertData(cause.data) ? cause.data : null;
}

function isRevertData(data: unknown): data is Hex {
  return typeof data === 'string' && data.startsWith('0x') && data.length > 2;
}
