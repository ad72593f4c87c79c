/** Of a sale, for the commons fund. */
const FEE_BP = 500n;
const BP = 10_000n;
/** Payments between two that lie further back do not tie them. */
export const TIES_DAYS = 90;

/** Rounded down: the seller has the remainder. */
export const feeOf = (price: bigint): bigint => (price * FEE_BP) / BP;

const DAY_MS = 86_400_000;
/** A licence can be returned for any reason so long. */
const RETURN_DAYS = 3;
/** The price is held so long before the seller gets it: until then a certificate may turn out to be wrong. */
const HOLD_DAYS = 14;

const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);
export const returnableUntil = (purchasedAt: Date): Date => daysAfter(purchasedAt, RETURN_DAYS);
/** Purchases of before are due for payout. */
export const payoutDue = (now: Date): Date => daysAfter(now, -HOLD_DAYS);

type Sold = {
  readonly price: bigint;
  readonly purchasedAt: Date;
  readonly paidOutAt: Date | null;
  readonly refundedAt: Date | null;
  /** Of the certificate, now. */
  readonly isValid: boolean;
  /** The buyer has returned another licence of the same product. */
  readonly hasReturned: boolean;
};

/** Why a purchase cannot be refunded; null if it can. */
export function refuseRefund(sold: Sold, now: Date): string | null {
  if (sold.refundedAt !== null) return 'it was refunded already';
  if (sold.price === 0n) return 'nothing was paid';
  if (sold.paidOutAt !== null) return 'the price was paid out to the seller';
  if (!sold.isValid) return null;
  if (sold.hasReturned) return 'you have returned this product before';
  return now > returnableUntil(sold.purchasedAt) ? 'the time to return it is over' : null;
}
