import { newUuidV7, PaymentIntentId, Problem, type RandomBytes, type Receipt, type Signer } from '@assay/protocol';
import type { z } from 'zod';
import type { PaymentChain } from './chain.port.ts';
import { type IntentAnswer, toIntent, toReceipt } from './intents.answer.ts';
import { expiredBefore, INTENT_LIFE_MS, stateAt, UNPAID_MAX, UNPAID_WINDOW_MS } from './intents.policy.ts';
import type { IntentRow, IntentStore } from './intents.store.ts';
import { type Quotes, toQuote } from './quotes.service.ts';
import type { QuoteRow } from './quotes.store.ts';
import type { RefundStore } from './refunds.store.ts';

type Deps = {
  readonly store: IntentStore;
  readonly refunds: RefundStore;
  readonly quotes: Quotes;
  /** Throws chain_unavailable while no chain is open. */
  readonly getChain: () => PaymentChain;
  /** The current signing key. */
  readonly getSigner: () => Promise<Signer>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
/** A stored price, and the purpose of its purchase. */
export type QuotedPurchase = { readonly purpose: 'SUBMISSION' | 'RE_AUDIT'; readonly quoteId: string };
/** A purchase of marks for the same amount of USDC. */
export type TopUp = { readonly purpose: 'TOPUP'; readonly amount: bigint };
type Goods = Pick<IntentRow, 'purpose' | 'amount' | 'quote'> & { readonly description: string };
/** The paid request behind an intent. Its URL is where x402 clients pay. */
export type PaidRequest = {
  readonly purpose: IntentRow['purpose'];
  readonly resource: string;
  readonly url: string;
  readonly requestSha256: string;
};

const RETRY_SECONDS = 3_600;
const DELETED_AT_ONCE = 1_000;

type RequestKey = Pick<PaidRequest, 'resource' | 'requestSha256'>;

/** Priced, expiring intents for one USDC payment each. */
export function createIntents({ store, refunds, quotes, getChain, getSigner, random, clock }: Deps) {
  function build(principal: string, goods: Goods, urlOf: (id: string) => string): IntentRow {
    const chain = getChain();
    const now = clock.now();
    const id = newUuidV7(PaymentIntentId, now.getTime(), random);
    const { purpose, amount, quote, description } = goods;
    const terms = { ...chain.offer, resource: { url: urlOf(id), description } };
    return {
      id,
      principal,
      purpose,
      state: 'REQUIRES_PAYMENT',
      method: null,
      amount,
      quote,
      terms,
      x402: chain.toPaymentRequired({ ...terms, amount }),
      resource: null,
      requestSha256: null,
      payer: null,
      txHash: null,
      lastError: null,
      consumedBy: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INTENT_LIFE_MS),
      changedAt: now,
    };
  }

  /** Intents are free and are stored for months. */
  async function requireFewUnpaid(principal: string): Promise<void> {
    const since = new Date(clock.now().getTime() - UNPAID_WINDOW_MS);
    if ((await store.countUnpaid(principal, since)) < UNPAID_MAX) return;
    throw new Problem('rate_limited', { retryAfterSeconds: RETRY_SECONDS });
  }

  /** `urlOf` returns the route that confirms the intent by x402. */
  async function create(
    principal: string,
    purchase: QuotedPurchase | TopUp,
    urlOf: (id: string) => string,
  ): Promise<IntentAnswer> {
    const goods =
      purchase.purpose === 'TOPUP'
        ? toTopUp(purchase.amount)
        : toReview(purchase.purpose, await quotes.get(purchase.quoteId, principal));
    await requireFewUnpaid(principal);
    const row = build(principal, goods, urlOf);
    const stored = await store.insert(row);
    if (stored === undefined) throw new Error('A new payment intent was there before');
    return toIntent(stored, undefined, clock.now());
  }

  /** The open intent of exactly this request, so that a repeat gets the same terms. */
  async function findForRequest(principal: string, request: RequestKey): Promise<IntentRow | undefined> {
    const live = await store.findLive(principal, request.resource, request.requestSha256);
    if (live === undefined || stateAt(live, clock.now()) !== 'EXPIRED') return live;
    await retire(live);
    return undefined;
  }

  /** Detaches an unpaid intent from its request, which then gets new terms. */
  const retire = ({ id }: IntentRow): Promise<void> => store.retire(id);

  /** Concurrent requests get the same intent. */
  async function createForRequest(principal: string, quoteId: string, request: PaidRequest): Promise<IntentRow> {
    const { resource, requestSha256, url, purpose } = request;
    await requireFewUnpaid(principal);
    const row = build(principal, toReview(purpose, await quotes.get(quoteId, principal)), () => url);
    const stored = await store.insert({ ...row, resource, requestSha256 });
    const other = stored ?? (await store.findLive(principal, resource, requestSha256));
    if (other === undefined) throw new Problem('payment_pending');
    return other;
  }

  /** Deletes unpaid intents, then quotes that nothing refers to. */
  async function deleteOld(): Promise<void> {
    const before = expiredBefore(clock.now());
    while ((await store.deleteUnpaid(before, DELETED_AT_ONCE)) > 0);
    while ((await quotes.deleteUnused(before, DELETED_AT_ONCE)) > 0);
  }

  async function get(id: string, principal: string): Promise<IntentRow> {
    const row = await store.find(id, principal);
    if (row === undefined) throw new Problem('payment_intent_not_found');
    return row;
  }

  const answer = async (row: IntentRow): Promise<IntentAnswer> =>
    toIntent(row, await store.findTransfer(row.id), clock.now());

  async function receipt(intentId: string, principal: string): Promise<z.input<typeof Receipt> | undefined> {
    const intent = await get(intentId, principal);
    const transfer = await store.findTransfer(intentId);
    if (transfer === undefined || intent.method === null) return undefined;
    const refund = await refunds.findLive(intent.id);
    return toReceipt({ intent, transfer, refund, method: intent.method }, await getSigner());
  }

  return {
    create,
    findForRequest,
    createForRequest,
    retire,
    get,
    answer,
    receipt,
    deleteOld,
    read: async (id: string, principal: string): Promise<IntentAnswer> => answer(await get(id, principal)),
  };
}
export type Intents = ReturnType<typeof createIntents>;

const toReview = (purpose: IntentRow['purpose'], quote: QuoteRow): Goods => ({
  purpose,
  amount: quote.total,
  quote: toQuote(quote),
  description: `Security review: ${quote.productType}`,
});
const toTopUp = (amount: bigint): Goods => ({
  purpose: 'TOPUP',
  amount,
  quote: null,
  description: 'Marks for the purse of an actor',
});

/** The quote that a review was ordered with. A top-up has none. */
export function quoteIdOf({ id, quote }: Pick<IntentRow, 'id' | 'quote'>): string {
  if (quote === null) throw new Error(`Payment intent ${id} is for no review.`);
  return quote.id;
}
