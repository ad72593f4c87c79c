import { createHash } from 'node:crypto';
import { type ConfirmRequest, type PaymentHeaders, Problem } from '@assay/protocol';
import type { ExactPayment, Hex, PaymentChain } from './chain.port.ts';
import type { DirectPayments, Payer } from './direct.service.ts';
import { type IntentAnswer, paymentProblem } from './intents.answer.ts';
import type { Intents } from './intents.service.ts';
import type { IntentRow } from './intents.store.ts';
import type { X402Payments } from './x402.service.ts';

type Deps = {
  readonly intents: Intents;
  readonly direct: DirectPayments;
  readonly x402: X402Payments;
  readonly getChain: () => PaymentChain;
};
type Confirmation = {
  readonly payer: Payer;
  readonly body?: ConfirmRequest | undefined;
  readonly headers: PaymentHeaders;
};
export type Confirmed = { readonly intent: IntentAnswer; readonly headers: Readonly<Record<string, string>> };

const PAYMENT_HEADERS = ['x-payment-receipt', 'x-payment', 'payment-signature'] as const;

/** Payment actions of a caller: create, read and confirm an intent. */
export function createPayments({ intents, direct, x402, getChain }: Deps) {
  /** Confirms by transaction hash, by an x402 payment in one of three headers or in the body, or answers with the terms. */
  async function confirm(intentId: string, { payer, body, headers }: Confirmation): Promise<Confirmed> {
    const intent = await intents.get(intentId, payer.principal);
    if (body?.txHash !== undefined) {
      if (PAYMENT_HEADERS.some((name) => headers[name] !== undefined)) throw new Problem('multiple_payment_headers');
      return toConfirmed(await direct.confirm(intentId, payer, toProof(body.txHash, body.signature)), undefined);
    }
    const chain = getChain();
    const shown = readPayment(chain, headers, body?.paymentPayload);
    switch (shown.kind) {
      case 'none':
        if (intent.state === 'PAID' || intent.state === 'CONSUMED') return toConfirmed(intent, undefined);
        throw paymentProblem('payment_required', intent, chain);
      case 'transaction':
        return toConfirmed(await direct.confirm(intentId, payer, { txHash: shown.txHash }), undefined);
      case 'intent':
        if (shown.paymentIntentId !== intentId)
          throw new Problem('payment_malformed', { reason: 'it names another intent' });
        if (intent.state === 'PAID' || intent.state === 'CONSUMED') return toConfirmed(intent, undefined);
        throw paymentProblem('payment_required', intent, chain);
      case 'exact': {
        const { payment } = shown;
        const purchase = { principal: payer.principal, requestSha256: requestOf(intentId), intent, payment };
        return toConfirmed(await x402.pay(purchase), payment);
      }
    }
  }

  async function toConfirmed(row: IntentRow, payment: ExactPayment | undefined): Promise<Confirmed> {
    const intent = await intents.answer(row);
    return { intent, headers: payment === undefined ? {} : toHeaders(getChain(), row, intent, payment) };
  }

  return {
    confirm,
    create: intents.create,
    read: intents.read,
  };
}
export type Payments = ReturnType<typeof createPayments>;

/** Every paid answer carries the headers of all three dialects. */
export function toHeaders(
  chain: Pick<PaymentChain, 'encode' | 'toSettleResult'>,
  row: Pick<IntentRow, 'txHash'>,
  { receiptId }: Pick<IntentAnswer, 'receiptId'>,
  payment: ExactPayment,
): Record<string, string> {
  if (row.txHash === null || receiptId === null) return {};
  const result = chain.encode(chain.toSettleResult(payment, row.txHash));
  return { 'PAYMENT-RESPONSE': result, 'X-PAYMENT-RESPONSE': result, 'X-Payment-Receipt': receiptId };
}

/** Steps 3 to 5 of the order of checks: at most one payment, and it must be readable. */
export function readPayment(chain: PaymentChain, headers: PaymentHeaders, payload: unknown) {
  const header = chain.readHeaders(headers);
  if (header.kind === 'refused') {
    if (header.code !== 'payment_malformed') throw new Problem(header.code);
    throw new Problem('payment_malformed', { reason: withoutPeriod(header.detail) });
  }
  if (payload === undefined) return header;
  if (header.kind !== 'none') throw new Problem('multiple_payment_headers');
  const parsed = chain.parsePayment(payload);
  if (parsed.kind === 'malformed') throw new Problem('payment_malformed', { reason: withoutPeriod(parsed.detail) });
  return { kind: 'exact', payment: parsed.payment } as const;
}

const withoutPeriod = (sentence: string): string => sentence.replace(/\.$/, '');

/** A confirmation has no content of its own, so the payment is bound to the intent. */
const requestOf = (intentId: string): string => createHash('sha256').update(`confirm ${intentId}`).digest('hex');

const toProof = (txHash: string, signature: string | undefined) => ({
  txHash: txHash as Hex,
  signature: signature as Hex | undefined,
});
