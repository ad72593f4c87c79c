import { z } from 'zod';
import { PaymentIntentId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { DraftPaymentRequest } from '../wire/developer.ts';
import {
  ConfirmRequest,
  DirectConfirmRequest,
  PaymentHeaders,
  PaymentIntent,
  PaymentIntentRequest,
  X402ConfirmRequest,
} from '../wire/payments.ts';

const IntentParams = z.object({ id: PaymentIntentId });

const player = { plane: 'player', access: 'owner', rate: 'key', cache: 'private' } as const;
const developer = { plane: 'developer', access: 'dev', rate: 'dev', cache: 'private' } as const;

const DIRECT_ERRORS = [
  'payer_not_linked',
  'payment_intent_not_found',
  'transaction_not_found',
  'payment_already_used',
  'payment_intent_wrong_state',
  'transfer_mismatch',
  'chain_unavailable',
] as const;

export const X402_ERRORS = [
  'payment_malformed',
  'unsupported_payment_method',
  'multiple_payment_headers',
  'payment_required',
  'payment_mismatch',
  'payment_invalid',
  'payment_settlement_failed',
  'payment_intent_not_found',
  'payment_already_used',
  'payment_identifier_conflict',
  'payment_intent_wrong_state',
  'idempotency_in_flight',
  'chain_unavailable',
  'facilitator_unavailable',
  'payment_pending',
] as const;

const CONFIRM_DESCRIPTION =
  'For a transfer that was already sent, send its hash; the intent is PENDING (202) until enough blocks confirm the transfer. Or send an x402 payment, in a ' +
  'header or in the body: it is settled before the response. Repeating a call is safe and returns the same response.';

/** Payment for a review: a quote becomes a payment intent; a transfer or an x402 payment makes it PAID. */
export const paymentRoutes = {
  createPaymentIntent: {
    ...player,
    method: 'POST',
    path: '/certsvc/v1/payments/intents',
    summary: 'Create a payment intent for a quote, a re-audit or a top-up',
    body: PaymentIntentRequest,
    status: 201,
    answer: PaymentIntent,
    errors: [
      'quote_not_found',
      'quote_expired',
      'certificate_not_found',
      'not_certificate_owner',
      'certificate_revoked',
      're_audit_not_allowed',
      'world_paused',
      'chain_unavailable',
    ],
  },
  readPaymentIntent: {
    ...player,
    method: 'GET',
    path: '/certsvc/v1/payments/:id',
    summary: 'Read a payment intent',
    params: IntentParams,
    status: 200,
    answer: PaymentIntent,
    errors: ['payment_intent_not_found'],
  },
  confirmPayment: {
    ...player,
    method: 'POST',
    path: '/certsvc/v1/payments/:id/confirm',
    summary: 'Confirm a payment by transaction hash or x402',
    description: CONFIRM_DESCRIPTION,
    params: IntentParams,
    headers: PaymentHeaders,
    body: ConfirmRequest.optional(),
    strictBody: true,
    takesPayments: true,
    status: 200,
    orStatus: 202,
    answer: PaymentIntent,
    errors: [...new Set([...DIRECT_ERRORS, ...X402_ERRORS])],
  },
  createDeveloperPaymentIntent: {
    ...developer,
    method: 'POST',
    path: '/api/v1/certsvc/dev/payment-intents',
    summary: 'Create a payment intent for a quote or a re-audit',
    body: DraftPaymentRequest,
    strictBody: true,
    status: 201,
    answer: PaymentIntent,
    errors: ['draft_not_found', 'quote_not_found', 'draft_not_quoted', 'quote_expired', 'chain_unavailable'],
  },
  readDeveloperPaymentIntent: {
    ...developer,
    method: 'GET',
    path: '/api/v1/certsvc/dev/payment-intents/:id',
    summary: 'Read a payment intent',
    params: IntentParams,
    status: 200,
    answer: PaymentIntent,
    errors: ['payment_intent_not_found'],
  },
  confirmDirectPayment: {
    ...developer,
    method: 'POST',
    path: '/api/v1/certsvc/dev/payment-intents/:id/direct/confirm',
    summary: 'Confirm a payment by transaction hash',
    params: IntentParams,
    body: DirectConfirmRequest,
    strictBody: true,
    status: 200,
    orStatus: 202,
    answer: PaymentIntent,
    errors: DIRECT_ERRORS,
  },
  confirmX402Payment: {
    ...developer,
    method: 'POST',
    path: '/api/v1/certsvc/dev/payment-intents/:id/x402/confirm',
    summary: 'Confirm a payment by x402',
    description:
      'Without a payment, the response is 402 with the terms in all three formats. x402 clients pay and send the request again.',
    params: IntentParams,
    headers: PaymentHeaders,
    body: X402ConfirmRequest.optional(),
    strictBody: true,
    takesPayments: true,
    status: 200,
    answer: PaymentIntent,
    errors: X402_ERRORS,
  },
} as const satisfies RouteTable;
