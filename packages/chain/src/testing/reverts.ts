import { BaseError, ContractFunctionRevertedError } from 'viem';

/** The name of the contract's error, or the text of a `require`, that a simulated call fails with. */
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
