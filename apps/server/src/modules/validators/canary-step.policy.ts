import type { AssignmentState } from '@assay/protocol';

/** The fields of a remote seat that decide the next step. */
export type StepSeat = {
  readonly id: string;
  readonly state: AssignmentState;
  readonly commitBy: Date;
  /** Null until the reveal opens, for all seats at once. */
  readonly revealFrom: Date | null;
  readonly revealBy: Date | null;
};
/** `silentIds`: the seats that missed the window that ends with this step. */
type CanaryStep =
  | { readonly kind: 'wait' }
  | { readonly kind: 'open-reveal'; readonly silentIds: readonly string[] }
  | { readonly kind: 'judge'; readonly silentIds: readonly string[] };

/** Decides the next step of a canary from its remote seats and the time. Without remote seats it is judged at once. */
export function nextCanaryStep(seats: readonly StepSeat[], now: Date): CanaryStep {
  const isRevealing = seats.every(({ revealFrom }) => revealFrom !== null);
  const silent = seats.filter(({ state }) => state === (isRevealing ? 'COMMITTED' : 'ASSIGNED'));
  const isOpen = silent.some(({ commitBy, revealBy }) => {
    const until = isRevealing ? revealBy : commitBy;
    return until !== null && until > now;
  });
  if (isOpen) return { kind: 'wait' };
  return { kind: isRevealing ? 'judge' : 'open-reveal', silentIds: silent.map(({ id }) => id) };
}
