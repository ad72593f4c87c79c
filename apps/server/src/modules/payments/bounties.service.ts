import { type Bounty, EventId, type FlagSeverity, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { z } from 'zod';
import type { Books } from './books.ts';
import type { BountyRow, BountyStore } from './bounties.store.ts';
import type { Hex } from './chain.port.ts';
import type { InTransaction, PaymentTransaction } from './payments.transaction.ts';

export type BountyAnswer = z.input<typeof Bounty>;
type Flag = { readonly id: string; readonly certificateId: string; readonly walletAddress: string };
type Network = { readonly network: string; readonly embedded: boolean; readonly tokenAddress: Hex | null };
type Deps = {
  readonly store: BountyStore;
  readonly inTransaction: InTransaction;
  readonly books: Books;
  /** Undefined while no chain is open. */
  readonly findNetwork: () => Network | undefined;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const ASY = 10n ** 18n;
const AMOUNTS: Readonly<Record<FlagSeverity, bigint>> = {
  CRITICAL: 500n * ASY,
  HIGH: 200n * ASY,
  MEDIUM: 50n * ASY,
  LOW: 10n * ASY,
};
const BATCH = 50;

/** What a confirmed flag that led to a suspension earns its reporter. */
export function createBounties({ store, inTransaction, books, findNetwork, random, clock }: Deps) {
  async function sendIn(stores: PaymentTransaction, bounty: BountyRow, on: Network, token: Hex): Promise<void> {
    const { flagId: id, walletAddress: to, amount } = bounty;
    const { network, embedded } = on;
    await books.bountyDue(stores.ledger, { id, amount, network });
    await stores.payouts.send({ ref: { type: 'bounty', id }, network, embedded, token, to, amount });
    await stores.bounties.change(id, { state: 'SENT', changedAt: clock.now() });
  }

  return {
    /** In the transaction that confirms the flag. */
    async addIn(stores: Pick<PaymentTransaction, 'bounties'>, flag: Flag, severity: FlagSeverity): Promise<void> {
      const now = clock.now();
      const walletAddress = flag.walletAddress as Hex;
      const amount = AMOUNTS[severity];
      const row = { flagId: flag.id, certificateId: flag.certificateId, walletAddress, amount };
      await stores.bounties.insert({ ...row, state: 'PENDING', txHash: null, queuedAt: now, changedAt: now });
    },

    /** Hands waiting bounties to the outbox once there is a chain with the token; says how many. */
    async sendDue(): Promise<number> {
      const on = findNetwork();
      const token = on?.tokenAddress;
      if (on === undefined || token === undefined || token === null) return 0;
      return inTransaction(async (stores) => {
        const waiting = await stores.bounties.lockPending(BATCH);
        for (const bounty of waiting) await sendIn(stores, bounty, on, token);
        return waiting.length;
      });
    },

    /** The chain has the transfer for good. */
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
        ...{ id: newUuidV7(EventId, at.getTime(), random), kind: 'bounty.paid', occurredAt: at, outcome: 'success' },
        ...{ subjectType: 'certificate', subjectId: certificateId, causedBy: null },
        data: { flagId, amount: amount.toString(), txHash: paid.txHash },
      });
    },

    /** By flag, in the form they have on the wire. */
    async find(flagIds: readonly string[]): Promise<Map<string, BountyAnswer>> {
      const rows = await store.listByFlags(flagIds);
      return new Map(rows.map((row) => [row.flagId, toBounty(row)]));
    },

    totalPaid: store.totalPaid,
  };
}
export type Bounties = ReturnType<typeof createBounties>;

const toBounty = ({ state, amount, txHash }: BountyRow): BountyAnswer => ({
  state: state === 'PAID' ? 'PAID' : 'PENDING',
  amount: { amount: amount.toString(), currency: 'ASY', decimals: 18 },
  txHash: txHash as BountyAnswer['txHash'],
});
