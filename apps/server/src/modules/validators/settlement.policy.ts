import {
  type Canary,
  COUNCIL,
  judgeCanaryVote,
  type ObservationKind,
  type Pay,
  payCanary,
  payFinders,
  paySeats,
  type SlashingCode,
  splitFee,
  splitPay,
  toSeatFee,
  toTopUp,
} from '@assay/economy/council';
import type { VerdictValue } from '@assay/protocol';
import {
  CANARY_POT,
  escrowOf,
  FINDINGS_POOL,
  type Move,
  purseOf,
  RESERVE,
  stakeOf,
  TREASURY,
  vestingOf,
} from '../purse/index.ts';

/** A seat that is paid for the first time. */
export type EarningSeat = {
  readonly seatId: string;
  readonly validatorId: string;
  readonly multiplierBp: number;
  readonly verdict: VerdictValue;
  readonly hasFindings: boolean;
};
export type Payee = {
  readonly validatorId: string;
  readonly actorId: string;
  readonly stake: bigint;
  readonly entryStake: bigint;
};
type SettlementQuestion = {
  readonly submissionId: string;
  readonly decision: VerdictValue;
  /** Authors of the plugins that caused the verdict; they share the authors' part of the fee. */
  readonly pluginAuthors: readonly string[];
  /** The marks in escrow. 0 when the round is settled again after a dispute, or was free. */
  readonly escrow: bigint;
  /** The fee that seat pay is measured by: the one in escrow, or that of the previous round. */
  readonly fee: bigint;
  readonly reserve: bigint;
  readonly pool: bigint;
  readonly seats: readonly EarningSeat[];
  readonly payees: ReadonlyMap<string, Payee>;
};
/** The reason of a payment, and its pot. */
const POTS = { SEAT: RESERVE, FINDING: FINDINGS_POOL, CANARY: CANARY_POT } as const;
type PayKind = keyof typeof POTS;
export type PaidSeat = { readonly seatId: string; readonly kind: PayKind; readonly pay: Pay };
export type Settlement = {
  readonly moves: readonly Move[];
  readonly pays: readonly PaidSeat[];
  /** The split of the escrow; the three parts add up to it. */
  readonly paid: bigint;
  readonly reserved: bigint;
  readonly taxed: bigint;
};

/** The moves of a decided round. The escrow is distributed completely, and no pot pays more than its balance. */
export function decideSettlement(question: SettlementQuestion): Settlement {
  const { submissionId, decision, pluginAuthors, escrow, fee, reserve, pool, seats, payees } = question;
  const parts = splitFee(escrow);
  const authorShare = pluginAuthors.length === 0 ? 0n : parts.PLUGIN_AUTHORS / BigInt(pluginAuthors.length);
  const authored = authorShare * BigInt(pluginAuthors.length);
  const toReserve = parts.RESERVE + parts.PLUGIN_AUTHORS - authored; // the reserve takes the rounding remainder
  const seatPay = paySeats({
    seatFee: toSeatFee(fee),
    panelPart: parts.PANEL,
    reserve: reserve + toReserve,
    seats: seats.map(({ seatId, multiplierBp }) => ({ validatorId: seatId, multiplierBp })),
  });
  const finders = decision === 'UNSAFE' ? toFinders(seats) : [];
  const finderPay = payFinders(
    pool + parts.FINDINGS,
    fee,
    finders.map(({ seatId }) => seatId),
  );
  const pays = [...toPaid('SEAT', seatPay.pays, seats), ...toPaid('FINDING', finderPay, seats)];

  const unpaid = parts.PANEL - seatPay.fromPanel;
  const from = escrowOf(submissionId);
  const split: Move[] = [
    { from, to: TREASURY, amount: parts.TREASURY },
    { from, to: CANARY_POT, amount: parts.CANARY },
    { from, to: FINDINGS_POOL, amount: parts.FINDINGS },
    { from, to: RESERVE, amount: toReserve + parts.PANEL },
    ...pluginAuthors.map((actorId) => ({ from, to: purseOf(actorId), amount: authorShare })),
  ];
  return {
    moves: [...split, ...toPayMoves(pays, payees)],
    pays,
    paid: seatPay.fromPanel + authored,
    reserved: toReserve + unpaid + parts.CANARY + parts.FINDINGS,
    taxed: parts.TREASURY,
  };
}

type CanaryQuestion = Pick<SettlementQuestion, 'seats' | 'payees'> & {
  readonly canary: Canary;
  readonly seatFee: bigint;
  readonly pot: bigint;
};
/** The outcome of one seat's vote on a canary, for its validator. */
export type CanaryOutcome = {
  readonly seatId: string;
  readonly validatorId: string;
  readonly observation: ObservationKind | undefined;
  readonly slash: SlashingCode | undefined;
};

/** The moves of a canary: a correct answer earns the pay of a parallel seat. */
export function decideCanarySettlement(
  question: CanaryQuestion,
): Settlement & { readonly outcomes: readonly CanaryOutcome[] } {
  const { canary, seatFee, pot, seats, payees } = question;
  const judged = seats.map((seat) => ({ seat, ...judgeCanaryVote(canary, seat.verdict) }));
  const right = judged.filter(({ isRight }) => isRight).map(({ seat }) => seat);
  const isKnownBad = canary.expected === 'UNSAFE';
  const pays = toPaid(
    'CANARY',
    payCanary({ pot, seatFee, isKnownBad, right: right.map(({ seatId }) => seatId) }),
    right,
  );
  return {
    moves: toPayMoves(pays, payees),
    pays,
    paid: pays.reduce((sum, { pay }) => sum + pay.amount, 0n),
    reserved: 0n,
    taxed: 0n,
    outcomes: judged.map(({ seat: { seatId, validatorId }, observation, slash }) => ({
      seatId,
      validatorId,
      observation,
      slash,
    })),
  };
}

/** A validator that sat twice, as an appeal permits, counts as one finder, by its latest seat. */
function toFinders(seats: readonly EarningSeat[]): EarningSeat[] {
  const found = seats.filter(({ verdict, hasFindings }) => verdict === 'UNSAFE' && hasFindings);
  return [...new Map(found.map((seat) => [seat.validatorId, seat])).values()];
}

/** Pays by seat, because a validator may hold two. Zero payments are omitted. */
const toPaid = (
  kind: PayKind,
  pays: readonly Pay[],
  seats: readonly Pick<EarningSeat, 'seatId' | 'validatorId'>[],
): PaidSeat[] => {
  const validatorOf = new Map(seats.map(({ seatId, validatorId }) => [seatId, validatorId]));
  return pays.flatMap(({ validatorId: seatId, amount }) => {
    const validatorId = validatorOf.get(seatId);
    return validatorId === undefined || amount === 0n ? [] : [{ seatId, kind, pay: { validatorId, amount } }];
  });
};

/** Pays half now, of which up to half goes into the stake, and half later. */
function toPayMoves(pays: readonly PaidSeat[], payees: ReadonlyMap<string, Payee>): Move[] {
  const moves: Move[] = [];
  const stakes = new Map<string, bigint>();
  for (const { kind, pay } of pays) {
    const payee = payees.get(pay.validatorId);
    if (payee === undefined) throw new Error(`Validator ${pay.validatorId} not found`);
    const from = POTS[kind];
    const { now, vesting } = splitPay(pay.amount);
    const stake = stakes.get(payee.validatorId) ?? payee.stake;
    const payout = toPayout({ ...payee, stake }, from, now);
    stakes.set(payee.validatorId, stake + payout.topUp);
    moves.push(...payout.moves, { from, to: vestingOf(payee.actorId), amount: vesting });
  }
  return moves;
}

/** A payment to a validator: half of it restores a slashed stake, the rest goes to the purse. */
export function toPayout(
  payee: Payee,
  from: Move['from'],
  payment: bigint,
): { readonly moves: Move[]; readonly topUp: bigint } {
  const topUp = toTopUp({ payment, stakeMinor: payee.stake, entryStakeMinor: payee.entryStake });
  return {
    topUp,
    moves: [
      { from, to: stakeOf(payee.actorId), amount: topUp },
      { from, to: purseOf(payee.actorId), amount: payment - topUp },
    ],
  };
}

export const VESTING_MS = COUNCIL.pay.vestingDays * 86_400_000;
