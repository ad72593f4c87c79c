import { MERIDIAN_VALIDATORS } from '@assay/economy/world';
import { ISSUE, type MarkBooks, type Move, stakeOf } from '../purse/index.ts';
import { type ReaderName, toBuiltIns } from './built-ins.ts';
import type { ValidatorRow, ValidatorStore } from './validators.store.ts';
import type { InTransaction } from './validators.transaction.ts';
import { moveIn } from './world-entry.ts';

type Deps = {
  readonly store: Pick<ValidatorStore, 'countBuiltIns'>;
  /** The configured models, each of which gets seats. */
  readonly readers?: readonly ReaderName[];
  readonly inTransaction: InTransaction;
  readonly books: MarkBooks;
  readonly clock: { now(): Date };
};

/** Validators that are part of the default world from its first hour. */
const BORN_THERE: ReadonlySet<string> = new Set(MERIDIAN_VALIDATORS.map(({ actorId }) => actorId));

/** Creates the built-in validators with their stake, before the first panel is drawn. Idempotent. */
export async function seatBuiltIns({ store, inTransaction, books, clock, readers = [] }: Deps): Promise<void> {
  const builtIns = toBuiltIns(clock.now(), readers);
  if ((await store.countBuiltIns()) === builtIns.length && readers.length === 0) return;
  await inTransaction(async (tx) => {
    await tx.validators.lockBooks();
    const added = await tx.validators.insertAll(builtIns);
    await tx.validators.activateBuiltIns(builtIns.map(({ id }) => id));
    if (added.length === 0) return;
    const newcomers = added.filter(({ actorId }) => !BORN_THERE.has(actorId));
    await moveIn(tx, newcomers, clock.now());
    const moves = added.map(
      ({ actorId, entryStake }): Move => ({ from: ISSUE, to: stakeOf(actorId), amount: entryStake }),
    );
    await books.bookIn(tx, { kind: 'money.issued', ref: { type: 'genesis', id: genesisOf(added) }, moves });
  });
}

/** Each set of validators is funded once: the first one under its original name, later families and models under their own. */
const genesisOf = (added: readonly Pick<ValidatorRow, 'id'>[]): string =>
  added.some(({ id }) => id.startsWith('instruction-'))
    ? 'built-in validators'
    : `seats of ${added.map(({ id }) => id).join(', ')}`;
