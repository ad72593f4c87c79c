import {
  type OperatorPayment,
  type OperatorPaymentQuery,
  type PaymentClaimState,
  PaymentIntentId,
} from '@assay/protocol';
import { z } from 'zod';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import { stateAt } from './intents.policy.ts';
import type { IntentRow } from './intents.store.ts';
import type { PaymentOverviewStore } from './overview.store.ts';

type Deps = { readonly store: PaymentOverviewStore; readonly clock: { now(): Date } };

const Position = z.tuple([CURSOR_KEYS.moment, PaymentIntentId]);

/** All payments and their state, for operators who answer support questions. */
export function createPaymentOverview({ store, clock }: Deps) {
  async function list({ state, limit, cursor }: OperatorPaymentQuery) {
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from === undefined ? undefined : { createdAt: new Date(from[0]), id: from[1] };
    const rows = await store.list({ state, after, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, ({ intent: last }) => [
      last.createdAt.toISOString(),
      last.id,
    ]);
    return {
      items: page.map(({ intent, claim }) => toPayment(intent, claim, now)),
      nextCursor,
    };
  }
  return { list, counts: store.counts };
}
export type PaymentOverview = ReturnType<typeof createPaymentOverview>;

type PaymentAnswer = z.input<typeof OperatorPayment>;

const toPayment = (row: IntentRow, claim: PaymentClaimState | null, now: Date): PaymentAnswer => ({
  id: row.id,
  principal: row.principal,
  purpose: row.purpose,
  state: stateAt(row, now),
  method: row.method,
  price: { amount: row.amount.toString(), currency: 'USDC', decimals: 6 },
  payer: row.payer,
  txHash: row.txHash as PaymentAnswer['txHash'],
  claim,
  lastError: row.lastError,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
});
