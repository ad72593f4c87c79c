import type { PaymentIntentState } from '@assay/protocol';

export const INTENT_LIFE_MS = 30 * 60_000;
/** Grace period for a transfer that arrives late. A later transfer is refunded. */
const LATE_MS = 24 * 60 * 60_000;
/** Intents of one caller that may be unpaid within `UNPAID_WINDOW_MS`. */
export const UNPAID_MAX = 200;
export const UNPAID_WINDOW_MS = 24 * 60 * 60_000;
/**
 * Retention of an unpaid intent after its expiry, so that a transfer that arrives late is found and refunded. A quote
 * without an intent or content is deleted with it.
 */
const UNPAID_KEPT_MS = 90 * 24 * 60 * 60_000;

/** Unpaid intents and quotes that expired before this are deleted. */
export const expiredBefore = (now: Date): Date => new Date(now.getTime() - UNPAID_KEPT_MS);

type Standing = { readonly state: Exclude<PaymentIntentState, 'EXPIRED'>; readonly expiresAt: Date };

/** Expiry is computed from the time, without a job. It does not interrupt a payment in progress. */
export const stateAt = ({ state, expiresAt }: Standing, now: Date): PaymentIntentState =>
  state === 'REQUIRES_PAYMENT' && expiresAt <= now ? 'EXPIRED' : state;

/** Decides whether a valid transfer pays or, if it arrived too late, is refunded. */
export const decideArrival = (transferredAt: Date, expiresAt: Date): 'PAID' | 'REFUND_DUE' =>
  transferredAt.getTime() <= expiresAt.getTime() + LATE_MS ? 'PAID' : 'REFUND_DUE';

const USDC_DECIMALS = 6;

/** 900000 → "0.90 USDC": at least two decimals, and no more than needed. */
export function toUsdcText(amount: bigint): string {
  const digits = amount.toString().padStart(USDC_DECIMALS + 1, '0');
  const decimals = digits.slice(-USDC_DECIMALS).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -USDC_DECIMALS)}.${decimals} USDC`;
}
