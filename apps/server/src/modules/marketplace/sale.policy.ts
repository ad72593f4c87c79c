/** Of a sale, for the commons fund. */
const FEE_BP = 500n;
const BP = 10_000n;
/** Payments between two that lie further back do not tie them. */
export const TIES_DAYS = 90;

/** Rounded down: the seller has the remainder. */
export const feeOf = (price: bigint): bigint => (price * FEE_BP) / BP;

/** Sales below this price do not rank: reputation must cost something. */
const COUNTING_PRICE = 1_000_000n;

const DAY_MS = 86_400_000;
/** A licence can be returned for any reason so long. */
const RETURN_DAYS = 3;
/** The price is held so long before the seller gets it: until then a certificate may be suspended. */
const HOLD_DAYS = 14;
/** An open flag delays the payout until then at most; a price of a certificate that is still suspended goes back to the buyer. */
const HOLD_DAYS_MAX = 60;

const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);
export const returnableUntil = (purchasedAt: Date): Date => daysAfter(purchasedAt, RETURN_DAYS);
/** When the price of a purchase is due for payout. */
export const payableFrom = (purchasedAt: Date): Date => daysAfter(purchasedAt, HOLD_DAYS);
/** Purchases of before are due for payout. */
export const payoutDue = (now: Date): Date => daysAfter(now, -HOLD_DAYS);
/** Purchases of before are settled whatever waits. */
export const settlementDue = (now: Date): Date => daysAfter(now, -HOLD_DAYS_MAX);

type Offered = { readonly price: bigint; readonly isTied: boolean; readonly upgradedFrom: string | null };
/** Whether a sale may rank; where the money came from decides. An upgrade is no further sale of the product. */
export const mayCount = ({ price, isTied, upgradedFrom }: Offered): boolean =>
  price >= COUNTING_PRICE && !isTied && upgradedFrom === null;

export type Funding = {
  /** The money came from the seller or from a party that exchanged marks with the seller. */
  readonly isFundedBySeller: boolean;
  /** A sale of the product that counts was paid from one of the same sources. */
  readonly isClustered: boolean;
  /** In minor units: what the buyer earned, less what it paid for sales that count. */
  readonly ownMarks: string;
  readonly sources: readonly string[];
};

/** Whether the buyer paid with earned marks, and no other buyer of the product paid from the same source. */
export const isOwnMoney = (price: bigint, { isFundedBySeller, isClustered, ownMarks }: Funding): boolean =>
  !isFundedBySeller && !isClustered && BigInt(ownMarks) >= price;

/** What a version costs a buyer who has paid for others of the same product. */
export const priceAfter = (price: bigint, paid: bigint): bigint => (price > paid ? price - paid : 0n);

type Sold = {
  readonly price: bigint;
  readonly purchasedAt: Date;
  readonly paidOutAt: Date | null;
  readonly refundedAt: Date | null;
  /** The certificate is suspended: found to do harm, not merely replaced by another version or accused. */
  readonly isSuspended: boolean;
  /** The buyer has returned another licence of the same product. */
  readonly hasReturned: boolean;
};

/** Why a purchase cannot be refunded; null if it can. */
export function refuseRefund(sold: Sold, now: Date): string | null {
  if (sold.refundedAt !== null) return 'it was refunded already';
  if (sold.price === 0n) return 'nothing was paid';
  if (sold.paidOutAt !== null) return 'the price was paid out to the seller';
  if (sold.isSuspended) return null;
  if (sold.hasReturned) return 'you have returned this product before';
  return now > returnableUntil(sold.purchasedAt) ? 'the time to return it is over' : null;
}
