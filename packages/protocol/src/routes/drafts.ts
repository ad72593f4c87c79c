import { z } from 'zod';
import { DraftId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import { Catalog, Draft, DraftChange, DraftSubmitRequest } from '../wire/developer.ts';
import { PaymentHeaders } from '../wire/payments.ts';
import { DraftInput, SubmissionAccepted, Validation } from '../wire/submission.ts';
import { QUOTE_ERRORS, SUBMIT_ERRORS } from './submissions.ts';

/** The product types that the service reviews. */
export const catalogRoutes = {
  readCatalog: {
    method: 'GET',
    path: '/api/v1/certsvc/dev/catalog',
    plane: 'developer',
    access: 'none',
    rate: 'public',
    cache: 'stats',
    summary: 'Get products, prices, limits and payment methods',
    status: 200,
    answer: Catalog,
    errors: [],
  },
} as const satisfies RouteTable;

const own = { plane: 'developer', access: 'dev', rate: 'dev', cache: 'private' } as const;
const one = z.object({ id: DraftId });
/** The revision in quotes, in the form of an ETag. */
const Revision = z.object({
  'if-match': z
    .string()
    .regex(/^"\d{1,9}"$/)
    .optional(),
});

/** Drafts of submissions: create, change, delete. */
export const draftRoutes = {
  listDrafts: {
    ...own,
    method: 'GET',
    path: '/api/v1/certsvc/dev/drafts',
    summary: 'List drafts, most recently changed first',
    description: 'If drafts are large, a page contains fewer of them. Continue until `nextCursor` is null.',
    query: PageQuery,
    status: 200,
    answer: listOf(Draft),
    errors: ['cursor_expired'],
  },
  createDraft: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/drafts',
    summary: 'Create a draft; only the product type is required',
    body: DraftInput,
    bodyLimit: 'bundle',
    strictBody: true,
    status: 201,
    answer: Draft,
    errors: ['draft_limit_reached', 'storage_quota_reached', 'storage_full'],
  },
  readDraft: {
    ...own,
    method: 'GET',
    path: '/api/v1/certsvc/dev/drafts/:id',
    summary: 'Read a draft',
    params: one,
    status: 200,
    answer: Draft,
    errors: ['draft_not_found'],
  },
  changeDraft: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/drafts/:id',
    summary: 'Update a draft; null removes a member',
    description:
      'With `revision` or `If-Match`, the change applies only to that revision. Otherwise the last change wins.',
    params: one,
    headers: Revision,
    body: DraftChange,
    bodyLimit: 'bundle',
    strictBody: true,
    status: 200,
    answer: Draft,
    errors: ['draft_not_found', 'draft_revision_conflict', 'draft_submitted', 'storage_quota_reached', 'storage_full'],
  },
  deleteDraft: {
    ...own,
    method: 'DELETE',
    path: '/api/v1/certsvc/dev/drafts/:id',
    summary: 'Delete a draft',
    params: one,
    status: 204,
    answer: z.void(),
    errors: ['draft_not_found', 'draft_submitted'],
  },
  quoteDraft: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/drafts/:id/quote',
    rate: 'heavy',
    isFreeWork: true,
    summary: 'Preview and quote the submission of a draft',
    description: 'Changing the draft invalidates the quote.',
    params: one,
    status: 200,
    answer: Validation,
    errors: ['draft_not_found', 'draft_submitted', 'draft_revision_conflict', ...QUOTE_ERRORS],
  },
  submitDraft: {
    ...own,
    method: 'POST',
    path: '/api/v1/certsvc/dev/drafts/:id/submit',
    rate: 'heavy',
    summary: 'Submit a draft for review',
    description:
      'Pay by x402, or send the id of a payment intent that is already paid. A draft can be submitted only once.',
    params: one,
    headers: PaymentHeaders,
    body: DraftSubmitRequest.optional(),
    lateBody: true,
    strictBody: true,
    takesPayments: true,
    status: 202,
    answer: SubmissionAccepted,
    errors: ['draft_not_found', 'draft_submitted', ...SUBMIT_ERRORS],
  },
} as const satisfies RouteTable;
