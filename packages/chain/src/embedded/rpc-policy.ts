// The JSON-RPC methods that clients of the embedded chain may call. The only method that changes state is
// eth_sendRawTransaction. The node's control methods (evm_*, hardhat_*, eth_sendTransaction, …) are not listed and so
// are not available.
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

/** On a public chain the latest block is seconds old, here it may be hours old. Calls on "latest" must still see the current time. */
function inNextBlock([transaction, block, ...rest]: unknown[]): unknown[] {
  return [transaction, block === undefined || block === 'latest' ? 'pending' : block, ...rest];
}
