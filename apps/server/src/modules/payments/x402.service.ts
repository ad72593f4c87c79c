import { isProblem, newUuidV7, Problem, type RandomBytes } from '@assay/protocol';
import { z } from 'zod';
import type { Logger } from '../../platform/log/index.ts';
import type { AuthorizationStatus, ExactPayment, PaymentChain, StoredPayment, Transfer } from './chain.port.ts';
import { type ClaimKey, type ClaimRow, type ClaimState, type ClaimStore, OPEN_STATES } from './claims.store.ts';
import type { Credit } from './credit.service.ts';
import { UNPAID } from './direct.service.ts';
import { paymentProblem, toTerms } from './intents.answer.ts';
import { stateAt } from './intents.policy.ts';
import type { IntentRow, IntentStore } from './intents.store.ts';
import type { InTransaction, PaymentTransaction } from './payments.transaction.ts';
import { processEach } from './process-each.ts';

type Deps = {
  readonly claims: ClaimStore;
  readonly intents: IntentStore;
  readonly credit: Credit;
  readonly inTransaction: InTransaction;
  readonly getChain: () => PaymentChain;
  readonly pause: (ms: number) => Promise<void>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};
/** A received payment with its principal, request and intent. */
type Purchase = {
  readonly principal: string;
  /** SHA-256 of the route and the canonical body, so that a captured payment cannot be used with another body. */
  readonly requestSha256: string;
  readonly intent: IntentRow;
  readonly payment: ExactPayment;
};

type PaidIntent = Pick<Purchase, 'intent' | 'payment'>;

const LIMITS = { waitMs: 3_000, lookEveryMs: 100, settleMs: 60_000, lagMs: 120_000, batch: 20 } as const;
const ClaimId = z.uuidv7();
const PaymentIdentifier = z.object({
  'payment-identifier': z.object({ info: z.object({ id: z.string().min(1).max(256) }) }),
});

/** Steps 5 and 9 to 13 of the order of checks: an authorization settles once and pays for one request, despite any repeats. */
export function createX402Payments(deps: Deps) {
  const { claims, intents, credit, inTransaction, getChain, pause, random, clock, log } = deps;

  /** Returns the intent paid by this payment. Otherwise throws the problem to answer with. */
  async function pay(purchase: Purchase): Promise<IntentRow> {
    const { intent, payment } = purchase;
    const chain = getChain();
    const key = keyOf(intent, payment);
    const earlier = await claims.find(key);
    if (earlier !== undefined) return resume(earlier, purchase);
    await requireFreshIdentifier(payment);
    const state = stateAt(intent, clock.now());
    if (state !== 'REQUIRES_PAYMENT') throw refusalOf(state);
    if (chain.findMismatch(payment, toTerms(intent)) !== undefined)
      throw paymentProblem('payment_mismatch', intent, chain);
    // Before the claim, which recovery finishes as soon as the chain shows its transfer.
    const invalidReason = chain.findForgery(payment, toTerms(intent));
    if (invalidReason !== undefined) throw paymentProblem('payment_invalid', intent, chain, { invalidReason });

    const claim = await claimFor(purchase, key);
    if (claim === undefined) return resume(await getClaim(key), purchase);
    await requireValid(claim, purchase);
    return settle(claim, purchase);
  }

  /** Step 5: the result of a repeated payment, or `undefined` for a new one. */
  async function findRepeat(shown: Omit<Purchase, 'intent'>): Promise<IntentRow | undefined> {
    const claim = await claims.find(keyOf({ terms: getChain().offer }, shown.payment));
    if (claim === undefined) return undefined;
    const intent = await intents.find(claim.intentId, shown.principal);
    if (intent === undefined) throw new Problem('payment_already_used');
    return resume(claim, { ...shown, intent });
  }

  /** Inserts the row first: of two concurrent attempts, one settles and the other waits for it. */
  async function claimFor({ principal, requestSha256, intent, payment }: Purchase, key: ClaimKey) {
    const fromBlock = await askChain(() => getChain().headBlock());
    const now = clock.now();
    const claim: ClaimRow = {
      id: newUuidV7(ClaimId, now.getTime(), random),
      intentId: intent.id,
      ...key,
      principal,
      requestSha256,
      paymentIdentifier: identifierOf(payment),
      payment: toWire(payment),
      state: 'CLAIMED',
      fromBlock,
      validBefore: toDate(payment.authorization.validBefore),
      claimedAt: now,
      changedAt: now,
    };
    return inTransaction(async (stores) => {
      const locked = await stores.intents.lock(intent.id);
      if (!(await stores.claims.insert(claim))) return undefined;
      if (locked.state !== 'REQUIRES_PAYMENT') throw refusalOf(locked.state);
      await credit.moveIn(stores, locked, { state: 'PENDING', method: 'X402', payer: key.payer, lastError: null });
      return claim;
    });
  }

  async function requireValid(claim: ClaimRow, { intent, payment }: Purchase): Promise<void> {
    const chain = getChain();
    const verified = await chain.verify(payment, toTerms(intent));
    if (verified.kind === 'valid') return;
    const problem =
      verified.kind === 'invalid'
        ? paymentProblem('payment_invalid', intent, chain, { invalidReason: verified.reason })
        : new Problem('facilitator_unavailable');
    await release(claim, problem);
    throw problem;
  }

  async function settle(claim: ClaimRow, purchase: Purchase): Promise<IntentRow> {
    const { intent, payment } = purchase;
    const chain = getChain();
    if (!(await claims.move(claim.id, 'CLAIMED', 'SETTLING', clock.now()))) return stepBack(purchase);
    const outcome = await chain.settle(payment, toTerms(intent));
    const status = await findAuthorizationStatus(claim, purchase);
    if (status.kind === 'used') return finish(claim, status.transfer);
    const isSure = outcome.kind === 'failed' || outcome.kind === 'unavailable' || status.kind === 'void';
    if (!isSure || status.kind === 'untraced') {
      await claims.move(claim.id, 'SETTLING', 'UNKNOWN', clock.now());
      throw new Problem('payment_pending');
    }
    const problem =
      outcome.kind === 'unavailable'
        ? new Problem('facilitator_unavailable')
        : paymentProblem('payment_settlement_failed', intent, chain);
    await release(claim, problem);
    throw problem;
  }

  /** While this process slept, another released its claim and the payer may have paid again, so nothing is sent. */
  async function stepBack(purchase: Purchase): Promise<IntentRow> {
    const { intent, payment } = purchase;
    const other = await claims.find(keyOf(intent, payment));
    if (other === undefined) throw paymentProblem('payment_settlement_failed', intent, getChain());
    return resume(other, purchase);
  }

  /** Reads the result of the authorization from the token. Unknown without an answer. */
  async function findAuthorizationStatus(
    { fromBlock }: ClaimRow,
    { payment, intent }: PaidIntent,
  ): Promise<AuthorizationStatus> {
    const chain = getChain();
    try {
      return await chain.findAuthorizationStatus(payment, toTerms(intent), fromBlock);
    } catch (error) {
      if (chain.isUnavailable(error)) return { kind: 'untraced' };
      throw error;
    }
  }

  async function finish(claim: ClaimRow, transfer: Transfer): Promise<IntentRow> {
    try {
      return await inTransaction(async (stores) => {
        const paid = await credit.creditIn(stores, claim.intentId, transfer, 'X402');
        await stores.claims.close(claim.id, clock.now());
        return paid;
      });
    } catch (error) {
      if (isProblem(error, 'payment_already_used')) await closeSpent(claim, error);
      throw error;
    }
  }

  /** The payer used the settled transfer for another intent first, so this intent is unpaid and the claim is spent. */
  const closeSpent = (claim: ClaimRow, because: Problem): Promise<void> =>
    inTransaction(async (stores) => {
      const intent = await stores.intents.lock(claim.intentId);
      await stores.claims.close(claim.id, clock.now());
      await freeIn(stores, intent, because);
    });

  async function freeIn(stores: PaymentTransaction, intent: IntentRow, because: Problem): Promise<void> {
    if (intent.state !== 'PENDING' || intent.method !== 'X402') return;
    await credit.moveIn(stores, intent, { ...UNPAID, lastError: { code: because.code, detail: because.message } });
  }

  /**
   * Call only when it is certain that nothing was paid. Returns false when the claim has left the states in which that
   * is certain.
   */
  const release = (claim: ClaimRow, because: Problem, from: readonly ClaimState[] = OPEN_STATES): Promise<boolean> =>
    inTransaction(async (stores) => {
      const intent = await stores.intents.lock(claim.intentId);
      const isReleased = await stores.claims.release(claim.id, from);
      if (isReleased) await freeIn(stores, intent, because);
      return isReleased;
    });

  /** Handles a repeated payment: the same request gets the same answer, any other is refused. */
  async function resume(claim: ClaimRow, purchase: Purchase): Promise<IntentRow> {
    const isSame = claim.principal === purchase.principal && claim.requestSha256 === purchase.requestSha256;
    if (!isSame) throw new Problem('payment_already_used');
    const settled = claim.state === 'UNKNOWN' ? claim : await waitFor(claim);
    if (settled === undefined) throw paymentProblem('payment_settlement_failed', purchase.intent, getChain());
    if (settled.state === 'SETTLED') return getPaid(settled);
    if (settled.state === 'CLAIMED' && isAbandoned(settled)) return takeOver(settled, purchase);
    if (!isOpen(settled) || isAbandoned(settled)) return resolve(settled, purchase);
    // The settling process may be slow, or may have ended after the transfer. Any process can complete a transfer that
    // the chain shows.
    const status = await findAuthorizationStatus(settled, purchase);
    if (status.kind !== 'used') throw new Problem('payment_pending');
    return finish(settled, status.transfer);
  }

  /** The process of the claim died before it sent anything, so the repeated payment is treated as new. */
  async function takeOver(claim: ClaimRow, purchase: Purchase): Promise<IntentRow> {
    try {
      return await resolve(claim, purchase);
    } catch (error) {
      if (!isProblem(error, 'payment_settlement_failed')) throw error;
    }
    const intent = await intents.find(claim.intentId, claim.principal);
    if (intent === undefined) throw new Error('A claim has no intent');
    return pay({ ...purchase, intent });
  }

  const isOpen = ({ state }: ClaimRow): boolean => state === 'CLAIMED' || state === 'SETTLING';
  const isAbandoned = ({ changedAt }: ClaimRow): boolean =>
    clock.now().getTime() - changedAt.getTime() > LIMITS.settleMs;

  /** Undefined when the claim was released meanwhile. */
  async function waitFor(claim: ClaimRow): Promise<ClaimRow | undefined> {
    let row: ClaimRow | undefined = claim;
    for (let waitedMs = 0; row && isOpen(row) && waitedMs < LIMITS.waitMs; waitedMs += LIMITS.lookEveryMs) {
      await pause(LIMITS.lookEveryMs);
      row = await claims.findById(claim.id);
    }
    return row;
  }

  async function getPaid(claim: ClaimRow): Promise<IntentRow> {
    const intent = await intents.find(claim.intentId, claim.principal);
    if (intent === undefined) throw new Error('A settled claim has no intent');
    const isPaidByIt = intent.method === 'X402' && intent.payer?.toLowerCase() === claim.payer.toLowerCase();
    if (!isPaidByIt) throw new Problem('payment_already_used');
    return intent;
  }

  /** Looks up an uncertain settlement; never settles again. */
  async function resolve(claim: ClaimRow, { intent }: Pick<Purchase, 'intent'>): Promise<IntentRow> {
    const status = await findAuthorizationStatus(claim, { payment: parseStored(claim), intent });
    if (status.kind === 'used') return finish(claim, status.transfer);
    const wasNeverSent = claim.state === 'CLAIMED';
    const isOver = clock.now().getTime() > claim.validBefore.getTime() + LIMITS.lagMs;
    const isCertain = status.kind === 'void' || (status.kind === 'unused' && (wasNeverSent || isOver));
    if (!isCertain) throw new Problem('payment_pending');
    const problem = paymentProblem('payment_settlement_failed', intent, getChain());
    // The process of the claim may have resumed since the read, and may have sent the payment.
    if (!(await release(claim, problem, [claim.state]))) throw new Problem('payment_pending');
    throw problem;
  }

  /** Resolves claims of terminated processes. Returns the number resolved. */
  async function recover(): Promise<number> {
    const stale = await claims.listStale(new Date(clock.now().getTime() - LIMITS.settleMs), LIMITS.batch);
    return processEach(stale, {
      move: recoverOne,
      async putOff(claim, error) {
        log.warn({ err: error, claimId: claim.id }, 'resolving an x402 claim failed');
        await putOff(claim);
      },
    });
  }

  async function recoverOne(claim: ClaimRow): Promise<boolean> {
    const intent = await intents.find(claim.intentId, claim.principal);
    if (intent === undefined) throw new Error('A claim has no intent');
    try {
      await resolve(claim, { intent });
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const left = await claims.findById(claim.id);
      if (left === undefined || left.state === 'SETTLED') return true;
      if (error.code !== 'payment_pending') throw error;
      await putOff(claim);
      return false;
    }
  }

  /**
   * A claim that was never sent keeps its state, so that it is released as soon as the token can be queried, however
   * long it is valid.
   */
  const putOff = ({ id, state }: ClaimRow): Promise<boolean> =>
    claims.move(id, state, state === 'CLAIMED' ? 'CLAIMED' : 'UNKNOWN', clock.now());

  function parseStored(claim: ClaimRow): ExactPayment {
    const parsed = getChain().parsePayment(claim.payment);
    if (parsed.kind === 'malformed') throw new Error(`A stored payment cannot be read: ${parsed.detail}`);
    return parsed.payment;
  }

  async function requireFreshIdentifier(payment: ExactPayment): Promise<void> {
    const identifier = identifierOf(payment);
    if (identifier === null) return;
    if ((await claims.findByIdentifier(identifier)) !== undefined) throw new Problem('payment_identifier_conflict');
  }

  async function getClaim(key: ClaimKey): Promise<ClaimRow> {
    const claim = await claims.find(key);
    if (claim === undefined) throw new Problem('payment_pending');
    return claim;
  }

  async function askChain<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      if (getChain().isUnavailable(error)) throw new Problem('chain_unavailable', undefined, { cause: error });
      throw error;
    }
  }

  return { pay, findRepeat, recover };
}
export type X402Payments = ReturnType<typeof createX402Payments>;

/** Another payment for the same purchase is in progress. */
const refusalOf = (state: ReturnType<typeof stateAt>): Problem =>
  state === 'PENDING' ? new Problem('payment_pending') : new Problem('payment_intent_wrong_state', { state });

type KeyTerms = { readonly terms: Pick<IntentRow['terms'], 'network' | 'asset'> };
const keyOf = ({ terms }: KeyTerms, { authorization }: ExactPayment): ClaimKey => ({
  network: terms.network,
  asset: terms.asset,
  payer: authorization.from,
  nonce: authorization.nonce,
});

function identifierOf(payment: ExactPayment): string | null {
  if (payment.x402Version === 1) return null;
  const parsed = PaymentIdentifier.safeParse(payment.extensions);
  return parsed.success ? parsed.data['payment-identifier'].info.id : null;
}

function toWire(payment: ExactPayment): StoredPayment {
  const { authorization, signature, ...rest } = payment;
  const { value, validAfter, validBefore } = authorization;
  const texts = { value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` };
  return { ...rest, payload: { signature, authorization: { ...authorization, ...texts } } };
}

/** Converts Unix seconds to a time that the database can store. An unlimited time becomes the year 9999. */
const FAR_FUTURE_SECONDS = 253_402_300_799n;
const toDate = (seconds: bigint): Date =>
  new Date(Number(seconds < FAR_FUTURE_SECONDS ? seconds : FAR_FUTURE_SECONDS) * 1_000);
