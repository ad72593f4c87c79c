import { AssayError, type Meter } from '@assay/client';

/** What a command that ends may spend on one service altogether: time with a question open, and bytes of answers. */
export type ServiceBudget = { readonly waitMs: number; readonly bytes: number };

/** Refuses every question once the budget is spent. Questions that are open at the same time count once. */
export function createMeter(budget: ServiceBudget): Meter {
  let open = 0;
  let since = 0;
  let waitedMs = 0;
  let received = 0;
  return {
    begin() {
      const now = performance.now();
      if (waitedMs + (open > 0 ? now - since : 0) >= budget.waitMs)
        throw new AssayError('timeout', `The service took more than ${budget.waitMs / 1_000} s altogether.`);
      if (received >= budget.bytes)
        throw new AssayError('bad_answer', `The service sent more than ${budget.bytes} bytes altogether.`);
      if (open === 0) since = now;
      open += 1;
    },
    end(bytes) {
      open -= 1;
      if (open === 0) waitedMs += performance.now() - since;
      received += bytes;
    },
  };
}
