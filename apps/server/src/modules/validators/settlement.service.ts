import { COUNCIL, chooseCanary, roll, SEATED_PHASES, toMultiplierBp, toSeatFee } from '@assay/economy/council';
import type { Hash32, Track, VerdictValue } from '@assay/protocol';
import type { SettledRound, SettledSeat } from '../council/index.ts';
import { toCanaryKey } from './canary-task.ts';
import type { CanaryTaskRow } from './canary-tasks.store.ts';
import { escrowOf, FINDINGS_POOL, type MarkBooks, RESERVE } from './mark-books.ts';
import type { Payroll } from './payroll.ts';
import type { JudgementRow } from './records.store.ts';
import { decideSettlement, type EarningSeat, type Settlement } from './settlement.policy.ts';
import type { Standing } from './standing.service.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly books: MarkBooks;
  readonly standing: Pick<Standing, 'observeIn'>;
  readonly payroll: Payroll;
  /** The same for the same seed, and known to nobody: the seed of a panel is public once its round is over. */
  readonly canarySeedOf: (seed: Hash32) => Hash32;
  readonly clock: { now(): Date };
};

const TRACK: Track = 'SKILL';
/** Within this time a canary goes out: at once, it would be known by the end of the round beside it. */
const CANARY_WITHIN_MS = 15 * 60_000;

/** Pays for decided rounds, out of the fee in escrow and the pots of the council. */
export function createSettlements({ books, standing, payroll, canarySeedOf, clock }: Deps) {
  /**
   * Each seat is paid once and each fee split once, however often this is asked. A round that a dispute opened again
   * comes back with further seats: these live on the reserve. Gives the seats that are settled now.
   */
  async function settleIn(tx: ValidatorTransaction, round: SettledRound): Promise<ReadonlySet<string>> {
    await tx.validators.lockBooks();
    const seats = await judgeIn(tx, round);
    const settledIds = new Set(seats.map(({ seatId }) => seatId));
    const escrow = await books.balanceOf(tx.ledger, escrowOf(round.submissionId));
    if (seats.length === 0 && escrow === 0n) return settledIds;

    const fee = escrow > 0n ? escrow : await tx.records.latestFee(round.submissionId);
    const payees = await payroll.payeesOf(tx, seats);
    const settlement = decideSettlement({
      submissionId: round.submissionId,
      decision: round.decision,
      escrow,
      fee,
      seats,
      payees,
      reserve: await books.balanceOf(tx.ledger, RESERVE),
      pool: await books.balanceOf(tx.ledger, FINDINGS_POOL),
    });
    await books.bookIn(tx.ledger, {
      kind: 'council.settled',
      ref: { type: 'round', id: round.id },
      moves: settlement.moves,
    });
    if (escrow > 0n) await recordIn(tx, round, escrow, settlement);
    await payroll.recordIn(tx, round.id, settlement.pays, payees);
    await observeIn(tx, round, seats);
    await addCanariesIn(tx, round, seats, toSeatFee(fee));
    return settledIds;
  }

  async function recordIn(tx: ValidatorTransaction, round: SettledRound, fee: bigint, settlement: Settlement) {
    const { paid, reserved, taxed } = settlement;
    const { id: roundId, submissionId } = round;
    await tx.records.addSettlement({ roundId, submissionId, fee, paid, reserved, taxed, settledAt: clock.now() });
  }

  /** What the sandbox has seen happen is ground truth for whoever reported it. */
  async function observeIn(
    tx: ValidatorTransaction,
    round: SettledRound,
    fresh: readonly EarningSeat[],
  ): Promise<void> {
    const isFresh = new Set(fresh.map(({ seatId }) => seatId));
    for (const { id, validatorId, verdict, hasReproduced } of round.seats) {
      if (!isFresh.has(id) || verdict !== 'UNSAFE' || !hasReproduced) continue;
      const fact = { validatorId, track: TRACK, kind: 'FINDING_REPRODUCED', refType: 'seat', refId: id } as const;
      await standing.observeIn(tx, fact);
    }
  }

  /** For each panel that is settled now, chance says whether a test case goes out. */
  async function addCanariesIn(
    tx: ValidatorTransaction,
    { id, seed: publicSeed, seats }: SettledRound,
    fresh: readonly EarningSeat[],
    seatFee: bigint,
  ) {
    if (publicSeed === null) return;
    const seed = canarySeedOf(publicSeed);
    const freshIds = new Set(fresh.map(({ seatId }) => seatId));
    const panels = [...Map.groupBy(seats, ({ panelId }) => panelId).values()];
    const now = clock.now().getTime();
    const tasks = panels.flatMap((sitting, at): CanaryTaskRow[] => {
      const phase = SEATED_PHASES[Math.min(at, SEATED_PHASES.length - 1)] ?? 'APPEAL';
      const isDue = sitting.some((seat) => freshIds.has(seat.id)) && chooseCanary(seed, phase) !== undefined;
      if (!isDue) return [];
      const dueAt = new Date(now + roll(seed, `${phase}/canary/hour`) * CANARY_WITHIN_MS);
      return [{ key: toCanaryKey({ roundId: id, phase, seed }), seatFee, dueAt, attempts: 0 }];
    });
    await tx.canaryTasks.addAll(tasks);
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

  return { settleIn };
}
export type Settlements = ReturnType<typeof createSettlements>;

function countPeers(seat: SettledSeat, seats: readonly SettledSeat[]) {
  const peers = seats.filter(({ id, panelId }) => panelId === seat.panelId && id !== seat.id);
  const count = (verdict: VerdictValue) => peers.filter((peer) => peer.verdict === verdict).length;
  return { peersSafe: count('SAFE'), peersUnsafe: count('UNSAFE') };
}
