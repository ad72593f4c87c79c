/** Of a sale, for the commons fund. */
const FEE_BP = 500n;
const BP = 10_000n;
/** Payments between two that lie further back do not tie them. */
export const TIES_DAYS = 90;

/** Rounded down: the seller has the remainder. */
export const feeOf = (price: bigint): bigint => (price * FEE_BP) / BP;
