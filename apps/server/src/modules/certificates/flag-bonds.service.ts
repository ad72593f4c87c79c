import { bondOf, COMMONS, type MarkBooks, type Purse } from '../purse/index.ts';
import type { CertificateEvent } from './certificates.published.ts';
import type { CertificateTransaction, InTransaction } from './certificates.service.ts';
import type { FlagRow, FlagStore } from './flags.store.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly flags: Pick<FlagStore, 'listOverdueBonds'>;
  readonly books: Pick<MarkBooks, 'bookIn'>;
  readonly purse: Pick<Purse, 'chargeIn' | 'refundIn'>;
  readonly clock: { now(): Date };
};
type BondDue = Extract<CertificateEvent, { readonly type: 'flag.bond-due' }>;

const OVERDUE_BATCH = 100;

/** Bonds of flags: held on filing, lost to the commons on dismissal or withdrawal, returned otherwise. */
export function createFlagBonds({ inTransaction, flags, books, purse, clock }: Deps) {
  const refOf = ({ id }: FlagRow) => ({ type: 'flag', id });

  /** Throws `insufficient_funds`. */
  async function holdIn(tx: CertificateTransaction, flag: FlagRow): Promise<void> {
    const { id, bond: amount, bondActorId: actorId } = flag;
    if (amount === null || actorId === null) return;
    const act = { reason: 'bond.taken', ref: refOf(flag), idempotencyKey: id };
    await purse.chargeIn(tx, { ...act, actorId, amount, pot: bondOf(actorId) });
  }

  async function settleIn(tx: CertificateTransaction, flag: FlagRow): Promise<void> {
    // An open flag had its effect: a withdrawal does not undo the time in which the certificate was not valid.
    const isLost = flag.state === 'DISMISSED' || flag.state === 'WITHDRAWN';
    const settled = await tx.flags.settleBond(flag.id, isLost ? 'LOST' : 'RETURNED');
    if (settled === undefined) return; // an overdue flag got its bond back before this decision
    const { bond: amount, bondActorId: actorId } = settled;
    if (amount === null || actorId === null) throw new Error(`Flag ${flag.id} has a bond without an owner.`);
    const [pot, ref] = [bondOf(actorId), refOf(flag)];
    if (isLost) return books.bookIn(tx, { kind: 'bond.lost', ref, moves: [{ from: pot, to: COMMONS, amount }] });
    await purse.refundIn(tx, { reason: 'bond.returned', ref, idempotencyKey: flag.id, actorId, amount, pot });
  }

  /** Returns the bonds of flags that were not decided in time. The flags stay undecided. */
  async function returnOverdue(): Promise<void> {
    const overdue = await flags.listOverdueBonds(clock.now(), OVERDUE_BATCH);
    for (const { id } of overdue) {
      await inTransaction(async (tx) => {
        const flag = await tx.flags.lock(id);
        if (flag?.state === 'OPEN' || flag?.state === 'RECEIVED') await settleIn(tx, flag);
      });
    }
  }

  return { holdIn, settle: (tx: CertificateTransaction, { flag }: BondDue) => settleIn(tx, flag), returnOverdue };
}
export type FlagBonds = ReturnType<typeof createFlagBonds>;
