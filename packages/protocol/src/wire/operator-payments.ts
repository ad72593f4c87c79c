import { z } from 'zod';
import { Address, Hash32, PaymentIntentId } from '../ids.ts';
import { Money, PageQuery, Time } from './common.ts';
import { PaymentIntent, PaymentIntentState, PaymentMethod, PaymentPurpose } from './payments.ts';

/** State of an x402 authorization. UNKNOWN: it was sent and its result is not known yet. */
export const PaymentClaimState = z
  .enum(['CLAIMED', 'SETTLING', 'UNKNOWN', 'SETTLED'])
  .meta({ id: 'PaymentClaimState' });
export type PaymentClaimState = z.infer<typeof PaymentClaimState>;

/** A payment, for operators: its owner, its progress, and what blocks it. */
export const OperatorPayment = z
  .object({
    id: PaymentIntentId,
    principal: z.string(),
    purpose: PaymentPurpose,
    state: PaymentIntentState,
    method: PaymentMethod.nullable(),
    price: Money,
    payer: Address.nullable(),
    txHash: Hash32.nullable(),
    claim: PaymentClaimState.nullable(),
    lastError: PaymentIntent.shape.lastError,
    createdAt: Time,
    expiresAt: Time,
    changedAt: Time,
  })
  .meta({ id: 'OperatorPayment' });
export type OperatorPayment = z.infer<typeof OperatorPayment>;

/** Expired intents are stored and listed as unpaid. */
export const OperatorPaymentQuery = PageQuery.extend({ state: PaymentIntentState.exclude(['EXPIRED']).optional() });
export type OperatorPaymentQuery = z.infer<typeof OperatorPaymentQuery>;
