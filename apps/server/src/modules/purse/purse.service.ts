import { createHash } from 'node:crypto';
import { JournalId, newUuidV7, Problem, type Ref } from '@assay/protocol';
import { BookingRefused, type Owner } from '../ledger/index.ts';
import type { MarkBooks, PurseTransaction } from './mark-books.ts';
import { COMMONS, type Move, purseOf } from './owners.ts';

/** The common part of every act: reason, reference and idempotency key. */
type Act = {
  /** The kind of its journal, for example `listing.sold`. */
  readonly reason: string;
  readonly ref: Ref;
  /** The same key with the same act returns the first result. With another act it is a programming error and throws. */
  readonly idempotencyKey: string;
};
export type Payment = Act & {
  /** Actor ids. */
  readonly from: string;
  readonly to: string;
  /** The amount that the payer gives, including the fee. */
  readonly amount: bigint;
  /** The part that goes to the commons fund. */
  readonly fee: bigint;
};
/** A movement between a purse and a pot, which is the commons fund by default. */
type PotAct = Act & { readonly actorId: string; readonly amount: bigint; readonly pot?: Owner };
type Paid = { readonly journalId: JournalId; readonly received: bigint; readonly fee: bigint };

/** Payments of actors. Every call is part of the caller's transaction and rejects what exceeds the purse. */
export function createPurse({ books }: { readonly books: MarkBooks }) {
  /** Executes once per key. Throws `insufficient_funds`. */
  async function actIn(tx: PurseTransaction, { reason, ref, idempotencyKey }: Act, moves: readonly Move[]) {
    const id = toJournalId(reason, idempotencyKey);
    await refusingOverdraft(() => books.bookIn(tx, { id, kind: reason, ref, moves }));
    return id;
  }

  async function payIn(tx: PurseTransaction, payment: Payment): Promise<Paid> {
    const { amount, fee } = payment;
    requireAmount(amount);
    if (fee < 0n || fee > amount) throw new RangeError('A fee cannot exceed the amount.');
    if (payment.from === payment.to) throw new RangeError('A purse cannot pay itself.');
    const [from, received] = [purseOf(payment.from), amount - fee];
    const moves = [
      { from, to: purseOf(payment.to), amount: received },
      { from, to: COMMONS, amount: fee },
    ];
    return { journalId: await actIn(tx, payment, moves), received, fee };
  }

  return {
    payIn,
    /** The journal id of an act, known before it is booked. */
    journalIdOf: ({ reason, idempotencyKey }: Pick<Act, 'reason' | 'idempotencyKey'>): JournalId =>
      toJournalId(reason, idempotencyKey),
    /** From the purse into a pot. */
    chargeIn(tx: PurseTransaction, act: PotAct): Promise<JournalId> {
      const { actorId, amount, pot = COMMONS } = act;
      requireAmount(amount);
      return actIn(tx, act, [{ from: purseOf(actorId), to: pot, amount }]);
    },
    /** From a pot back into the purse. */
    refundIn(tx: PurseTransaction, act: PotAct & { readonly pot: Owner }): Promise<JournalId> {
      const { actorId, amount, pot } = act;
      requireAmount(amount);
      return actIn(tx, act, [{ from: pot, to: purseOf(actorId), amount }]);
    },
    /** From a pot into the purse of another actor, minus the fee for the commons fund. */
    payOutIn(tx: PurseTransaction, act: PotAct & { readonly pot: Owner; readonly fee: bigint }): Promise<JournalId> {
      const { actorId, amount, fee, pot } = act;
      requireAmount(amount);
      const moves = [
        { from: pot, to: purseOf(actorId), amount: amount - fee },
        { from: pot, to: COMMONS, amount: fee },
      ];
      return actIn(tx, act, moves);
    },
    /** The marks that the actor can spend now. */
    balanceIn: (tx: PurseTransaction, actorId: string): Promise<bigint> => books.spendable(tx, actorId),
    /** The part of it that can be staked. */
    stakeableIn: (tx: PurseTransaction, actorId: string): Promise<bigint> => books.stakeable(tx, actorId),
  };
}
export type Purse = ReturnType<typeof createPurse>;

/** Converts the books' overdraft error to the public problem. */
export async function refusingOverdraft<T>(book: () => Promise<T>): Promise<T> {
  try {
    return await book();
  } catch (error) {
    if (!(error instanceof BookingRefused) || error.because.code !== 'insufficient_funds') throw error;
    const { needed, available } = error.because;
    throw new Problem('insufficient_funds', { needed: needed.toString(), available: available.toString() });
  }
}

function requireAmount(amount: bigint): void {
  if (amount <= 0n) throw new RangeError('The amount must be positive.');
}

/** Derived from the key, because the ledger books an id once. Contains no time. */
function toJournalId(reason: string, key: string): JournalId {
  const digest = createHash('sha256').update(`${reason}\n${key}`).digest();
  return newUuidV7(JournalId, 0, (length) => digest.subarray(0, length));
}
