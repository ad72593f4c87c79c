import { createHash } from 'node:crypto';
import { JournalId, newUuidV7, Problem, type Ref } from '@assay/protocol';
import { BookingRefused, type Owner } from '../ledger/index.ts';
import type { MarkBooks, PurseTransaction } from './mark-books.ts';
import { COMMONS, type Move, purseOf } from './owners.ts';

/** What every act has: why, for what, and a key under which it happens once. */
type Act = {
  /** The kind of its journal, for example `listing.sold`. */
  readonly reason: string;
  readonly ref: Ref;
  /** The same key with the same act gives back what was done; with another act it is a mistake of the caller and throws. */
  readonly idempotencyKey: string;
};
export type Payment = Act & {
  /** Actors. */
  readonly from: string;
  readonly to: string;
  /** What the payer gives, the fee included. */
  readonly amount: bigint;
  /** The part of it that goes to the commons fund. */
  readonly fee: bigint;
};
/** Between a purse and what the service keeps for a purpose; what is paid for none goes to the commons fund. */
type PotAct = Act & { readonly actorId: string; readonly amount: bigint; readonly pot?: Owner };
type Paid = { readonly journalId: JournalId; readonly received: bigint; readonly fee: bigint };

/** What actors pay with. Every call is part of the caller's transaction, and refuses what the purse does not hold. */
export function createPurse({ books }: { readonly books: MarkBooks }) {
  /** Once for each key, however often it is asked. Throws `insufficient_funds`. */
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
    /** Under which an act is booked, known before it is. */
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
    /** From a pot into the purse of another actor, the fee to the commons fund. */
    payOutIn(tx: PurseTransaction, act: PotAct & { readonly pot: Owner; readonly fee: bigint }): Promise<JournalId> {
      const { actorId, amount, fee, pot } = act;
      requireAmount(amount);
      const moves = [
        { from: pot, to: purseOf(actorId), amount: amount - fee },
        { from: pot, to: COMMONS, amount: fee },
      ];
      return actIn(tx, act, moves);
    },
    /** What the actor can spend now. */
    balanceIn: (tx: PurseTransaction, actorId: string): Promise<bigint> => books.spendable(tx, actorId),
    /** What of it can be staked. */
    stakeableIn: (tx: PurseTransaction, actorId: string): Promise<bigint> => books.stakeable(tx, actorId),
  };
}
export type Purse = ReturnType<typeof createPurse>;

/** What the books refuse for want of marks, as the problem that callers of the service know. */
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

/** The same for the same key: the ledger books an id once. There is no time in it. */
function toJournalId(reason: string, key: string): JournalId {
  const digest = createHash('sha256').update(`${reason}\n${key}`).digest();
  return newUuidV7(JournalId, 0, (length) => digest.subarray(0, length));
}
