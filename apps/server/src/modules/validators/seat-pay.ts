import { splitPay } from '@assay/economy/council';
import type { PayRow } from './records.store.ts';
import { type PaidSeat, type Payee, VESTING_MS } from './settlement.policy.ts';
import type { ValidatorEvents } from './validators.events.ts';
import type { StakedRow } from './validators.store.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = { readonly events: ValidatorEvents; readonly clock: { now(): Date } };
type Payees = ReadonlyMap<string, StakedRow & Payee>;

/** The payees of a round, and the records and events of their pay. */
export function createPayroll({ events, clock }: Deps) {
  async function payeesOf(
    tx: ValidatorTransaction,
    seats: readonly { readonly validatorId: string }[],
  ): Promise<Payees> {
    const rows = await tx.validators.listByIds([...new Set(seats.map(({ validatorId }) => validatorId))]);
    return new Map(rows.map((row) => [row.id, { ...row, validatorId: row.id }]));
  }

  /** Built-ins get no events. */
  async function recordIn(
    tx: ValidatorTransaction,
    roundId: string,
    pays: readonly PaidSeat[],
    payees: Payees,
  ): Promise<void> {
    const paidAt = clock.now();
    await tx.records.addPays(pays.map((paid) => toPayRow(paid, roundId, paidAt)));
    for (const { pay } of pays) {
      const payee = payees.get(pay.validatorId);
      if (payee === undefined || payee.builtIn) continue;
      const { vesting } = splitPay(pay.amount);
      await events.paidIn(tx, payee, { roundId, amount: pay.amount.toString(), vesting: vesting.toString() });
    }
  }

  return { payeesOf, recordIn };
}
export type Payroll = ReturnType<typeof createPayroll>;

const toPayRow = ({ seatId, kind, pay }: PaidSeat, roundId: string, paidAt: Date): PayRow => ({
  seatId,
  kind,
  validatorId: pay.validatorId,
  roundId,
  amount: pay.amount,
  vesting: splitPay(pay.amount).vesting,
  paidAt,
  dueAt: new Date(paidAt.getTime() + VESTING_MS),
  releasedAt: null,
});
