import { z } from 'zod';
import { RoundId, SubmissionId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { LiveStatus } from '../wire/certificate.ts';
import { JsonObject, listOf, PageQuery } from '../wire/common.ts';
import { AssignmentBundle } from '../wire/council.ts';
import {
  AuditRow,
  Grant,
  GrantRequest,
  QueueDecisionRequest,
  QueueItem,
  QueueItemId,
  QueueQuery,
  StatusChangeRequest,
} from '../wire/operator.ts';
import { OperatorPayment, OperatorPaymentQuery } from '../wire/operator-payments.ts';
import { ChainOutboxItem, ChainOutboxQuery, ChainOutboxRetry, OutboxId } from '../wire/registry.ts';
import { CertificateParams } from './parameters.ts';

const operator = { plane: 'operator', access: 'god', rate: 'admin', cache: 'private', status: 200 } as const;

/** Operator routes. A route without a role needs an administrator. The audit log records every write with its operator. */
export const operatorRoutes = {
  listQueue: {
    ...operator,
    role: 'reader',
    method: 'GET',
    path: '/api/v1/operator/queue',
    summary: 'List the items of the operator queue',
    query: QueueQuery,
    answer: listOf(QueueItem),
    errors: ['admin_disabled', 'cursor_expired'],
  },
  watchQueue: {
    ...operator,
    role: 'reader',
    method: 'GET',
    path: '/api/v1/operator/queue/stream',
    cache: 'none',
    summary: 'Open the stream of changes to the operator queue (server-sent events)',
    description:
      'After each change, the stream sends an event `queue.changed` without data: read the queue again. The stream ends after ' +
      'five minutes; open it again with the same credential.',
    answer: { media: 'text/event-stream' },
    errors: ['admin_disabled', 'too_many_streams'],
  },
  decideQueueItem: {
    ...operator,
    role: 'reviewer',
    method: 'POST',
    path: '/api/v1/operator/queue/:id/decide',
    summary: 'Decide a queue item with a written reason',
    params: z.object({ id: QueueItemId }),
    body: QueueDecisionRequest,
    answer: QueueItem,
    errors: ['admin_disabled', 'queue_item_not_found', 'queue_item_decided', 'two_person_rule'],
  },
  readSealedBundle: {
    ...operator,
    role: 'reader',
    method: 'GET',
    path: '/api/v1/operator/submissions/:id/bundle',
    summary: 'Get the sealed bundle of a submission',
    params: z.object({ id: SubmissionId }),
    answer: AssignmentBundle,
    errors: ['admin_disabled', 'submission_not_found'],
  },
  readRoundReport: {
    ...operator,
    role: 'reader',
    method: 'GET',
    path: '/api/v1/operator/rounds/:id/report',
    summary: 'Get the full engine report for a round',
    params: z.object({ id: RoundId }),
    answer: JsonObject,
    errors: ['admin_disabled', 'round_not_found'],
  },
  suspendCertificate: {
    ...operator,
    role: 'reviewer',
    method: 'POST',
    path: '/api/v1/operator/certificates/:id/suspend',
    summary: 'Suspend a certificate by operator decision',
    params: CertificateParams,
    body: StatusChangeRequest,
    answer: LiveStatus,
    errors: ['admin_disabled', 'certificate_not_found', 'certificate_wrong_state'],
  },
  revokeCertificate: {
    ...operator,
    method: 'POST',
    path: '/api/v1/operator/certificates/:id/revoke',
    summary: 'Revoke a certificate permanently',
    params: CertificateParams,
    body: StatusChangeRequest,
    answer: LiveStatus,
    errors: ['admin_disabled', 'certificate_not_found', 'certificate_wrong_state', 'two_person_rule'],
  },
  grantMarks: {
    ...operator,
    method: 'POST',
    path: '/api/v1/operator/grants',
    summary: 'Issue marks to an actor, with a written reason',
    description:
      'While no world is running, grants are the only source of marks for a stake. The grant is a public event `money.issued` with reason `grant`.',
    body: GrantRequest,
    strictBody: true,
    status: 201,
    answer: Grant,
    errors: ['admin_disabled', 'actor_not_found'],
  },
  listAuditLog: {
    ...operator,
    role: 'reader',
    method: 'GET',
    path: '/api/v1/operator/audit-log',
    summary: 'Read the hash-chained audit log',
    query: PageQuery,
    answer: listOf(AuditRow),
    errors: ['admin_disabled', 'cursor_expired'],
  },
  listChainOutbox: {
    ...operator,
    role: 'reader',
    method: 'GET',
    path: '/api/v1/operator/chain-outbox',
    summary: 'List outgoing chain transactions and their state',
    query: ChainOutboxQuery,
    answer: listOf(ChainOutboxItem),
    errors: ['admin_disabled', 'cursor_expired'],
  },
  listPayments: {
    ...operator,
    role: 'reader',
    method: 'GET',
    path: '/api/v1/operator/payments',
    summary: 'List all payments and their state',
    query: OperatorPaymentQuery,
    answer: listOf(OperatorPayment),
    errors: ['admin_disabled', 'cursor_expired'],
  },
  retryChainOutboxItem: {
    ...operator,
    method: 'POST',
    path: '/api/v1/operator/chain-outbox/:id/retry',
    summary: 'Retry a FAILED chain transaction',
    params: z.object({ id: OutboxId }),
    body: ChainOutboxRetry,
    answer: ChainOutboxItem,
    errors: ['admin_disabled', 'outbox_item_not_found', 'outbox_wrong_state'],
  },
} as const satisfies RouteTable;
