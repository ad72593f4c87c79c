import {
  type Canary,
  COUNCIL,
  chooseCanary,
  roll,
  SEATED_PHASES,
  toMultiplierBp,
  toSeatFee,
} from '@assay/economy/council';
import type { Hash32, Track, VerdictValue } from '@assay/protocol';
import { CANARY_POT, escrowOf, FINDINGS_POOL, type MarkBooks, RESERVE } from '../purse/index.ts';
import { toCanaryKey } from './canary-task.ts';
import type { CanaryTaskRow } from './canary-tasks.store.ts';
import type { JudgementRow, SettlementRow } from './records.store.ts';
import type { Payroll } from './seat-pay.ts';
import {
  type CanaryOutcome,
  decideCanarySettlement,
  decideSettlement,
  type EarningSeat,
  type Settlement,
} from './settlement.policy.ts';
import type { Slashing } from './slashing.service.ts';
import type { Standing } from './standing.service.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly books: MarkBooks;
  readonly standing: Pick<Standing, 'observeIn'>;
  readonly slashing: Pick<Slashing, 'slashIn'>;
  readonly payroll: Payroll;
  /** Derives the secret seed of a canary from that of its panel, which becomes public after its round. */
  readonly canarySeedOf: (seed: Hash32) => Hash32;
  readonly clock: { now(): Date };
};
/** A round whose seats have voted, whatever its subject. */
type EndedRound = { readonly id: string; readonly seats: readonly SettledSeat[] };
export type SettledRound = EndedRound & {
  readonly submissionId: string;
  readonly track: Track;
  /** The seed of its panel draws. Null when a person decided before any draw. */
  readonly seed: Hash32 | null;
  readonly decision: VerdictValue;
  /** Authors of the plugins that the rejection is based on. */
  readonly pluginAuthors?: readonly string[];
};
type SettledCanary = EndedRound & {
  readonly canary: Canary & { readonly track: Track };
  /** The fee of a seat on the panel that the case accompanied. */
  readonly seatFee: bigint;
};
export type SettledSeat = {
  readonly id: string;
  readonly panelId: string;
  readonly validatorId: string;
  /** Null for a silent seat. */
  readonly verdict: VerdictValue | null;
  /** Fingerprints of its findings. */
  readonly findingIds: readonly string[];
  /** The sandbox reproduced one of its findings. */
  readonly hasReproduced: boolean;
};
type Booked = Pick<SettlementRow, 'origin' | 'submissionId' | 'fee'> & { readonly kind: string };

/**
 * A canary starts within this time after its panel. If it started at once, it would coincide with the end of the round
 * that it accompanies, which would reveal it.
 */
const CANARY_WITHIN_MS = 15 * 60_000;

/** Pays for decided rounds from the fee in escrow and the pots of the council. */
export function createSettlements({ books, standing, slashing, payroll, canarySeedOf, clock }: Deps) {
  /**
   * Idempotent: each seat is paid once and each fee is split once. A round that a dispute reopened returns with further
   * seats, which are paid from the reserve. Returns the seats settled by this call.
   */
  async function settleIn(tx: ValidatorTransaction, round: SettledRound): Promise<ReadonlySet<string>> {
    await tx.validators.lockBooks();
    const seats = await judgeIn(tx, round);
    const settledIds = new Set(seats.map(({ seatId }) => seatId));
    const pots = await books.balancesOf(tx, [escrowOf(round.submissionId), RESERVE, FINDINGS_POOL]);
    const [escrow = 0n, reserve = 0n, pool = 0n] = pots;
    if (seats.length === 0 && escrow === 0n) return settledIds;

    const fee = escrow > 0n ? escrow : await tx.records.latestFee(round.submissionId);
    const payees = await payroll.payeesOf(tx, seats);
    const settlement = decideSettlement({
      submissionId: round.submissionId,
      decision: round.decision,
      pluginAuthors: round.pluginAuthors ?? [],
      escrow,
      fee,
      seats,
      payees,
      reserve,
      pool,
    });
    const { submissionId } = round;
    await payIn(tx, round.id, settlement, payees, {
      kind: 'council.settled',
      origin: 'REVIEW',
      submissionId,
      fee: escrow,
    });
    await observeIn(tx, round, seats);
    await addCanariesIn(tx, round, seats, toSeatFee(fee));
    return settledIds;
  }

  /**
   * The same for a canary: its votes count for agreement like all votes, and the canary pot pays for them. The caller
   * has locked the books and calls this once.
   */
  async function settleCanaryIn(tx: ValidatorTransaction, round: SettledCanary): Promise<void> {
    const { canary, seatFee } = round;
    const seats = await judgeIn(tx, round);
    const payees = await payroll.payeesOf(tx, seats);
    const pot = await books.balanceOf(tx, CANARY_POT);
    const { outcomes, ...settlement } = decideCanarySettlement({ canary, seatFee, pot, seats, payees });
    const { paid: fee } = settlement;
    await payIn(tx, round.id, settlement, payees, { kind: 'canary.paid', origin: 'CANARY', submissionId: null, fee });
    for (const outcome of outcomes) await followIn(tx, canary.track, outcome);
  }

  /** Books the moves of a round and records each payment. */
  async function payIn(
    tx: ValidatorTransaction,
    roundId: string,
    { moves, pays, paid, reserved, taxed }: Settlement,
    payees: Awaited<ReturnType<Payroll['payeesOf']>>,
    { kind, origin, submissionId, fee }: Booked,
  ): Promise<void> {
    await books.bookIn(tx, { kind, ref: { type: 'round', id: roundId }, moves });
    if (fee > 0n) {
      const settledAt = clock.now();
      await tx.records.addSettlement({ roundId, origin, submissionId, fee, paid, reserved, taxed, settledAt });
    }
    await payroll.recordIn(tx, roundId, pays, payees);
  }

  /** Applies the outcomes of a canary to its validators. */
  async function followIn(
    tx: ValidatorTransaction,
    track: Track,
    { seatId, validatorId, observation, slash }: CanaryOutcome,
  ): Promise<void> {
    if (observation !== undefined) {
      const fact = { validatorId, track, kind: observation, refType: 'seat', refId: seatId } as const;
      await standing.observeIn(tx, fact);
    }
    if (slash !== undefined) {
      await slashing.slashIn(tx, { validatorId, code: slash, ref: { type: 'seat', id: seatId } });
    }
  }

  /** Observations of the sandbox are ground truth for reported findings. */
  async function observeIn(
    tx: ValidatorTransaction,
    round: SettledRound,
    fresh: readonly EarningSeat[],
  ): Promise<void> {
    const isFresh = new Set(fresh.map(({ seatId }) => seatId));
    for (const { id, validatorId, verdict, hasReproduced } of round.seats) {
      if (!isFresh.has(id) || verdict !== 'UNSAFE' || !hasReproduced) continue;
      const fact = { validatorId, track: round.track, kind: 'FINDING_REPRODUCED', refType: 'seat', refId: id } as const;
      await standing.observeIn(tx, fact);
    }
  }

  /** Decides at random, for each newly settled panel, whether a canary goes out. */
  async function addCanariesIn(
    tx: ValidatorTransaction,
    { id, track, seed: publicSeed, seats }: SettledRound,
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
      return [{ key: toCanaryKey({ roundId: id, phase, seed }), track, seatFee, dueAt, attempts: 0 }];
    });
    await tx.canaryTasks.addAll(tasks);
  }

  /** Records the seats, and returns those that voted and were not recorded before. */
  async function judgeIn(tx: ValidatorTransaction, { id: roundId, seats }: EndedRound): Promise<EarningSeat[]> {
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

  return { settleIn, settleCanaryIn };
}
export type Settlements = ReturnType<typeof createSettlements>;

function countPeers(seat: SettledSeat, seats: readonly SettledSeat[]) {
  const peers = seats.filter(({ id, panelId }) => panelId === seat.panelId && id !== seat.id);
  const count = (verdict: VerdictValue) => peers.filter((peer) => peer.verdict === verdict).length;
  return { peersSafe: count('SAFE'), peersUnsafe: count('UNSAFE') };
}
