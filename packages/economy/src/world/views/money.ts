/** Views return marks as bigint. */
export const marks = (amount: number): bigint => BigInt(Math.max(0, Math.round(amount)));
export const signed = (amount: number): bigint => BigInt(Math.round(amount));
