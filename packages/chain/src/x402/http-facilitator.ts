// An external facilitator, by URL.
import { HTTPFacilitatorClient } from '@x402/core/server';
import { SettleError, VerifyError } from '@x402/core/types';
import { isHex } from 'viem';
import type { ExactPayment } from './exact-payment.ts';
import { type Facilitator, type SettleOutcome, toFacilitatorRequest, type VerifyOutcome } from './facilitator.ts';
import type { PaymentTerms } from './payment-terms.ts';

const NETWORK_MISMATCH = 'invalid_exact_evm_network_mismatch';
const PENDING = 'settlement_pending';
const TX_HASH_LENGTH = 66;

export function createHttpFacilitator({ url, timeoutMs }: { url: string; timeoutMs: number }): Facilitator {
  const remote = new HTTPFacilitatorClient({ url, timeoutMs });

  return {
    async verify(payment: ExactPayment, terms: PaymentTerms): Promise<VerifyOutcome> {
      const request = toFacilitatorRequest(payment, terms);
      if (request === undefined) return { kind: 'invalid', reason: NETWORK_MISMATCH };
      try {
        const answer = await remote.verify(request.payload, request.requirements);
        if (answer.isValid) return { kind: 'valid', payer: payment.authorization.from };
        return { kind: 'invalid', reason: answer.invalidReason ?? 'unspecified' };
      } catch (error) {
        if (error instanceof VerifyError) return { kind: 'invalid', reason: error.invalidReason ?? 'unspecified' };
        return { kind: 'unavailable', detail: messageOf(error) };
      }
    },

    async settle(payment: ExactPayment, terms: PaymentTerms): Promise<SettleOutcome> {
      const request = toFacilitatorRequest(payment, terms);
      if (request === undefined) return { kind: 'failed', reason: NETWORK_MISMATCH };
      try {
        return toOutcome(payment, await remote.settle(request.payload, request.requirements));
      } catch (error) {
        if (error instanceof SettleError) return toOutcome(payment, { ...error, success: false });
        return { kind: 'unknown', txHash: null, detail: messageOf(error) };
      }
    },
  };
}

type Answer = { success: boolean; transaction: string; errorReason?: string };

/** Only a refusal without a transaction is certain. A transaction of an external facilitator must be looked up on the chain. */
function toOutcome(
  payment: ExactPayment,
  { success, transaction, errorReason = 'unspecified' }: Answer,
): SettleOutcome {
  const txHash = isHex(transaction) && transaction.length === TX_HASH_LENGTH ? transaction : null;
  if (success && txHash !== null) return { kind: 'settled', txHash, payer: payment.authorization.from };
  if (success || txHash !== null || errorReason === PENDING) return { kind: 'unknown', txHash, detail: errorReason };
  return { kind: 'failed', reason: errorReason };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The facilitator did not answer.';
}
