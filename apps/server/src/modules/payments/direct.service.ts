import { Problem } from '@assay/protocol';
import type { Logger } from '../../platform/log/index.ts';
import type { Hex, PaymentChain, Transfer } from './chain.port.ts';
import type { Credit } from './credit.service.ts';
import { toTerms } from './intents.answer.ts';
import type { Intents } from './intents.service.ts';
import type { IntentRow, IntentStore } from './intents.store.ts';
import type { InTransaction } from './payments.transaction.ts';
import { processEach } from './process-each.ts';

export type Payer = { readonly principal: string; readonly wallets: () => Promise<readonly string[]> };
type Shown = { readonly principal: string; readonly resource: string; readonly requestSha256: string };
type Proof = { readonly txHash: Hex; readonly signature?: Hex | undefined };
type Deps = {
  readonly intents: Pick<Intents, 'get'>;
  readonly store: IntentStore;
  readonly credit: Credit;
  readonly inTransaction: InTransaction;
  readonly getChain: () => PaymentChain;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

/** Interval for checking payments that wait for confirmations. */
const RECHECK_MS = 5_000;
const BATCH = 20;

/** The message that a payer signs to prove a transfer from a wallet that is not linked. */
export const paymentMessage = (intentId: string): string => `Assay payment ${intentId}`;

/** Payments by a plain ERC-20 transfer that the payer sends. */
export function createDirectPayments({ intents, store, credit, inTransaction, getChain, clock, log }: Deps) {
  /** Idempotent: the same transfer gives the same answer. */
  async function confirm(intentId: string, payer: Payer, { txHash, signature }: Proof): Promise<IntentRow> {
    const intent = await intents.get(intentId, payer.principal);
    if (!mayBePaidBy(intent, txHash)) throw new Problem('payment_intent_wrong_state', { state: intent.state });
    if (!isUnpaid(intent)) return intent;
    const transfer = await ask(() => findTransfer(intent, txHash));
    if (transfer === undefined) return await wait(intent, txHash, null);
    await requirePayer(intent, payer, transfer.from, signature);
    if (transfer.confirmations < BigInt(intent.terms.confirmations)) return wait(intent, txHash, transfer.from);
    return inTransaction((stores) => credit.creditIn(stores, intent.id, transfer, 'DIRECT'));
  }

  /**
   * Finds the purchase that a transfer already paid for this request. Returns `undefined` when the transfer is unused;
   * throws when it paid for something else.
   */
  async function findRepeat(txHash: Hex, request: Shown): Promise<IntentRow | undefined> {
    const used = await store.listTransfers(getChain().offer.network, txHash);
    for (const { intentId } of used) {
      const intent = await store.find(intentId, request.principal);
      const { resource, requestSha256 } = intent ?? {};
      if (resource === request.resource && requestSha256 === request.requestSha256) return intent;
    }
    if (used.length > 0) throw new Problem('payment_already_used');
    return undefined;
  }

  /** Undefined while the transfer is in the mempool of a node. */
  async function findTransfer(intent: IntentRow, txHash: Hex): Promise<Transfer | undefined> {
    const found = await getChain().findTransfer(txHash, { ...toTerms(intent), notBefore: intent.createdAt });
    switch (found.kind) {
      case 'match':
        return found.transfer;
      case 'waiting':
        return undefined;
      case 'unknown':
        throw new Problem('transaction_not_found');
      case 'failed':
        throw new Problem('transfer_mismatch', { reason: 'the transaction failed' });
      case 'mismatch':
        throw new Problem('transfer_mismatch', { reason: found.because });
    }
  }

  async function requirePayer(intent: IntentRow, payer: Payer, from: Hex, signature: Hex | undefined): Promise<void> {
    const wallets = await payer.wallets();
    if (wallets.some((wallet) => wallet.toLowerCase() === from.toLowerCase())) return;
    const isProven =
      signature !== undefined && (await ask(() => getChain().isSignedBy(from, paymentMessage(intent.id), signature)));
    if (!isProven) throw new Problem('payer_not_linked');
  }

  /**
   * A proven payer stays proven for that transfer, even while a reorganisation hides it. Another request may have
   * completed the payment meanwhile, and a paid intent stays paid.
   */
  function wait(intent: IntentRow, txHash: Hex, payer: Hex | null): Promise<IntentRow> {
    return inTransaction(async (stores) => {
      const locked = await stores.intents.lock(intent.id);
      if (!mayBePaidBy(locked, txHash)) throw new Problem('payment_intent_wrong_state', { state: locked.state });
      if (!isUnpaid(locked)) return locked;
      const known = locked.txHash === txHash ? locked.payer : null;
      const pending = { state: 'PENDING', method: 'DIRECT', txHash, payer: payer ?? known, lastError: null } as const;
      return credit.moveIn(stores, locked, pending);
    });
  }

  /** Reports a silent chain as a failure of the service, not of the payer. */
  async function ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof Problem) && getChain().isUnavailable(error)) {
        throw new Problem('chain_unavailable', undefined, { cause: error });
      }
      throw error;
    }
  }

  /** Advances payments with a known payer that lacked confirmations. Returns the number that moved. */
  async function advance(): Promise<number> {
    const due = await store.listPendingDirect(new Date(clock.now().getTime() - RECHECK_MS), BATCH);
    return processEach(due, {
      move: advanceOne,
      async putOff({ id }, error) {
        log.warn({ err: error, paymentIntentId: id }, 'processing a pending payment failed');
        await store.putOff(id, clock.now());
      },
    });
  }

  async function advanceOne(intent: IntentRow): Promise<boolean> {
    const { txHash, payer } = intent;
    if (txHash === null) throw new Error('A pending transfer has no hash');
    try {
      const transfer = await ask(() => findTransfer(intent, txHash));
      const isDone = transfer !== undefined && transfer.confirmations >= BigInt(intent.terms.confirmations);
      if (isDone && payer === transfer.from) {
        const paid = await inTransaction((stores) => credit.creditIn(stores, intent.id, transfer, 'DIRECT'));
        if (paid.state !== intent.state) return true;
      }
      await store.putOff(intent.id, clock.now());
      return false;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'chain_unavailable') return false;
      return giveUp(intent, error);
    }
  }

  /** Reopens an intent whose transfer failed or was removed by a reorganisation. Returns false when it moved on meanwhile. */
  const giveUp = (intent: IntentRow, because: Problem): Promise<boolean> =>
    inTransaction(async (stores) => {
      const locked = await stores.intents.lock(intent.id);
      if (locked.state !== 'PENDING' || locked.txHash !== intent.txHash) return false;
      const lastError = { code: because.code, detail: because.message };
      await credit.moveIn(stores, locked, { ...UNPAID, lastError });
      return true;
    });

  return { confirm, findRepeat, advance };
}
export type DirectPayments = ReturnType<typeof createDirectPayments>;

export const UNPAID = { state: 'REQUIRES_PAYMENT', method: null, payer: null, txHash: null } as const;

const isUnpaid = ({ state }: IntentRow): boolean => state === 'REQUIRES_PAYMENT' || state === 'PENDING';

/** True for an unpaid intent, one pending on any direct transfer, or one paid by this transfer. */
function mayBePaidBy({ state, method, txHash: known }: IntentRow, txHash: Hex): boolean {
  if (state === 'REQUIRES_PAYMENT') return true;
  if (state === 'PENDING') return method === 'DIRECT';
  return method === 'DIRECT' && known === txHash;
}
