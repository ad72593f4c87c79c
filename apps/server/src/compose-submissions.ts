/** Wires submissions: from what somebody sends or points at, through its price and payment, to the door of the council. */
import { type CertificateId, routes as declared, type LiveStatus } from '@assay/protocol';
import type { Audit } from './compose-audit.ts';
import type { composePayments } from './compose-payments.ts';
import type { OwnersOf } from './modules/accounts/index.ts';
import type { Certificates } from './modules/certificates/index.ts';
import type { Sources } from './modules/sources/index.ts';
import {
  bindSubmissionRoutes,
  createCertificateActs,
  createDelivery,
  createDisputes,
  createDuplicates,
  createIntake,
  createOrders,
  createProbe,
  createReads,
  createSealing,
  createSubmit,
  createUpkeep,
  createValidation,
  type Drafts,
  type InterventionsOf,
  type Lifecycle,
  type ReviewsOf,
  type SubmissionTransaction,
} from './modules/submissions/index.ts';
import type { Escrow } from './modules/validators/index.ts';
import { type Actor, type Developer, principalOf } from './platform/auth/index.ts';

type Needs = {
  readonly direct: SubmissionTransaction;
  readonly inTransaction: <T>(work: (tx: SubmissionTransaction) => Promise<T>) => Promise<T>;
  readonly payments: ReturnType<typeof composePayments>;
  readonly lifecycle: Lifecycle;
  readonly drafts: Drafts;
  readonly sources: Sources;
  readonly audit: Audit['audit'];
  readonly escrowIn: Escrow['escrowIn'];
  readonly reviewsOf: ReviewsOf;
  readonly interventionsOf: InterventionsOf;
  readonly certificates: Pick<Certificates, 'deprecate'>;
  readonly findStanding: Parameters<typeof createCertificateActs>[0]['findStanding'];
  readonly isUnderReview: (submissionId: string) => Promise<boolean>;
  readonly certificateOf: (submissionId: string) => Promise<string | undefined>;
  readonly liveStatus: (id: CertificateId) => Promise<LiveStatus>;
  readonly ownersOf: OwnersOf;
  readonly walletIn: (tx: SubmissionTransaction, owner: string) => Promise<string | null>;
  readonly walletsOf: (caller: Developer | Actor) => Promise<readonly string[]>;
  readonly urlOf: (route: { path: string }, id: string) => string;
  readonly clock: { now(): Date };
};

export function composeSubmissions(needs: Needs) {
  const { direct, inTransaction, payments, lifecycle, drafts, reviewsOf, ownersOf, walletsOf, urlOf, clock } = needs;
  const { submissions, bundles, events } = direct;
  const { quotes, intents, getChain } = payments;
  const duplicates = createDuplicates({ submissions, certificateOf: needs.certificateOf });
  const intake = createIntake({ sources: needs.sources });
  const sealing = createSealing({ intake, bundles, submissions, quotes, inTransaction, clock });
  const { validate } = createValidation({
    sealing,
    duplicates,
    audit: (bundle) => needs.audit(bundle, { isFree: true }),
    clock,
  });
  const { submit } = createSubmit({
    submissions,
    duplicates,
    intents,
    x402: payments.x402,
    direct: payments.direct,
    getChain,
    inTransaction,
    urlsOf: (id) => ({
      statusUrl: urlOf(declared.readSubmission, id),
      eventsUrl: urlOf(declared.listSubmissionEvents, id),
      receiptUrl: urlOf(declared.readReceipt, id),
    }),
  });
  const reads = createReads({
    store: submissions,
    intents,
    events,
    reviewsOf,
    interventionsOf: needs.interventionsOf,
    clock,
  });
  const disputes = createDisputes({ reads, lifecycle, inTransaction, clock });
  const acts = createCertificateActs({
    findStanding: needs.findStanding,
    isUnderReview: needs.isUnderReview,
    submissions,
    liveStatus: needs.liveStatus,
    deprecate: needs.certificates.deprecate,
  });
  const upkeep = createUpkeep({ inTransaction, clock });
  const orders = createOrders({ sealing, duplicates, acts });
  const probe = createProbe({ getChain, url: urlOf(declared.submitPaid, '') });
  const { credit, refunds } = payments;
  const { escrowIn, walletIn } = needs;

  return {
    reads,
    sealing,
    delivery: createDelivery({ lifecycle, credit, refunds, escrowIn, walletIn }),
    repeating: [{ name: 'submissions.delete-unsubmitted', cron: '15 * * * *', run: upkeep.deleteUnsubmitted }],
    /** The price of another review of certified bytes. */
    async quoteReAudit(caller: Developer | Actor, certificateId: CertificateId): Promise<string> {
      const owners = { payer: principalOf(caller), owners: await ownersOf(caller) };
      const order = await orders.reAudit(certificateId, owners, {});
      const input = await order.seal();
      await order.requireAllowed(input);
      return input.quoteId;
    },
    bound: bindSubmissionRoutes({
      submit,
      orders,
      validate,
      drafts,
      reads,
      disputes,
      acts,
      probe,
      ownersOf,
      walletsOf,
      urlOf,
    }),
  };
}
