import { toBuiltIns } from './built-ins.ts';
import { ISSUE, type MarkBooks, type Move, stakeOf } from './mark-books.ts';
import type { ValidatorStore } from './validators.store.ts';
import type { InTransaction } from './validators.transaction.ts';

type Deps = {
  readonly store: Pick<ValidatorStore, 'countBuiltIns'>;
  readonly inTransaction: InTransaction;
  readonly books: MarkBooks;
  readonly clock: { now(): Date };
};

/** Seats the built-in validators, with their stake, before the first panel is drawn. Done before, it does nothing. */
export async function seatBuiltIns({ store, inTransaction, books, clock }: Deps): Promise<void> {
  const builtIns = toBuiltIns(clock.now());
  if ((await store.countBuiltIns()) === builtIns.length) return;
  await inTransaction(async (tx) => {
    await tx.validators.lockBooks();
    const added = await tx.validators.insertAll(builtIns);
    const moves = added.map(
      ({ actorId, entryStake }): Move => ({ from: ISSUE, to: stakeOf(actorId), amount: entryStake }),
    );
    await books.bookIn(tx.ledger, { kind: 'money.issued', ref: { type: 'genesis', id: 'built-in validators' }, moves });
  });
}
