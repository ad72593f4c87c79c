import { COUNCIL, splitPay, toMultiplierBp } from '@assay/economy/council';
import type { VerdictValue } from '@assay/protocol';
import { escrowOf, FINDINGS_POOL, type MarkBooks, RESERVE } from './mark-books.ts';
import type { JudgementRow, PayRow } from './records.store.ts';
import { decideSettlement, type EarningSeat, type PaidSeat, type Settlement, VESTING_MS } from './settlement.policy.ts';
import type { ValidatorEvents } from './validators.events.ts';
import type { StakedRow } from './validators.store.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = { readonly books: MarkBooks; readonly events: ValidatorEvents; readonly clock: { now(): Date } };

/** A decided round, as the council hands it over. */
export type SettledRound = {
  readonly id: string;
  readonly submissionId: string;
  readonly decision: VerdictValue;
  readonly seats: readonly SettledSeat[];
};
export type SettledSeat = {
  readonly id: string;
  readonly panelId: string;
  readonly validatorId: string;
  /** Null for a seat that stayed silent. */
  readonly verdict: VerdictValue | null;
  /** Fingerprints of what it reported. */
  readonly findingIds: readonly string[];
};

/** Pays for decided rounds, out of the fee in escrow and the pots of the council. */
export function createSettlements({ books, events, clock }: Deps) {
  /**
   * Each seat is paid once and each fee split once, however often this is asked. A round that a dispute opened again
   * comes back with further seats: these live on the reserve.
   */
  async function settleIn(tx: ValidatorTransaction, round: SettledRound): Promise<void> {
    await tx.validators.lockBooks();
    const seats = await judgeIn(tx, round);
    const escrow = await books.balanceOf(tx.ledger, escrowOf(round.submissionId));
    if (seats.length === 0 && escrow === 0n) return;

    const payees = await payeesOf(tx, seats);
    const settlement = decideSettlement({
      ...{ submissionId: round.submissionId, decision: round.decision, escrow, seats, payees },
      fee: escrow > 0n ? escrow : await tx.records.latestFee(round.submissionId),
      reserve: await books.balanceOf(tx.ledger, RESERVE),
      pool: await books.balanceOf(tx.ledger, FINDINGS_POOL),
    });
    await books.bookIn(tx.ledger, {
      ...{ kind: 'council.settled', ref: { type: 'round', id: round.id } },
      moves: settlement.moves,
    });
    await recordIn(tx, round, escrow, settlement);
    await announceIn(tx, round.id, settlement.pays, payees);
  }

  /** Puts the seats on record, and gives those that spoke and were not on it yet. */
  async function judgeIn(tx: ValidatorTransaction, { id: roundId, seats }: SettledRound): Promise<EarningSeat[]> {
    const judgedAt = clock.now();
    const rows = seats.map((seat): JudgementRow => {
      const { id: seatId, validatorId, panelId, verdict } = seat;
      const { peersSafe, peersUnsafe } = countPeers(seat, seats);
      return { seatId, validatorId, roundId, panelId, verdict, peersSafe, peersUnsafe, judgedAt };
    });
    const votes = await tx.records.newestVotes(
      [...new Set(rows.map(({ validatorId }) => validatorId))],
      COUNCIL.agreement.casesWindow,
    );
    const fresh = new Set((await tx.records.addJudgements(rows)).map(({ seatId }) => seatId));
    return seats.flatMap(({ id: seatId, validatorId, verdict, findingIds }) => {
      if (verdict === null || !fresh.has(seatId)) return [];
      const multiplierBp = toMultiplierBp(votes.get(validatorId) ?? []);
      return [{ seatId, validatorId, verdict, multiplierBp, hasFindings: findingIds.length > 0 }];
    });
  }

  async function payeesOf(tx: ValidatorTransaction, seats: readonly EarningSeat[]) {
    const rows = await tx.validators.listByIds([...new Set(seats.map(({ validatorId }) => validatorId))]);
    return new Map(rows.map((row) => [row.id, { ...row, validatorId: row.id }]));
  }

  async function recordIn(tx: ValidatorTransaction, round: SettledRound, fee: bigint, settlement: Settlement) {
    const settledAt = clock.now();
    const { paid, reserved, taxed, pays } = settlement;
    const { id: roundId, submissionId } = round;
    if (fee > 0n) await tx.records.addSettlement({ roundId, submissionId, fee, paid, reserved, taxed, settledAt });
    await tx.records.addPays(pays.map((paidSeat) => toPayRow(paidSeat, roundId, settledAt)));
  }

  /** Built-ins read no mail. */
  async function announceIn(
    tx: ValidatorTransaction,
    roundId: string,
    pays: readonly PaidSeat[],
    payees: ReadonlyMap<string, StakedRow>,
  ): Promise<void> {
    for (const { pay } of pays) {
      const payee = payees.get(pay.validatorId);
      if (payee === undefined || payee.builtIn) continue;
      const { vesting } = splitPay(pay.amount);
      await events.paidIn(tx, payee, { roundId, amount: pay.amount.toString(), vesting: vesting.toString() });
    }
  }

  return { settleIn };
}
export type Settlements = ReturnType<typeof createSettlements>;

function countPeers(seat: SettledSeat, seats: readonly SettledSeat[]) {
  const peers = seats.filter(({ id, panelId }) => panelId === seat.panelId && id !== seat.id);
  const count = (verdict: VerdictValue) => peers.filter((peer) => peer.verdict === verdict).length;
  return { peersSafe: count('SAFE'), peersUnsafe: count('UNSAFE') };
}

const toPayRow = ({ seatId, kind, pay }: PaidSeat, roundId: string, paidAt: Date): PayRow => ({
  ...{ seatId, kind, validatorId: pay.validatorId, roundId, amount: pay.amount, vesting: splitPay(pay.amount).vesting },
  ...{ paidAt, dueAt: new Date(paidAt.getTime() + VESTING_MS), releasedAt: null },
});
