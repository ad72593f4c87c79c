// What a client may ask the embedded chain. Everything that alters state has one door, eth_sendRawTransaction;
// the node's own controls (evm_*, hardhat_*, eth_sendTransaction, …) are not in the list and so do not exist outside.
import type { RpcCall } from './edr-process.ts';

const READ_METHODS: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_syncing',
  'net_listening',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
]);
const EXECUTING_METHODS: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas']);

type RpcDecision = { kind: 'read'; call: RpcCall } | { kind: 'send' } | { kind: 'refuse' };

export function decideRpcCall({ method, params }: RpcCall): RpcDecision {
  if (method === 'eth_sendRawTransaction') return { kind: 'send' };
  if (!READ_METHODS.has(method)) return { kind: 'refuse' };
  return { kind: 'read', call: { method, params: EXECUTING_METHODS.has(method) ? inNextBlock(params) : params } };
}

/** A public chain's latest block is seconds old, ours may be hours old: "latest" must still see the present time. */
function inNextBlock([transaction, block, ...rest]: unknown[]): unknown[] {
  return [transaction, block === undefined || block === 'latest' ? 'pending' : block, ...rest];
}
