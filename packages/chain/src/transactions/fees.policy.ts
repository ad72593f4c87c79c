export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

// Nodes require 10 % more on both fees to replace a transaction. An eighth exceeds that even with rounding.
const BUMP_DIVISOR = 8n;

/** Fees for resending a nonce: enough to replace, and at least the network's current fees. */
export function bumpFees(previous: Fees, current: Fees): Fees {
  return {
    maxFeePerGas: max(raise(previous.maxFeePerGas), current.maxFeePerGas),
    maxPriorityFeePerGas: max(raise(previous.maxPriorityFeePerGas), current.maxPriorityFeePerGas),
  };
}

function raise(fee: bigint): bigint {
  return fee + fee / BUMP_DIVISOR + 1n;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
