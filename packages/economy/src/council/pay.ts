import { COUNCIL, FEE_PARTS, type FeePart } from './params.ts';
import { divide, least, partOf, sum } from './share.ts';

type FeeSplit = Readonly<Record<FeePart, bigint>>;
export type Pay = { readonly validatorId: string; readonly amount: bigint };

/** Converts a fee from USDC (six decimals) to marks (six decimals). */
export const toMarks = (usdcMinor: bigint): bigint => usdcMinor * COUNCIL.marksPerUsdc;

/** The parts of a fee. Their sum is exactly the fee. */
export function splitFee(fee: bigint): FeeSplit {
  const [PANEL = 0n, FINDINGS = 0n, RESERVE = 0n, CANARY = 0n, TREASURY = 0n, PLUGIN_AUTHORS = 0n] = divide(
    fee,
    FEE_PARTS.map((part) => BigInt(COUNCIL.feeSplitBp[part])),
  );
  return { PANEL, FINDINGS, RESERVE, CANARY, TREASURY, PLUGIN_AUTHORS };
}

/** The pay of one seat before its factor: a fifth of the panel's part, the same in every phase. */
export const toSeatFee = (fee: bigint): bigint => splitFee(fee).PANEL / BigInt(COUNCIL.panels.PRIMARY.seats);

type SeatPay = {
  readonly pays: readonly Pay[];
  readonly fromPanel: bigint;
  readonly fromReserve: bigint;
};

type SeatPayQuestion = {
  readonly seatFee: bigint;
  /** The seats that revealed; a silent seat earns nothing. */
  readonly seats: readonly { readonly validatorId: string; readonly multiplierBp: number }[];
  /** The part of the fee for the first panel. Later panels are paid from the reserve. */
  readonly panelPart: bigint;
  readonly reserve: bigint;
};

/** Seat fee times factor for each seat, first from the panel's part, then from the reserve; pro rata when both run out. */
export function paySeats({ seatFee, seats, panelPart, reserve }: SeatPayQuestion): SeatPay {
  const asked = seats.map(({ validatorId, multiplierBp }) => ({ validatorId, amount: partOf(seatFee, multiplierBp) }));
  const pays = payWithin(panelPart + reserve, asked);
  const paid = sum(pays.map(({ amount }) => amount));
  const fromPanel = least(paid, panelPart);
  return { pays, fromPanel, fromReserve: paid - fromPanel };
}

/** The pay of each finder of a confirmed defect from the pool of all cases. Fewer finders earn more each. */
export function payFinders(pool: bigint, fee: bigint, finders: readonly string[]): Pay[] {
  const ownPart = splitFee(fee).FINDINGS;
  let shared = ownPart * COUNCIL.findings.poolPartsShared;
  for (let further = 1; further < finders.length; further++) shared = partOf(shared, COUNCIL.findings.furtherFinderBp);
  const each = finders.length === 0 ? 0n : least(ownPart, shared / BigInt(finders.length));
  return payWithin(
    pool,
    finders.map((validatorId) => ({ validatorId, amount: each })),
  );
}

/** The right answers to a canary share the pot: up to three seat fees for a catch, one for passing a known-good case. */
export function payCanary(question: {
  readonly pot: bigint;
  readonly seatFee: bigint;
  readonly isKnownBad: boolean;
  readonly right: readonly string[];
}): Pay[] {
  const { pot, seatFee, isKnownBad, right } = question;
  const seatFees = isKnownBad ? COUNCIL.canaries.caughtSeatFeesMax : COUNCIL.canaries.passedSeatFeesMax;
  return payWithin(
    pot,
    right.map((validatorId) => ({ validatorId, amount: seatFee * seatFees })),
  );
}

/** Half of every pay vests later, so that events within the month can still reduce it. */
export function splitPay(amount: bigint): { readonly now: bigint; readonly vesting: bigint } {
  const vesting = partOf(amount, COUNCIL.pay.vestingShareBp);
  return { now: amount - vesting, vesting };
}

/** How much of a payment goes into the stake: at most half of it, and at most what the stake lost since entry. */
export function toTopUp(question: {
  readonly payment: bigint;
  readonly stakeMinor: bigint;
  readonly entryStakeMinor: bigint;
}): bigint {
  const { payment, stakeMinor, entryStakeMinor } = question;
  if (stakeMinor >= entryStakeMinor) return 0n;
  return least(entryStakeMinor - stakeMinor, partOf(payment, COUNCIL.pay.topUpShareBp));
}

/** The requested amounts, reduced pro rata to the available sum. */
function payWithin(available: bigint, asked: readonly Pay[]): Pay[] {
  const total = sum(asked.map(({ amount }) => amount));
  if (total <= available) return [...asked];
  const parts = divide(
    available,
    asked.map(({ amount }) => amount),
  );
  return asked.map(({ validatorId }, index) => ({ validatorId, amount: parts[index] ?? 0n }));
}
