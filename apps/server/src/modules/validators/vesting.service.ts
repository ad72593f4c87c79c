import { type MarkBooks, type Move, purseOf, stakeOf, vestingOf } from '../purse/index.ts';
import type { PayRow } from './records.store.ts';
import { toPayout } from './settlement.policy.ts';
import type { Standing } from './standing.service.ts';
import type { StakedRow } from './validators.store.ts';
import type { InTransaction, ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly books: MarkBooks;
  readonly standing: Pick<Standing, 'moveIn'>;
  readonly clock: { now(): Date };
};
const BATCH = 100;

/** Time-based payments to validators: the withheld half of their pay, and the stake of those that left. */
export function createVesting({ inTransaction, books, standing, clock }: Deps) {
  /** Returns the number of released pays; the rest wait for the next call. */
  async function vestDue(): Promise<number> {
    return inTransaction(async (tx) => {
      await tx.validators.lockBooks();
      const now = clock.now();
      const due = await tx.records.lockDuePays(now, BATCH);
      const byValidator = Map.groupBy(due, ({ validatorId }) => validatorId);
      for (const validator of await tx.validators.listByIds([...byValidator.keys()].toSorted())) {
        await releaseIn(tx, validator, byValidator.get(validator.id) ?? []);
      }
      for (const pay of due) await tx.records.releasePay(pay, now);
      return due.length;
    });
  }

  async function releaseIn(tx: ValidatorTransaction, validator: StakedRow, pays: readonly PayRow[]): Promise<void> {
    const payment = pays.reduce((sum, { vesting }) => sum + vesting, 0n);
    const payee = { ...validator, validatorId: validator.id };
    const { moves } = toPayout(payee, vestingOf(validator.actorId), payment);
    await books.bookIn(tx, { kind: 'validator.vested', ref: { type: 'validator', id: validator.id }, moves });
  }

  /** Returns the stakes of validators whose unbonding is over, and their number. */
  async function finishUnbonding(): Promise<number> {
    return inTransaction(async (tx) => {
      await tx.validators.lockBooks();
      const unbonded = await tx.validators.listUnbonded(clock.now(), BATCH);
      for (const validator of unbonded) {
        await returnStakeIn(tx, validator);
        await standing.moveIn(tx, validator, 'INACTIVE', { unbondingUntil: null });
      }
      return unbonded.length;
    });
  }

  async function returnStakeIn(tx: ValidatorTransaction, { id, actorId, stake }: StakedRow): Promise<void> {
    const moves: Move[] = [{ from: stakeOf(actorId), to: purseOf(actorId), amount: stake }];
    await books.bookIn(tx, { kind: 'validator.unstaked', ref: { type: 'validator', id }, moves });
  }

  return { vestDue, finishUnbonding, returnStakeIn };
}
export type Vesting = ReturnType<typeof createVesting>;
