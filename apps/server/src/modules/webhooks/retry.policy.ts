const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the first, second, … failed attempt. The last failed attempt is final. */
export const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** A webhook is disabled when all attempts have failed for this long. */
export const GIVE_UP_AFTER_MS = 120 * HOUR_MS;

export type Attempt =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly error: string };
type AttemptDecision =
  | { readonly kind: 'delivered' }
  /** The receiver answered that it is permanently gone. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'give_up' };

export function decideAttempt(attempt: Attempt, tries: number): AttemptDecision {
  if (attempt.kind === 'answered') {
    if (attempt.status >= 200 && attempt.status < 300) return { kind: 'delivered' };
    if (attempt.status === 410) return { kind: 'gone' };
  }
  const afterMs = RETRY_AFTER_MS[tries - 1];
  return afterMs === undefined ? { kind: 'give_up' } : { kind: 'retry', afterMs };
}
