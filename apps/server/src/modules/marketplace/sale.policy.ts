/** The fee of a sale, for the commons fund. */
const FEE_BP = 500n;
const BP = 10_000n;
/** Older payments between two actors do not tie them. */
export const TIES_DAYS = 90;

/** Rounded down, in favour of the seller. */
export const feeOf = (price: bigint): bigint => (price * FEE_BP) / BP;

/** Sales below this price do not rank: reputation must cost something. */
const COUNTING_PRICE = 1_000_000n;

const DAY_MS = 86_400_000;
/** A licence can be returned within this time for any reason. */
const RETURN_DAYS = 3;
/** The price is held for this time before the payout, because the certificate may be suspended until then. */
const HOLD_DAYS = 14;
/** An open flag delays the payout for this time at most. If the certificate is still suspended then, the buyer gets the price back. */
const HOLD_DAYS_MAX = 60;

const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);
export const returnableUntil = (purchasedAt: Date): Date => daysAfter(purchasedAt, RETURN_DAYS);
/** When the price of a purchase is due for payout. */
export const payableFrom = (purchasedAt: Date): Date => daysAfter(purchasedAt, HOLD_DAYS);
/** Purchases before this time are due for payout. */
export const payoutDue = (now: Date): Date => daysAfter(now, -HOLD_DAYS);
/** Purchases before this time are settled even with an open flag. */
export const settlementDue = (now: Date): Date => daysAfter(now, -HOLD_DAYS_MAX);

type Offered = { readonly price: bigint; readonly isTied: boolean; readonly upgradedFrom: string | null };
/** Whether a sale may rank, before the source of its money is checked. An upgrade is not a new sale of the product. */
export const mayCount = ({ price, isTied, upgradedFrom }: Offered): boolean =>
  price >= COUNTING_PRICE && !isTied && upgradedFrom === null;

export type Funding = {
  /** The money came from the seller or from a party that exchanged marks with the seller. */
  readonly isFundedBySeller: boolean;
  /** A counted sale of the product was paid from one of the same sources. */
  readonly isClustered: boolean;
  /** In minor units: the buyer's earnings, minus what it paid for counted sales. */
  readonly ownMarks: string;
  readonly sources: readonly string[];
};

/** Whether the buyer paid with earned marks, and no other buyer of the product paid from the same source. */
export const isOwnMoney = (price: bigint, { isFundedBySeller, isClustered, ownMarks }: Funding): boolean =>
  !isFundedBySeller && !isClustered && BigInt(ownMarks) >= price;

/** The price of a version for a buyer that has paid for other versions of the same product. */
export const priceAfter = (price: bigint, paid: bigint): bigint => (price > paid ? price - paid : 0n);

type Sold = {
  readonly price: bigint;
  readonly purchasedAt: Date;
  readonly paidOutAt: Date | null;
  readonly refundedAt: Date | null;
  /** The certificate is suspended because of harm. A newer version or an open flag is not enough. */
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
