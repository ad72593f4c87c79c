import type { Database } from '../../platform/db/index.ts';
import { bundleStore } from './bundles.store.ts';
import { draftStore } from './drafts.store.ts';
import { interventionStore } from './interventions.store.ts';
import { submissionStore } from './submissions.store.ts';

export type { BundleStore } from './bundles.store.ts';
export { type BundleEntry, type BundleFile, digestsOf, toEngineBundle } from './bundles.ts';
export { bindCatalogRoutes } from './catalog.routes.ts';
export type { CatalogAnswer } from './catalog.ts';
export { type CertificateActs, createCertificateActs } from './certificate-acts.service.ts';
export { createDelivery, type Delivery } from './delivery.service.ts';
export { createDisputes } from './disputes.service.ts';
export { bindDraftRoutes } from './drafts.routes.ts';
export { createDrafts, type Drafts } from './drafts.service.ts';
export { type DraftStore, draftStore } from './drafts.store.ts';
export { createDuplicates } from './duplicates.service.ts';
export { sizesOf, surfaceOf } from './intake.policy.ts';
export { createIntake } from './intake.service.ts';
export { bindInterventionRoutes } from './interventions.routes.ts';
export { createInterventions } from './interventions.service.ts';
export { createInterventionStanding } from './interventions.standing.ts';
export { createBundleReader, createLifecycle, type Lifecycle, SUBMISSION_NOTICE } from './lifecycle.service.ts';
export { createOrders, type Orders } from './orders.service.ts';
export { createProbe } from './probe.ts';
export { createReads, type Reads } from './reads.service.ts';
export { createSealing, type Sealing } from './sealing.service.ts';
export type { InterventionsOf, Review, ReviewsOf } from './submissions.answer.ts';
export { bindSubmissionRoutes } from './submissions.routes.ts';
export type { SealedInputRow, SealedSubmission, SubmissionRow, SubmissionStore } from './submissions.store.ts';
export type { SubmissionTransaction } from './submissions.transaction.ts';
export { createSubmit } from './submit.service.ts';
export { createUpkeep } from './upkeep.service.ts';
export { createValidation } from './validation.service.ts';

/** The stores of this module over a pool or a transaction. */
export const submissionStores = (handle: Database) => ({
  submissions: submissionStore(handle),
  bundles: bundleStore(handle),
  drafts: draftStore(handle),
  interventions: interventionStore(handle),
});
