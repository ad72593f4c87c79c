import { z } from 'zod';
import { Event } from '../events.ts';
import { SubmissionId } from '../ids.ts';
import type { ProblemCode } from '../problems.ts';
import type { RouteTable } from '../route.ts';
import { LiveStatus } from '../wire/certificate.ts';
import { listOf, PageQuery, ProductType } from '../wire/common.ts';
import { DraftSubmitRequest } from '../wire/developer.ts';
import { PaymentHeaders, Receipt } from '../wire/payments.ts';
import {
  DeprecateRequest,
  DisputeRequest,
  Submission,
  SubmissionAccepted,
  SubmissionInput,
  SubmissionListItem,
  SubmissionState,
  Validation,
  X402SubmissionInput,
} from '../wire/submission.ts';
import { CertificateParams } from './parameters.ts';
import { X402_ERRORS } from './payments.ts';

const SOURCE_ERRORS = [
  'product_type_unavailable',
  'source_url_unsupported',
  'source_not_found',
  'source_too_large',
  'source_mismatch',
  'deployed_code_differs',
  'bundle_rejected',
  'entry_empty',
  'content_suspended',
  'readers_changed',
  'source_unavailable',
  'source_timeout',
  'storage_quota_reached',
  'storage_full',
] as const;

/** Errors of a transfer that is named in a header. */
const DIRECT_HEADER_ERRORS = ['payer_not_linked', 'transaction_not_found', 'transfer_mismatch'] as const;

/** Errors of every route that takes a bundle and returns a price. */
export const QUOTE_ERRORS = SOURCE_ERRORS;
export const SUBMIT_ERRORS: readonly ProblemCode[] = [
  ...SOURCE_ERRORS,
  ...X402_ERRORS,
  ...DIRECT_HEADER_ERRORS,
  'already_certified',
  'already_rejected',
  'submission_in_progress',
  'no_reader',
  'terms_required',
  'new_owner_limit',
];

const player = { plane: 'player', access: 'owner', rate: 'key', cache: 'private' } as const;
const one = z.object({ id: SubmissionId });
const paid = { headers: PaymentHeaders, lateBody: true, strictBody: true, takesPayments: true, rate: 'heavy' } as const;

const SUBMIT_DESCRIPTION =
  'Without a payment, the response is 402 with the terms in three formats: pay and send the same request again. The review uses ' +
  'the bytes that were read for these terms. Repeating a paid request is safe: it returns the original response.';

/** A review from preparation to result. */
export const submissionRoutes = {
  validateSubmission: {
    ...player,
    method: 'POST',
    path: '/certsvc/v1/submissions/validate',
    rate: 'heavy',
    isFreeWork: true,
    summary: 'Preview and quote a submission',
    description:
      "Reads the source, stores its bytes for the quote, and returns the engine's findings. Nothing is charged.",
    body: SubmissionInput,
    bodyLimit: 'bundle',
    strictBody: true,
    status: 200,
    answer: Validation,
    errors: [...QUOTE_ERRORS],
  },
  submit: {
    ...player,
    ...paid,
    method: 'POST',
    path: '/certsvc/v1/submissions/submit',
    summary: 'Submit a bundle for review',
    description: SUBMIT_DESCRIPTION,
    body: SubmissionInput,
    bodyLimit: 'bundle',
    status: 202,
    answer: SubmissionAccepted,
    errors: [...SUBMIT_ERRORS],
  },
  submitPaid: {
    ...paid,
    method: 'POST',
    path: '/api/v1/certsvc/submit',
    plane: 'developer',
    access: 'probe',
    cache: 'private',
    summary: 'Submit a bundle for review, paid by x402',
    description: `${SUBMIT_DESCRIPTION} Without a developer token, an empty body returns the base price.`,
    body: X402SubmissionInput,
    bodyLimit: 'bundle',
    status: 202,
    answer: SubmissionAccepted,
    errors: ['unauthenticated', 'wrong_plane', ...SUBMIT_ERRORS],
  },
  listSubmissions: {
    ...player,
    method: 'GET',
    path: '/certsvc/v1/submissions',
    summary: "List the caller's submissions, newest first",
    query: PageQuery.extend({ state: SubmissionState.optional(), productType: ProductType.optional() }),
    status: 200,
    answer: listOf(SubmissionListItem),
    errors: ['cursor_expired'],
  },
  readSubmission: {
    ...player,
    method: 'GET',
    path: '/certsvc/v1/submissions/:id',
    hasEtag: true,
    summary: 'Read a submission: progress and findings',
    params: one,
    status: 200,
    answer: Submission,
    errors: ['submission_not_found'],
  },
  readReceipt: {
    ...player,
    method: 'GET',
    path: '/certsvc/v1/submissions/:id/receipt',
    summary: 'Get the signed payment receipt',
    params: one,
    status: 200,
    answer: Receipt,
    errors: ['submission_not_found'],
  },
  listSubmissionEvents: {
    ...player,
    method: 'GET',
    path: '/certsvc/v1/submissions/:id/events',
    summary: 'List the events of a submission, oldest first',
    params: one,
    query: PageQuery,
    status: 200,
    answer: listOf(Event),
    errors: ['submission_not_found', 'cursor_expired'],
  },
  disputeSubmission: {
    ...player,
    method: 'POST',
    path: '/certsvc/v1/submissions/:id/dispute',
    summary: 'Dispute a rejection, to be decided by a larger panel',
    description: 'Free of charge. Possible once, within 14 days of the rejection.',
    params: one,
    body: DisputeRequest,
    status: 202,
    answer: Submission,
    errors: ['submission_not_found', 'dispute_not_allowed', 'dispute_exists'],
  },
  deprecateCertificate: {
    ...player,
    method: 'POST',
    path: '/certsvc/v1/certificates/:id/deprecate',
    summary: 'Deprecate a certified version',
    params: CertificateParams,
    body: DeprecateRequest.optional(),
    status: 200,
    answer: LiveStatus,
    errors: ['certificate_not_found', 'not_certificate_owner', 'certificate_wrong_state'],
  },
  reAuditCertificate: {
    ...player,
    ...paid,
    method: 'POST',
    path: '/certsvc/v1/certificates/:id/re-audit',
    summary: 'Re-audit certified bytes with the current rules',
    description:
      'Possible only for a suspended certificate. If the result is SAFE, the certificate is reinstated; otherwise it stays suspended.',
    params: CertificateParams,
    body: DraftSubmitRequest.optional(),
    status: 202,
    answer: SubmissionAccepted,
    errors: [
      'certificate_not_found',
      'not_certificate_owner',
      'certificate_revoked',
      're_audit_not_allowed',
      'terms_required',
      ...X402_ERRORS,
      ...DIRECT_HEADER_ERRORS,
    ],
  },
} as const satisfies RouteTable;
