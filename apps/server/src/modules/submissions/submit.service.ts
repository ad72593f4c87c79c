import {
  ACCEPTED,
  canonicalBytes,
  type JsonValue,
  type PaymentHeaders,
  Problem,
  type SubmissionAccepted,
  SubmissionId,
  sha256Hex,
} from '@assay/protocol';
import type { z } from 'zod';
import {
  type Credit,
  type DirectPayments,
  type IntentRow,
  type Intents,
  type PaidRequest,
  type Payer,
  type PaymentChain,
  paymentProblem,
  quoteIdOf,
  readPayment,
  toHeaders,
  type X402Payments,
} from '../payments/index.ts';
import type { Duplicates } from './duplicates.service.ts';
import type { Previews } from './preview.service.ts';
import type { ReviewPurchase } from './review-purchases.service.ts';
import type { SealedInputRow, SubmissionStore } from './submissions.store.ts';
import type { InTransaction } from './submissions.transaction.ts';
import type { SuspendedContent } from './suspended-content.service.ts';

export type SubmitRequest = {
  readonly payer: Payer;
  readonly headers: PaymentHeaders;
  /** The declared path of the route; `url` is its full URL, where x402 clients pay. */
  readonly resource: string;
  readonly url: string;
  /** The content that a payment is bound to, besides caller and route. */
  readonly content: JsonValue;
  /** Called only after the preceding checks. */
  readonly readPurchase: () => ReviewPurchase | Promise<ReviewPurchase>;
};
export type Accepted = {
  readonly answer: z.input<typeof SubmissionAccepted>;
  readonly headers: Readonly<Record<string, string>>;
};

type Deps = {
  readonly submissions: SubmissionStore;
  readonly duplicates: Pick<Duplicates, 'requireNew'>;
  readonly suspended: Pick<SuspendedContent, 'requireInputClear'>;
  readonly intents: Intents;
  readonly credit: Pick<Credit, 'deliverIn'>;
  readonly x402: X402Payments;
  readonly direct: DirectPayments;
  readonly getChain: () => PaymentChain;
  /** Throws before any payment if the payer must accept terms first. */
  readonly requireTerms: (principal: string) => Promise<void>;
  readonly preview: Previews['preview'];
  readonly inTransaction: InTransaction;
  readonly urlsOf: (submissionId: string) => Pick<Accepted['answer'], 'statusUrl' | 'eventsUrl' | 'receiptUrl'>;
};
type Asked = { readonly intent: IntentRow; readonly input: SealedInputRow };
type Shown = ReturnType<typeof readPayment>;
type BoundRequest = Omit<PaidRequest, 'purpose'> & { readonly principal: string };

/** The only entry for paid requests. It applies the x402 order of checks on every route. */
export function createSubmit(deps: Deps) {
  const {
    submissions,
    duplicates,
    suspended,
    intents,
    credit,
    x402,
    direct,
    getChain,
    requireTerms,
    preview,
    inTransaction,
    urlsOf,
  } = deps;

  async function submit(request: SubmitRequest): Promise<Accepted> {
    const { payer, headers, resource, url, content } = request;
    const requestSha256 = sha256Hex(canonicalBytes({ resource, content }));
    const bound = { principal: payer.principal, resource, url, requestSha256 };
    const shown = readPayment(getChain(), headers, undefined);
    const repeated = await findRepeat(bound, shown);
    if (repeated !== undefined) return accept(repeated, shown);

    await requireTerms(payer.principal);
    const purchase = await request.readPurchase();
    const named = nameIntent(shown, purchase);
    if (named !== undefined) return accept(await spend(named, bound, purchase), shown);
    const asked = await intentFor(bound, purchase);
    return accept(await pay(asked, shown, bound, payer), shown);
  }

  /** A repeated payment gets its first answer, and only for the same request. */
  async function findRepeat(bound: BoundRequest, shown: Shown): Promise<IntentRow | undefined> {
    switch (shown.kind) {
      case 'exact':
        return x402.findRepeat({ ...bound, payment: shown.payment });
      case 'transaction':
        return direct.findRepeat(shown.txHash, bound);
      default:
        return undefined;
    }
  }

  /** The price of this request: the earlier terms, or new terms for bytes stored from now on. */
  async function intentFor(bound: BoundRequest, purchase: ReviewPurchase): Promise<Asked> {
    const live = await intents.findForRequest(bound.principal, bound);
    const known = live === undefined ? purchase.quoteId : quoteIdOf(live);
    const kept = known === undefined ? undefined : await submissions.findInput(known);
    const input = kept ?? (await purchase.seal(live?.quote ?? undefined));
    await purchase.requireAllowed(input);
    const { principal } = bound;
    if (live !== undefined && input.quoteId === quoteIdOf(live)) return { intent: live, input };
    if (live !== undefined) await intents.retire(live);
    const intent = await intents.createForRequest(principal, input.quoteId, {
      ...bound,
      purpose: purchase.purpose,
    });
    return { intent, input };
  }

  async function pay({ intent, input }: Asked, shown: Shown, bound: BoundRequest, payer: Payer): Promise<IntentRow> {
    switch (shown.kind) {
      case 'exact':
        return x402.pay({ ...bound, intent, payment: shown.payment });
      case 'transaction':
        return direct.confirm(intent.id, payer, { txHash: shown.txHash });
      default:
        // A payment for this request is in progress: a repeat must not pay again.
        if (intent.state === 'PENDING') throw new Problem('payment_pending');
        throw paymentProblem('payment_required', intent, getChain(), { beside: await preview(input) });
    }
  }

  /** Spends an intent that was paid earlier for exactly this purchase. */
  async function spend(intentId: string, bound: BoundRequest, purchase: ReviewPurchase): Promise<IntentRow> {
    const intent = await intents.get(intentId, bound.principal);
    const kept = await submissions.findInput(quoteIdOf(intent));
    const input = kept ?? (await purchase.seal(intent.quote ?? undefined));
    const isSame = input.quoteId === quoteIdOf(intent) && purchase.isFor(input) && intent.purpose === purchase.purpose;
    if (!isSame) throw paymentProblem('payment_mismatch', (await intentFor(bound, purchase)).intent, getChain());
    if (intent.state !== 'PAID') return intent;
    return inTransaction(async (tx) => {
      const locked = await tx.intents.lock(intentId);
      if (locked.state !== 'PAID') return locked;
      return credit.deliverIn(tx, locked);
    });
  }

  async function accept(intent: IntentRow, shown: Shown): Promise<Accepted> {
    // A purchase stays complete even after a refund, so a repeat gets the same answer.
    const found = intent.consumedBy === null ? undefined : await submissions.find(intent.consumedBy.id);
    if (found === undefined) throw await refusalOf(intent);
    const { id, productType } = found.submission;
    const { price, payer, txHash, receiptId } = await intents.answer(intent);
    if (payer === null || txHash === null || receiptId === null || intent.method === null)
      throw new Error(`Payment intent ${intent.id} was consumed without a transfer`);
    const { network, embedded } = intent.terms;
    const answer: Accepted['answer'] = {
      submissionId: SubmissionId.parse(id),
      // Also for a re-audit: the certificate stays suspended until the new round has decided.
      state: ACCEPTED,
      productType,
      ...urlsOf(id),
      payment: {
        paymentIntentId: intent.id,
        receiptId,
        method: intent.method,
        amount: price,
        network,
        embedded,
        txHash,
        payer,
      },
    };
    const settled = shown.kind === 'exact' ? toHeaders(getChain(), intent, { receiptId }, shown.payment) : {};
    return { answer, headers: { Location: answer.statusUrl, 'X-Payment-Receipt': receiptId, ...settled } };
  }

  /**
   * The reason why a payment gave no submission: it is in progress, or the same bytes came first and the payment is
   * refunded.
   */
  async function refusalOf(intent: IntentRow): Promise<Problem> {
    const { state, purpose } = intent;
    if (state === 'PENDING') return new Problem('payment_pending');
    if (state === 'REFUND_DUE' || state === 'REFUNDED') {
      if (purpose === 'RE_AUDIT') return new Problem('re_audit_not_allowed');
      const input = await submissions.findInput(quoteIdOf(intent));
      if (input !== undefined) await suspended.requireInputClear(input);
      if (input !== undefined) await duplicates.requireNew(input);
    }
    return new Problem('payment_intent_wrong_state', { state });
  }

  return { submit };
}
export type Submit = ReturnType<typeof createSubmit>;

/** The body and the header may both name a paid intent; two different ones are rejected. */
function nameIntent(shown: Shown, { paymentIntentId }: ReviewPurchase): string | undefined {
  if (paymentIntentId === undefined) return shown.kind === 'intent' ? shown.paymentIntentId : undefined;
  const isAlone = shown.kind === 'none' || (shown.kind === 'intent' && shown.paymentIntentId === paymentIntentId);
  if (!isAlone) throw new Problem('multiple_payment_headers');
  return paymentIntentId;
}
