export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

// Nodes ask for 10 % more on both fees before they replace a transaction; an eighth clears that with rounding.
const BUMP_DIVISOR = 8n;

/** Fees for the same nonce once more: enough to replace, and not less than what the network asks for now. */
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
