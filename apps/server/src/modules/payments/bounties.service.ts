import { type Bounty, EventId, type FlagSeverity, newUuidV7, Problem, type RandomBytes } from '@assay/protocol';
import type { z } from 'zod';
import type { Logger } from '../../platform/log/index.ts';
import type { CertificateEvent } from '../certificates/index.ts';
import type { OperatorDecided } from '../support/index.ts';
import type { Books } from './books.ts';
import type { BountyRow, BountyStore } from './bounties.store.ts';
import type { Hex } from './chain.port.ts';
import type { InTransaction, PaymentTransaction } from './payments.transaction.ts';
import { processEach } from './process-each.ts';

type BountyAnswer = z.input<typeof Bounty>;
type Confirmed = Extract<CertificateEvent, { readonly type: 'flag.confirmed' }>;
type Network = { readonly network: string; readonly embedded: boolean; readonly tokenAddress: Hex | null };
type Deps = {
  readonly store: BountyStore;
  readonly inTransaction: InTransaction;
  readonly books: Books;
  /** Undefined while no chain is open. */
  readonly findNetwork: () => Network | undefined;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};
/** The stores that `grant` needs. */
type Granting = Pick<PaymentTransaction, 'bounties' | 'operatorQueue'>;

const ASY = 10n ** 18n;
const AMOUNTS: Readonly<Record<FlagSeverity, bigint>> = {
  CRITICAL: 500n * ASY,
  HIGH: 200n * ASY,
  MEDIUM: 50n * ASY,
  LOW: 10n * ASY,
};
/** The value of one ASY, in millionths of a USDC, for comparing a bounty with a fee. */
const ASY_IN_USDC = 10_000n;
const APPROVED_WITHIN_MS = 7 * 86_400_000;
/** Behind all items that keep a skill disabled. */
const APPROVAL_PRIORITY = 50;
const BATCH = 50;

const toUsdc = (amount: bigint): bigint => (amount * ASY_IN_USDC) / ASY;

/** Rewards for reporters of confirmed flags that led to a suspension. */
export function createBounties({ store, inTransaction, books, findNetwork, random, clock, log }: Deps) {
  /** False when another process has sent it meanwhile. */
  async function sendIn(stores: PaymentTransaction, id: string, on: Network, token: Hex): Promise<boolean> {
    const bounty = await stores.bounties.lock(id);
    if (bounty?.state !== 'PENDING') return false;
    const { walletAddress: to, amount } = bounty;
    const { network, embedded } = on;
    await books.bountyDue(stores.ledger, { id, amount, network });
    const ref = { type: 'bounty', id } as const;
    await stores.publish({ type: 'payout.due', payout: { ref, network, embedded, token, to, amount } });
    await stores.bounties.change(id, { state: 'SENT', changedAt: clock.now() });
    return true;
  }

  return {
    /** Runs in the transaction that confirms the flag. A planted defect must not earn its author a reward. */
    async grant(stores: Granting, { flag, severity, isFirst }: Confirmed): Promise<void> {
      if (!isFirst) return;
      const now = clock.now();
      const { id: flagId, certificateId } = flag;
      const amount = AMOUNTS[severity];
      const isHeld = toUsdc(amount) > (await stores.bounties.feeOf(certificateId));
      await stores.bounties.insert({
        flagId,
        certificateId,
        walletAddress: flag.walletAddress as Hex,
        amount,
        txHash: null,
        state: isHeld ? 'HELD' : 'PENDING',
        queuedAt: now,
        changedAt: now,
      });
      if (!isHeld) return;
      const dueAt = new Date(now.getTime() + APPROVED_WITHIN_MS);
      const ref = { type: 'bounty', id: flagId };
      await stores.operatorQueue.add({ kind: 'FLAG', ref, priority: APPROVAL_PRIORITY, openedAt: now, dueAt });
    },

    /** Applies an operator's decision on a held bounty. */
    async decide(stores: Granting, { ref, verdict }: OperatorDecided): Promise<void> {
      if (ref.type !== 'bounty') return;
      const bounty = await stores.bounties.lock(ref.id);
      const isHeld = bounty?.state === 'HELD' && verdict.decision !== 'OPEN';
      if (!isHeld) throw new Problem('flag_wrong_state', { state: 'CONFIRMED' });
      const state = verdict.decision === 'CONFIRM' ? 'PENDING' : 'REFUSED';
      await stores.bounties.change(ref.id, { state, changedAt: clock.now() });
    },

    /** Queues pending bounties for the outbox once a chain with the token is open. Returns their number. */
    async sendDue(): Promise<number> {
      const on = findNetwork();
      const token = on?.tokenAddress;
      if (on === undefined || token === undefined || token === null) return 0;
      return processEach(await store.listPending(BATCH), {
        move: ({ flagId }) => inTransaction((stores) => sendIn(stores, flagId, on, token)),
        async putOff({ flagId }, error) {
          log.warn({ err: error, flagId }, 'sending a bounty failed');
          await store.change(flagId, { changedAt: clock.now() });
        },
      });
    },

    /** The transfer is final on the chain. */
    async paidIn(
      stores: PaymentTransaction,
      flagId: string,
      paid: { txHash: Hex | null; network: string },
    ): Promise<void> {
      const bounty = await stores.bounties.lock(flagId);
      if (bounty === undefined || bounty.state !== 'SENT') return;
      const at = clock.now();
      const { amount, certificateId } = bounty;
      await books.bountyPaid(stores.ledger, { id: flagId, amount, network: paid.network });
      await stores.bounties.change(flagId, { state: 'PAID', txHash: paid.txHash, changedAt: at });
      await stores.events.add({
        id: newUuidV7(EventId, at.getTime(), random),
        kind: 'bounty.paid',
        occurredAt: at,
        outcome: 'success',
        subjectType: 'certificate',
        subjectId: certificateId,
        causedBy: null,
        data: { flagId, amount: amount.toString(), txHash: paid.txHash },
      });
    },

    /** Bounties by flag, in wire form. */
    async find(flagIds: readonly string[]): Promise<Map<string, BountyAnswer>> {
      const rows = await store.listByFlags(flagIds);
      return new Map(rows.map((row) => [row.flagId, toBounty(row)]));
    },

    totalPaid: store.totalPaid,
  };
}
export type Bounties = ReturnType<typeof createBounties>;

const NO_BOUNTY: BountyAnswer = { state: 'NONE', amount: null, txHash: null };

const toBounty = (row: BountyRow): BountyAnswer => (row.state === 'REFUSED' ? NO_BOUNTY : toOwed(row));

const toOwed = ({ state, amount, txHash }: BountyRow): BountyAnswer => ({
  state: state === 'PAID' ? 'PAID' : 'PENDING',
  amount: { amount: amount.toString(), currency: 'ASY', decimals: 18 },
  txHash: txHash as BountyAnswer['txHash'],
});
