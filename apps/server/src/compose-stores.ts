/** What may change together: every store over one handle, and what a domain does inside a transaction of another. */
import type { FlagSeverity, RandomBytes } from '@assay/protocol';
import { type composeChain, registryStores } from './compose-chain.ts';
import type { ComposedBench } from './compose-validators.ts';
import { accountStores } from './modules/accounts/index.ts';
import { certificateStore, type FlagRow, flagStore, type SealedRow } from './modules/certificates/index.ts';
import { councilStores, type Openings, penalizeVotersIn, REVIEW_QUEUE } from './modules/council/index.ts';
import { sourceNewsStore } from './modules/dashboard/index.ts';
import { createLedger, ledgerStore } from './modules/ledger/index.ts';
import { monitoringStore } from './modules/monitoring/index.ts';
import { type Bounties, type IntentRow, type Payout, paymentStores } from './modules/payments/index.ts';
import { type Delivery, submissionStores } from './modules/submissions/index.ts';
import { auditLogStore, createDesk, queueStore, ticketStore } from './modules/support/index.ts';
import { CANARY_QUEUE, validatorStores } from './modules/validators/index.ts';
import { webhookStores } from './modules/webhooks/index.ts';
import { credentialStore } from './platform/auth/index.ts';
import type { Database } from './platform/db/index.ts';
import { eventStore, type Notices } from './platform/events/index.ts';
import type { Jobs } from './platform/jobs/index.ts';
import { mailStore } from './platform/mail/index.ts';

/** Composed after the stores they work on, so they are asked for when a transaction needs them. */
export type Domains = {
  readonly chain: Pick<ReturnType<typeof composeChain>, 'anchors' | 'sendIn'>;
  readonly bounties: Pick<Bounties, 'addIn' | 'decideIn'>;
  readonly openings: Pick<Openings, 'reAuditIn'>;
  readonly delivery: Delivery;
};
type Needs = {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly bench: ComposedBench['bench'];
  readonly domains: () => Domains;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
export type Stores = ReturnType<ReturnType<typeof composeStores>>;

/** Gives the stores over a pool or a transaction; `notices` collects what is announced in it. */
export function composeStores({ jobs, bench, domains, random, clock }: Needs) {
  return (handle: Database, notices?: Notices) => {
    const queue = queueStore(handle);
    const auditLog = auditLogStore(handle);
    const desk = createDesk({ queue, auditLog }, random);
    const ledger = createLedger({ store: ledgerStore(handle), clock });
    const events = eventStore(handle, notices);
    const { rounds, panels } = councilStores(handle);
    const canaries = { queue: (keys: readonly string[]) => jobs.send(handle, CANARY_QUEUE, keys) };
    const validators = validatorStores(handle);
    const sitting = bench.in({ ...validators, canaries, ledger, events });
    const registry = registryStores(handle);
    const payment = paymentStores(handle);
    const all = {
      certificates: certificateStore(handle),
      flags: flagStore(handle),
      monitorings: monitoringStore(handle),
      sourceNews: sourceNewsStore(handle),
      events,
      ...accountStores(handle),
      ...submissionStores(handle),
      rounds,
      panels,
      ...validators,
      canaries,
      bench: sitting,
      reviews: {
        queue: (submissionId: string) => jobs.send(handle, REVIEW_QUEUE, [submissionId]),
        queueAll: (submissionIds: readonly string[]) => jobs.send(handle, REVIEW_QUEUE, submissionIds),
        again: (submissionId: string, reason: string): Promise<boolean> =>
          domains().openings.reAuditIn(all, submissionId, reason),
      },
      tickets: ticketStore(handle),
      ...webhookStores(handle),
      credentials: credentialStore(handle),
      mails: mailStore(handle),
      queue,
      auditLog,
      desk,
      ...registry,
      anchoring: {
        add: (sealed: SealedRow): Promise<void> => domains().chain.anchors.addIn({ ...registry, events }, sealed),
      },
      ledger,
      ...payment,
      payouts: { send: (payout: Payout): Promise<void> => domains().chain.sendIn({ ...registry, events }, payout) },
      rewards: {
        add: (flag: FlagRow, severity: FlagSeverity): Promise<void> =>
          domains().bounties.addIn({ ...payment, desk }, flag, severity),
        decide: (flagId: string, isApproved: boolean): Promise<boolean> =>
          domains().bounties.decideIn({ ...payment, desk }, flagId, isApproved),
      },
      vouchers: {
        answerFor: (flag: FlagRow, severity: FlagSeverity): Promise<void> =>
          penalizeVotersIn({ rounds, bench: sitting }, flag, severity),
      },
      purchases: { deliver: (intent: IntentRow): Promise<void> => domains().delivery.deliverIn(all, intent) },
    };
    return all;
  };
}
