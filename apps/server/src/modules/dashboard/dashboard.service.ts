import { type AccountExport, type Dashboard, Event, type HistoryQuery, type PaymentIntent } from '@assay/protocol';
import { z } from 'zod';
import { type PublishedRow, toEvent } from '../../platform/events/index.ts';
import { readCursor, toPage } from '../../platform/http/index.ts';
import type { CallerWallets, OwnersOf } from '../accounts/index.ts';
import type { DashboardStore } from './dashboard.store.ts';
import { toHistoryItem } from './history.ts';
import { ACTIONS_MAX, toNextActions } from './next-actions.policy.ts';
import type { SourceNewsStore } from './source-news.store.ts';

type DashboardAnswer = z.input<typeof Dashboard>;
export type ExportAnswer = z.input<typeof AccountExport>;

/** Queries of other modules. */
type Deps = {
  readonly store: DashboardStore;
  readonly callerWallets: Pick<CallerWallets, 'ofAccount'>;
  readonly ownersOf: OwnersOf;
  readonly news: Pick<SourceNewsStore, 'list'>;
  readonly countDrafts: (accountId: string) => Promise<number>;
  readonly countTickets: (accountId: string) => Promise<{ OPEN?: number; ANSWERED?: number }>;
  readonly certificatesOf: (
    wallets: readonly string[],
    flagsMax: number,
  ) => Promise<{ counts: DashboardAnswer['certificates']; openFlags: DashboardAnswer['openFlags'] }>;
  readonly readPayment: (id: string, principal: string) => Promise<z.input<typeof PaymentIntent>>;
  /** All data that is stored about a person, part by part. */
  readonly exportParts: (accountId: string) => Promise<Omit<ExportAnswer, 'exportedAt' | 'history'>>;
  readonly clock: { now(): Date };
};

const SUMMARY_LIMITS = { flagsMax: 10, paymentsMax: 10, eventsMax: 20, exportedEventsMax: 10_000 } as const;
const Seq = z.int().positive();
const NONE: DashboardAnswer['submissions']['byState'] = {
  SUBMITTED: 0,
  SANDBOXING: 0,
  IN_REVIEW: 0,
  ESCALATED: 0,
  CERTIFIED: 0,
  REJECTED: 0,
  FAILED: 0,
};

type Counts = DashboardAnswer['certificates'];
const addCounts = (one: Counts, other: Counts): Counts => ({
  approved: one.approved + other.approved,
  deprecated: one.deprecated + other.deprecated,
  suspended: one.suspended + other.suspended,
  flagged: one.flagged + other.flagged,
});

export function createDashboard(deps: Deps) {
  const { store, clock } = deps;

  async function summary(accountId: string): Promise<DashboardAnswer> {
    const principal = `account:${accountId}`;
    const [wallets, owners] = await Promise.all([
      deps.callerWallets.ofAccount(accountId),
      deps.ownersOf({ kind: 'dev', accountId }),
    ]);
    const [drafts, byState, certificates, walletless, tickets, due, spent, ...lists] = await Promise.all([
      deps.countDrafts(accountId),
      store.countSubmissions(owners),
      deps.certificatesOf(wallets, SUMMARY_LIMITS.flagsMax),
      store.countWithoutWallet(owners),
      deps.countTickets(accountId),
      store.listDuePayments(principal, clock.now(), SUMMARY_LIMITS.paymentsMax),
      store.sumSpent(principal),
      listEvents(principal, SUMMARY_LIMITS.eventsMax),
      deps.news.list(wallets, ACTIONS_MAX),
      store.listQuotedDrafts(accountId, ACTIONS_MAX),
    ]);
    const [recent, newerCommits, quotedDrafts] = lists;
    return {
      drafts,
      submissions: { byState: { ...NONE, ...byState } },
      certificates: addCounts(certificates.counts, walletless),
      openFlags: certificates.openFlags,
      paymentsDue: await Promise.all(due.map((id) => deps.readPayment(id, principal))),
      tickets: { open: tickets.OPEN ?? 0, answered: tickets.ANSWERED ?? 0 },
      spent: { amount: spent.toString(), currency: 'USDC', decimals: 6 },
      recent: recent.map((row) => Event.parse(toEvent(row))),
      nextActions: toNextActions({ openFlags: certificates.openFlags, newerCommits, quotedDrafts }),
    };
  }

  const listEvents = (owner: string, limit: number): Promise<PublishedRow[]> =>
    store.listEvents({ owner, kind: undefined, before: undefined, limit });

  async function history(accountId: string, { kind, limit, cursor }: HistoryQuery) {
    const now = clock.now();
    const before = cursor === undefined ? undefined : readCursor(Seq, cursor, now);
    const rows = await store.listEvents({ owner: `account:${accountId}`, kind, before, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, (last) => last.seq);
    return { items: page.map(toHistoryItem), nextCursor };
  }

  async function exportAll(accountId: string): Promise<ExportAnswer> {
    const parts = await deps.exportParts(accountId);
    const events = await listEvents(`account:${accountId}`, SUMMARY_LIMITS.exportedEventsMax);
    return { exportedAt: clock.now().toISOString(), ...parts, history: events.map(toHistoryItem) };
  }

  return { summary, history, exportAll };
}
export type DashboardService = ReturnType<typeof createDashboard>;
