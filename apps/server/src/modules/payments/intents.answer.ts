import {
  type NextStep,
  type PaymentIntent,
  type PaymentMethod,
  Problem,
  type ProblemCode,
  Receipt,
  type Signer,
  signJson,
} from '@assay/protocol';
import type { z } from 'zod';
import type { PaymentChain, Terms } from './chain.port.ts';
import { stateAt, toUsdcText } from './intents.policy.ts';
import type { IntentRow, TransferRow } from './intents.store.ts';
import type { RefundRow } from './refunds.store.ts';

export type IntentAnswer = z.input<typeof PaymentIntent>;

type Priced = { readonly terms: PaymentChain['offer']; readonly amount: bigint };

export const toTerms = ({ terms, amount }: Pick<IntentRow, 'terms' | 'amount'>): Terms => ({ ...terms, amount });

const toUsdc = (amount: bigint) => ({ amount: amount.toString(), currency: 'USDC', decimals: 6 }) as const;

const RECEIPT_FORMS = ['x402-payload', 'transaction-hash', 'payment-intent-id'];

const toDirect = ({ terms, amount }: Priced): IntentAnswer['direct'] => {
  const { network, embedded, chainId, asset, payTo, confirmations } = terms;
  return { network, embedded, chainId, asset, payTo, amount: amount.toString(), confirmations };
};

export const toIntent = (row: IntentRow, transfer: TransferRow | undefined, now: Date): IntentAnswer => ({
  id: row.id,
  purpose: row.purpose,
  state: stateAt(row, now),
  price: toUsdc(row.amount),
  quote: row.quote,
  direct: toDirect(row),
  x402: row.x402,
  payer: row.payer,
  txHash: row.txHash as IntentAnswer['txHash'],
  receiptId: (transfer?.receiptId ?? null) as IntentAnswer['receiptId'],
  lastError: row.lastError,
  consumedBy: row.consumedBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

type Refusal = {
  readonly invalidReason?: string | undefined;
  /** Further facts for the caller before payment. */
  readonly beside?: Readonly<Record<string, unknown>>;
};

/** Payment instructions for a client that has only the 402 answer. */
function toPayStep({ x402, direct }: { x402: { resource: { url: string } }; direct: { embedded: boolean } }): NextStep {
  const faucet = direct.embedded ? ' POST /dev/faucet with `address` gives the wallet test USDC of this chain.' : '';
  const sign =
    'Sign `payment.x402.accepts[0]` (x402, scheme exact) and repeat the request with the payload as base64 JSON in';
  return { method: 'POST', href: x402.resource.url, why: `${sign} X-Payment-Receipt or PAYMENT-SIGNATURE.${faucet}` };
}

/** A 402 in all three dialects. The `PAYMENT-REQUIRED` header is derived from its `payment.x402`. */
export function paymentProblem(
  code: Extract<ProblemCode, 'payment_required' | 'payment_mismatch' | 'payment_invalid' | 'payment_settlement_failed'>,
  intent: IntentRow,
  chain: Pick<PaymentChain, 'toPaymentRequired' | 'toOfferV1'>,
  { invalidReason = 'unspecified', beside = {} }: Refusal = {},
): Problem {
  const terms = toTerms(intent);
  const error = code === 'payment_required' ? undefined : code;
  const x402 = chain.toPaymentRequired(terms, error);
  const payment = {
    method: 'x402',
    paymentIntentId: intent.id,
    price: toUsdc(intent.amount),
    quote: intent.quote,
    expiresAt: intent.expiresAt.toISOString(),
    receiptHeader: 'X-Payment-Receipt',
    receiptForms: RECEIPT_FORMS,
    direct: toDirect(intent),
    x402,
  };
  const next = toPayStep(payment);
  const members = { error: x402.error, ...chain.toOfferV1(terms, error), payment, next, ...beside };
  switch (code) {
    case 'payment_required':
      return new Problem(code, { price: toUsdcText(intent.amount) }, { members });
    case 'payment_invalid':
      return new Problem(code, { invalidReason }, { members });
    default:
      return new Problem(code, undefined, { members });
  }
}

/** Payment terms for an anonymous caller, without an intent. */
export function priceProblem(
  { amount, resource }: Pick<Terms, 'amount' | 'resource'>,
  chain: Pick<PaymentChain, 'offer' | 'toPaymentRequired' | 'toOfferV1'>,
): Problem {
  const terms = { ...chain.offer, resource, amount };
  const x402 = chain.toPaymentRequired(terms);
  const payment = {
    method: 'x402',
    paymentIntentId: null,
    price: toUsdc(amount),
    quote: null,
    expiresAt: null,
    receiptHeader: 'X-Payment-Receipt',
    receiptForms: RECEIPT_FORMS,
    direct: toDirect({ terms, amount }),
    x402,
  };
  const next = toPayStep(payment);
  const members = { error: x402.error, ...chain.toOfferV1(terms), payment, next };
  return new Problem('payment_required', { price: toUsdcText(amount) }, { members });
}

type Paid = {
  readonly intent: IntentRow;
  readonly transfer: TransferRow;
  readonly refund: RefundRow | undefined;
  readonly method: PaymentMethod;
};

/** Signed payment receipt, with its references in the ledger and on the chain. */
export function toReceipt({ intent, transfer, refund, method }: Paid, signer: Signer): z.input<typeof Receipt> {
  const { network, embedded, asset, payTo } = intent.terms;
  const submissionId = intent.consumedBy?.type === 'submission' ? intent.consumedBy.id : null;
  const body = {
    id: transfer.receiptId,
    submissionId,
    paymentIntentId: intent.id,
    purpose: intent.purpose,
    method,
    amount: toUsdc(transfer.amount),
    quote: intent.quote,
    network,
    embedded,
    asset,
    payer: transfer.payer,
    payTo,
    txHash: transfer.txHash,
    blockNumber: Number(transfer.blockNumber),
    paidAt: transfer.blockTime.toISOString(),
    issuedAt: transfer.creditedAt.toISOString(),
    refund:
      refund === undefined
        ? null
        : { amount: toUsdc(refund.amount), txHash: refund.txHash, state: refund.state === 'PAID' ? 'PAID' : 'DUE' },
    journalId: transfer.journalId,
  };
  return Receipt.encode(Receipt.decode(signJson(body, signer) as z.input<typeof Receipt>));
}
