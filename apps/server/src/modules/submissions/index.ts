import type { Database } from '../../platform/db/index.ts';
import { bundleStore } from './bundles.store.ts';
import { draftStore } from './drafts.store.ts';
import { interventionStore } from './interventions.store.ts';
import { keptBytesStore } from './kept-bytes.store.ts';
import { submissionStore } from './submissions.store.ts';
import { suspendedContentStore } from './suspended-content.store.ts';

export type { BundleStore } from './bundles.store.ts';
export { type BundleFile, digestsOf, gitTreeOf, toEngineBundle } from './bundles.ts';
export { contentSha256Of } from './content-digest.ts';
export type { Drafts } from './drafts.service.ts';
export type { DraftStore } from './drafts.store.ts';
export { createBundleReader, type EndedReview, type Lifecycle, SUBMISSION_NOTICE } from './lifecycle.service.ts';
export { findMainFile, getProduct, surfaceOf } from './products.ts';
export { isAgreedReader } from './reader-consent.ts';
export type { Sealing } from './sealing.service.ts';
export { toReaderConsent } from './submissions.answer.ts';
export type { SubmissionEvent } from './submissions.published.ts';
export type { SealedSubmission, SubmissionRow, SubmissionStore } from './submissions.store.ts';
export type { SubmissionTransaction } from './submissions.transaction.ts';

/** The stores of this module on a pool or a transaction. */
export const submissionStores = (handle: Database) => ({
  submissions: submissionStore(handle),
  bundles: bundleStore(handle),
  drafts: draftStore(handle),
  interventions: interventionStore(handle),
  keptBytes: keptBytesStore(handle),
  suspendedContent: suspendedContentStore(handle),
});
