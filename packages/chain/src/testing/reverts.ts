import { BaseError, ContractFunctionRevertedError } from 'viem';

/** The contract error name or `require` text of a failing simulated call. */
export async function revertOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    const revert =
      error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null;
    if (revert instanceof ContractFunctionRevertedError) return revert.reason ?? revert.data?.errorName ?? 'unnamed';
    throw error;
  }
  return 'none';
}
