/** Wires submissions: intake, price, payment, council; then the routes. */
import type { AuditPool } from '@assay/audit/node';
import {
  type CertificateId,
  routes as declared,
  type LiveStatus,
  type ModelReader,
  type ProductType,
} from '@assay/protocol';
import type { Actor, Developer } from '../../platform/auth/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import { createWorkerThread } from '../../platform/worker-thread.ts';
import { findOwnerWallet, type OwnersOf } from '../accounts/index.ts';
import type { CertificateStore, Certificates } from '../certificates/index.ts';
import type {
  Credit,
  DirectPayments,
  Intents,
  PaymentChain,
  Quotes,
  Refunds,
  X402Payments,
} from '../payments/index.ts';
import type { Deployments, Sources } from '../sources/index.ts';
import type { QueueStore } from '../support/index.ts';
import type { AcceptedTerms } from '../terms/index.ts';
import { bindCatalogRoutes } from './catalog.routes.ts';
import { createCertificateActs } from './certificate-acts.service.ts';
import { forgetAccount } from './closing.service.ts';
import { createDisputes } from './disputes.service.ts';
import { bindDraftRoutes } from './drafts.routes.ts';
import { createDrafts, type DraftTransaction } from './drafts.service.ts';
import { createDuplicates } from './duplicates.service.ts';
import { createIntake } from './intake.service.ts';
import { bindInterventionRoutes } from './interventions.routes.ts';
import { createInterventions, type InterventionTransaction } from './interventions.service.ts';
import { createInterventionStanding } from './interventions.standing.ts';
import { createLifecycle } from './lifecycle.service.ts';
import { createNewOwners } from './new-owners.ts';
import { createPaidSubmissions } from './paid-submissions.service.ts';
import { createPreviews } from './preview.service.ts';
import { createProbe } from './probe.ts';
import { createReAuditQuotes } from './re-audit-quotes.service.ts';
import { createReading } from './reading.ts';
import { createReads } from './reads.service.ts';
import { createReviewPurchases } from './review-purchases.service.ts';
import { createReviewTime } from './review-time.service.ts';
import { createSealing } from './sealing.service.ts';
import { createStorageQuota, type StorageLimits } from './storage-quota.ts';
import type { ReviewsOf } from './submissions.answer.ts';
import { bindSubmissionRoutes } from './submissions.routes.ts';
import { createSubmit } from './submit.service.ts';
import { createSuspendedContent } from './suspended-content.service.ts';
import { createUpkeep } from './upkeep.service.ts';
import { createValidation } from './validation.service.ts';

type Tx = InterventionTransaction & DraftTransaction & { readonly queue: Pick<QueueStore, 'countBefore'> };
type Payments = {
  readonly quotes: Quotes;
  readonly intents: Intents;
  readonly x402: X402Payments;
  readonly direct: DirectPayments;
  readonly credit: Credit;
  readonly refunds: Refunds;
  readonly getChain: () => PaymentChain;
};
type Needs = {
  readonly payments: Payments;
  readonly sources: Sources;
  readonly deployments: Pick<Deployments, 'read'>;
  readonly compareDeployed: AuditPool['compareDeployed'];
  readonly certificates: Pick<CertificateStore, 'findBySubmission'>;
  readonly terms: Pick<AcceptedTerms, 'requireAccepted'>;
  readonly isPublicService: boolean;
  readonly readingThreads: ReadingThreads;
  readonly storage: StorageLimits;
  /** The models that read submissions. */
  readonly models: readonly ModelReader[];
  readonly peopleOnly: readonly ProductType[];
};

/** A full bundle is read in well under a second and the thread starts in one; the rest is reserve for a busy machine. */
const READING_LIMITS = { waitingMax: 16, timeMs: 20_000, keptMs: 30_000 } as const;

/** Threads that read submitted texts. Each starts with its first text. */
export function createReadingThreads() {
  const threadFor = (name: 'submissions' | 'previews') =>
    createWorkerThread(new URL('./reading.worker.ts', import.meta.url), READING_LIMITS, name);
  const [submissions, previews] = [threadFor('submissions'), threadFor('previews')];
  const stop = async (): Promise<void> => {
    await Promise.all([submissions.stop(), previews.stop()]);
  };
  return { submissions, previews, stop };
}
export type ReadingThreads = ReturnType<typeof createReadingThreads>;

export function composeSubmissions(platform: PlatformServices<Tx>, needs: Needs) {
  const { payments, sources, deployments, compareDeployed, certificates, storage: limits, models, peopleOnly } = needs;
  const { stores, inTransaction, deriveKey, random, clock } = platform;
  const { submissions, bundles, keptBytes } = stores;
  const { quotes, credit, refunds } = payments;
  const lifecycle = createLifecycle({ submissions, bundles, refunds, random, clock });
  const paidSubmissions = createPaidSubmissions({ lifecycle, credit, refunds, walletIn: findOwnerWallet, clock });
  const interventions = createInterventions({ inTransaction, random, clock });
  const suspended = createSuspendedContent({ store: stores.suspendedContent });
  const readTexts = createReading(needs.readingThreads);
  const intake = createIntake({ sources, deployments, readTexts, compareDeployed, peopleOnly, models });
  const quota = createStorageQuota({ limits, addressKey: deriveKey('addresses of unpaid content'), clock });
  const sealing = createSealing({
    intake,
    readTexts,
    bundles,
    submissions,
    suspended,
    quotes,
    keptBytes,
    quota,
    limits,
    inTransaction,
    clock,
  });
  const upkeep = createUpkeep({ inTransaction, limits, clock });

  return {
    lifecycle,
    interventions,
    sealing,
    suspended,
    models,
    requireTerms: needs.terms.requireAccepted,
    newOwners: createNewOwners({ store: submissions, isLimited: needs.isPublicService }),
    payments,
    /** The git tree id of the folder that was submitted. Null when unknown. */
    gitTreeOf: async (submissionId: string) => (await submissions.find(submissionId))?.input.gitTree ?? null,
    duplicates: createDuplicates({ submissions, certificates }),
    drafts: createDrafts({ store: stores.drafts, quotes, quota, inTransaction, random, clock }),
    handles: {
      'account.closing': forgetAccount,
      'intent.paid': paidSubmissions.deliver,
      'round.over': lifecycle.endReview,
      'operator.decided-intervention': interventions.decide,
      'intervention.taken': interventions.publishUnchanged,
    },
    stop: needs.readingThreads.stop,
    repeating: [
      { name: 'submissions.delete-unsubmitted', everyMinutes: 10, run: upkeep.deleteUnsubmitted },
      { name: 'submissions.delete-old-drafts', everyMinutes: 60, run: upkeep.deleteOldDrafts },
    ],
  };
}
type ComposedSubmissions = ReturnType<typeof composeSubmissions>;

type Readers = {
  readonly audit: AuditPool['audit'];
  readonly reviewsOf: ReviewsOf;
  readonly isUnderReview: (submissionId: string) => Promise<boolean>;
  readonly certificates: Pick<Certificates, 'deprecate' | 'findStanding'>;
  readonly liveStatus: (id: CertificateId) => Promise<LiveStatus>;
  readonly ownersOf: OwnersOf;
  readonly walletsOf: (caller: Developer | Actor) => Promise<readonly string[]>;
  readonly policyVersion: string;
  readonly peopleOnly: readonly ProductType[];
  readonly requireReader: () => void;
  readonly findChain: () => PaymentChain | undefined;
};

/** Routes that also need the council and monitoring, which depend on submissions themselves. */
export function composeSubmissionRoutes(
  platform: PlatformServices<Tx>,
  composed: ComposedSubmissions,
  readers: Readers,
) {
  const { stores, inTransaction, urlOf, clock } = platform;
  const { submissions } = stores;
  const { lifecycle, interventions, sealing, suspended, duplicates, drafts, payments, requireTerms, newOwners } =
    composed;
  const {
    audit,
    reviewsOf,
    isUnderReview,
    certificates,
    liveStatus,
    ownersOf,
    walletsOf,
    policyVersion,
    requireReader,
  } = readers;
  const { intents, credit, x402, direct, getChain } = payments;
  const lookFree = (bundle: Parameters<typeof audit>[0], onStart?: () => void) =>
    audit(bundle, { isFree: true, ...(onStart !== undefined && { onStart }) });
  const interventionsOf = createInterventionStanding({ store: stores.interventions, queue: stores.queue });
  const reads = createReads({ store: submissions, intents, events: stores.events, reviewsOf, interventionsOf, clock });
  const acts = createCertificateActs({ certificates, isUnderReview, submissions, liveStatus });
  const purchases = createReviewPurchases({ sealing, duplicates, suspended, acts, newOwners, requireReader });
  const previews = createPreviews({ bundles: stores.bundles, audit: lookFree });
  const { submit } = createSubmit({
    submissions,
    duplicates,
    suspended,
    intents,
    credit,
    x402,
    direct,
    getChain,
    requireTerms,
    preview: previews.preview,
    inTransaction,
    urlsOf: (id) => ({
      statusUrl: urlOf(declared.readSubmission, id),
      eventsUrl: urlOf(declared.listSubmissionEvents, id),
      receiptUrl: urlOf(declared.readReceipt, id),
    }),
  });
  const submissionUrlOf = (id: string) => urlOf(declared.readSubmission, id);
  return {
    quoteReAudit: createReAuditQuotes({ purchases, ownersOf }),
    routes: [
      ...bindSubmissionRoutes({
        submit,
        purchases,
        validate: createValidation({ sealing, duplicates, audit: lookFree, remember: previews.remember, clock })
          .validate,
        drafts,
        reads,
        disputes: createDisputes({ reads, lifecycle, inTransaction, clock }),
        acts,
        probe: createProbe({ getChain, url: urlOf(declared.submitPaid, '') }),
        ownersOf,
        walletsOf,
        urlOf,
      }),
      ...bindInterventionRoutes({ interventions, reads, ownersOf, submissionUrlOf }),
      ...bindDraftRoutes({ drafts, draftUrlOf: (id) => urlOf(declared.readDraft, id) }),
      ...bindCatalogRoutes({
        policyVersion,
        readers: composed.models,
        peopleOnly: readers.peopleOnly,
        offer: () => readers.findChain()?.offer,
        reviewTime: createReviewTime({ store: submissions, clock }),
      }),
    ],
  };
}
