import {
  type AccountExport,
  type Dashboard,
  Event,
  type HistoryQuery,
  type PaymentIntent,
  SubmissionState,
} from '@assay/protocol';
import { z } from 'zod';
import { type PublishedRow, toEvent } from '../../platform/events/index.ts';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import type { DashboardStore } from './dashboard.store.ts';
import { toHistoryItem } from './history.ts';

export type DashboardAnswer = z.input<typeof Dashboard>;
export type ExportAnswer = z.input<typeof AccountExport>;

/** What is asked of other modules. */
type Deps = {
  readonly store: DashboardStore;
  readonly walletsOf: (accountId: string) => Promise<readonly string[]>;
  readonly countDrafts: (accountId: string) => Promise<number>;
  readonly countTickets: (accountId: string) => Promise<{ OPEN?: number; ANSWERED?: number }>;
  readonly certificatesOf: (
    wallets: readonly string[],
    flagsMax: number,
  ) => Promise<{ counts: DashboardAnswer['certificates']; openFlags: DashboardAnswer['openFlags'] }>;
  readonly readPayment: (id: string, principal: string) => Promise<z.input<typeof PaymentIntent>>;
  /** Everything that is kept about a person, part by part. */
  readonly exportParts: (accountId: string) => Promise<Omit<ExportAnswer, 'exportedAt' | 'history'>>;
  readonly clock: { now(): Date };
};

const SUMMARY_LIMITS = { flagsMax: 10, paymentsMax: 10, eventsMax: 20, exportedEventsMax: 10_000 } as const;
const Seq = z.int().positive();

export function createDashboard(deps: Deps) {
  const { store, clock } = deps;

  async function summary(accountId: string): Promise<DashboardAnswer> {
    const principal = `account:${accountId}`;
    const wallets = await deps.walletsOf(accountId);
    const [drafts, certificates, tickets, due, spent, recent] = await Promise.all([
      deps.countDrafts(accountId),
      deps.certificatesOf(wallets, SUMMARY_LIMITS.flagsMax),
      deps.countTickets(accountId),
      store.listDuePayments(principal, clock.now(), SUMMARY_LIMITS.paymentsMax),
      store.sumSpent(principal),
      listEvents(principal, SUMMARY_LIMITS.eventsMax),
    ]);
    return {
      drafts,
      // Nothing can be submitted here yet.
      submissions: { byState: Object.fromEntries(SubmissionState.options.map((state) => [state, 0])) as ByState },
      certificates: certificates.counts,
      openFlags: certificates.openFlags,
      paymentsDue: await Promise.all(due.map((id) => deps.readPayment(id, principal))),
      tickets: { open: tickets.OPEN ?? 0, answered: tickets.ANSWERED ?? 0 },
      spent: { amount: spent.toString(), currency: 'USDC', decimals: 6 },
      recent: recent.map((row) => Event.parse(toEvent(row))),
    };
  }

  const listEvents = (owner: string, limit: number): Promise<PublishedRow[]> =>
    store.listEvents({ owner, kind: undefined, before: undefined, limit });

  async function history(accountId: string, { kind, limit, cursor }: HistoryQuery) {
    const now = clock.now();
    const before = cursor === undefined ? undefined : readCursor(Seq, cursor, now);
    const rows = await store.listEvents({ owner: `account:${accountId}`, kind, before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { items: page.map(toHistoryItem), nextCursor: last === undefined ? null : toCursor(last.seq, now) };
  }

  async function exportAll(accountId: string): Promise<ExportAnswer> {
    const parts = await deps.exportParts(accountId);
    const events = await listEvents(`account:${accountId}`, SUMMARY_LIMITS.exportedEventsMax);
    return { exportedAt: clock.now().toISOString(), ...parts, history: events.map(toHistoryItem) };
  }

  return { summary, history, exportAll };
}
export type DashboardService = ReturnType<typeof createDashboard>;
type ByState = DashboardAnswer['submissions']['byState'];
