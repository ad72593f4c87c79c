import { AssayError, type Meter } from '@assay/client';

/** The total budget of a terminating command for one service: time with an open request, and bytes of answers. */
export type ServiceBudget = { readonly waitMs: number; readonly bytes: number };

/** Refuses every request once the budget is exhausted. Concurrent requests count their time once. */
export function createMeter(budget: ServiceBudget): Meter {
  let open = 0;
  let since = 0;
  let waitedMs = 0;
  let received = 0;
  return {
    begin() {
      const now = performance.now();
      if (waitedMs + (open > 0 ? now - since : 0) >= budget.waitMs)
        throw new AssayError('timeout', `The service took more than ${budget.waitMs / 1_000} s in total.`);
      if (received >= budget.bytes)
        throw new AssayError('bad_answer', `The service sent more than ${budget.bytes} bytes in total.`);
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
