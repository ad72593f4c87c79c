import type { HistoryItem, Money } from '@assay/protocol';
import type { z } from 'zod';
import type { PublishedRow } from '../../platform/events/index.ts';

type HistoryAnswer = z.input<typeof HistoryItem>;

const TITLES: Readonly<Record<string, string>> = {
  'account.registered': 'Account opened',
  'account.logged_in': 'Logged in',
  'ticket.replied': 'Message in a support ticket',
  'payment.state_changed': 'Payment changed',
  'submission.state_changed': 'Submission changed',
  'listing.state_changed': 'Listing changed',
  'listing.sold': 'Listing sold',
  'listing.paid_out': 'Sale paid out',
  'listing.refunded': 'Sale refunded',
};

/** Describes one event. A kind without a title is shown by its name. */
export const toHistoryItem = (row: PublishedRow): HistoryAnswer => ({
  id: row.id,
  kind: row.kind,
  at: row.occurredAt.toISOString(),
  title: titleOf(row),
  ref: { type: row.subjectType, id: row.subjectId },
  amount: amountOf(row),
});

function titleOf({ kind, data }: PublishedRow): string {
  const title = TITLES[kind] ?? kind;
  return typeof data.to === 'string' ? `${title}: ${data.to}` : title;
}

function amountOf({ data: { amount } }: PublishedRow): z.input<typeof Money> | null {
  return typeof amount === 'string' && /^\d+$/.test(amount) ? { amount, currency: 'USDC', decimals: 6 } : null;
}
