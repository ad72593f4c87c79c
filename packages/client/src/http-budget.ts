import { AssayError } from './reasons.ts';

/** What a program that ends may spend on one service altogether: time with a question open, and bytes of answers. */
export type HttpBudget = { readonly waitMs: number; readonly bytes: number };

/** Counts what is spent. Questions that are open at the same time count once. */
export function createMeter(budget: HttpBudget | undefined, now: () => number) {
  let open = 0;
  let since = 0;
  let waitedMs = 0;
  let received = 0;
  return {
    /** Throws when nothing is left. */
    begin(): void {
      const spentMs = waitedMs + (open > 0 ? now() - since : 0);
      if (budget !== undefined && spentMs >= budget.waitMs)
        throw new AssayError('timeout', `The service took more than ${budget.waitMs / 1_000} s altogether.`);
      if (budget !== undefined && received >= budget.bytes)
        throw new AssayError('bad_answer', `The service sent more than ${budget.bytes} bytes altogether.`);
      if (open === 0) since = now();
      open += 1;
    },
    end(bytes: number): void {
      open -= 1;
      if (open === 0) waitedMs += now() - since;
      received += bytes;
    },
  };
}
