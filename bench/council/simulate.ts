import {
  type Candidate,
  COUNCIL,
  chooseCanary,
  type Decision,
  decideRound,
  drawPanel,
  findSuspension,
  type JudgedCase,
  judgeCanaryVote,
  type Observation,
  type PastSlash,
  payCanary,
  payFinders,
  paySeats,
  type SeatedPhase,
  type SlashingCode,
  shareSlash,
  splitFee,
  splitPay,
  type Tally,
  toAccuracy,
  toMarks,
  toMultiplierBp,
  toSeatFee,
  toSlash,
  toTopUp,
  toWeight,
} from '@assay/economy/council';
import { type Hash32, keccak256Hex } from '@assay/protocol';
import { createDice } from './dice.ts';
import type { Measured } from './measured.ts';
import { type Case, drawCase, type Readers, review, type Strategy, type Vote } from './reviewers.ts';

export type Sitter = {
  readonly id: string;
  readonly family: string;
  readonly cluster: string;
  readonly strategy: Strategy;
  readonly entryStake: bigint;
};
type Scenario = {
  readonly measured: Measured;
  readonly sitters: readonly Sitter[];
  readonly readers: Readers;
  readonly cases: number;
  readonly seed: string;
};

type Purse = {
  readonly sitter: Sitter;
  stake: bigint;
  earned: bigint;
  lost: bigint;
  cost: number;
  seats: number;
  outAfterSeats: number | undefined;
  weight: number;
  readonly observations: { kind: Observation['kind']; day: number }[];
  readonly slashes: { code: SlashingCode; bp: number; day: number }[];
  readonly judged: JudgedCase[];
};
type Seat = { readonly purse: Purse; readonly vote: Vote };

/** A review's fee at the base price of a skill. */
const FEE = toMarks(900_000n);
const CASES_A_DAY = 40;
const BAD_SHARE = 0.1;
/** Of the bad packages, those of the attacker. */
const TARGET_SHARE = 0.5;
/** Of bad packages that were certified, those that somebody flags and whose flag is confirmed. */
const FLAG_CONFIRMED = 0.5;
const MARK = 1_000_000;

/** Runs the council's real rules over measured cases: who decides is the code that ships, what they see was seen. */
export function simulate({ measured, sitters, readers, cases, seed }: Scenario) {
  const dice = createDice(seed);
  const channels = new Map<string, { bad: number; certified: number }>();
  const purses = new Map(sitters.map((sitter) => [sitter.id, openPurse(sitter)]));
  const pots = { findings: 0n, reserve: 0n, canary: 0n };
  const count = {
    bad: 0,
    badCertified: 0,
    targets: 0,
    targetsCertified: 0,
    good: 0,
    goodRefused: 0,
    second: 0,
    appeal: 0,
    human: 0,
  };
  let day = 0;
  let lowestPot = 0n;

  function candidates(): Candidate[] {
    return [...purses.values()]
      .filter(({ outAfterSeats }) => outAfterSeats === undefined)
      .map(({ sitter, weight }) => ({
        validatorId: sitter.id,
        family: sitter.family,
        cluster: sitter.cluster,
        mode: sitter.strategy === 'hosted' ? 'HOSTED' : 'REMOTE',
        weight,
      }));
  }

  function seat(seedOfCase: Hash32, phase: SeatedPhase, taken: ReadonlySet<string>, judged: Case): Seat[] {
    const draw = drawPanel({ seed: seedOfCase, phase, candidates: candidates(), taken });
    return draw.seats.flatMap(({ validatorId }) => {
      const purse = purses.get(validatorId);
      if (purse === undefined) return [];
      const { vote, costMarks } = review(purse.sitter.strategy, judged, purse.sitter.family, dice);
      purse.seats++;
      purse.cost += costMarks;
      return [{ purse, vote }];
    });
  }

  function pay(purse: Purse, amount: bigint): void {
    purse.earned += amount;
    const { stake, sitter } = purse;
    purse.stake += toTopUp({ payment: splitPay(amount).now, stakeMinor: stake, entryStakeMinor: sitter.entryStake });
  }

  function slash(purse: Purse, code: SlashingCode, dissenters: readonly string[] = []): void {
    const past: PastSlash[] = purse.slashes.map((one) => ({ ...one, ageDays: day - one.day }));
    const { bp, amount } = toSlash({ code, stakeMinor: purse.stake, past });
    purse.slashes.push({ code, bp, day });
    purse.stake -= amount;
    purse.lost += amount;
    const shares = shareSlash(code, amount, dissenters);
    pots.reserve += shares.reserve;
    for (const { validatorId, amount: part } of shares.dissenters) payTo(validatorId, part);
  }

  const payTo = (validatorId: string, amount: bigint): void => {
    const purse = purses.get(validatorId);
    if (purse !== undefined) pay(purse, amount);
  };

  function paySeated(seats: readonly Seat[], panelPart: bigint): void {
    const asked = seats.map(({ purse }) => ({
      validatorId: purse.sitter.id,
      multiplierBp: toMultiplierBp(purse.judged),
    }));
    const { pays, fromReserve } = paySeats({ seatFee: toSeatFee(FEE), seats: asked, panelPart, reserve: pots.reserve });
    pots.reserve -= fromReserve;
    pots.reserve += panelPart - (pays.reduce((sum, { amount }) => sum + amount, 0n) - fromReserve);
    for (const { validatorId, amount } of pays) payTo(validatorId, amount);
    remember(seats);
  }

  function sendCanary(seedOfCase: Hash32): void {
    const canary = chooseCanary(seedOfCase, 'PRIMARY');
    if (canary === undefined) return;
    const isBad = canary.expected === 'UNSAFE';
    const seats = seat(
      keccak256Hex(new TextEncoder().encode(`${seedOfCase}/canary`)),
      'PRIMARY',
      new Set(),
      drawCase(measured, readers, { isBad, isTarget: false }, dice),
    );
    const right: string[] = [];
    for (const { purse, vote } of seats) {
      const outcome = judgeCanaryVote(canary, vote.verdict);
      if (outcome.isRight) right.push(purse.sitter.id);
      if (outcome.observation !== undefined) purse.observations.push({ kind: outcome.observation, day });
      if (outcome.slash !== undefined) slash(purse, outcome.slash);
    }
    const pays = payCanary({ pot: pots.canary, seatFee: toSeatFee(FEE), isKnownBad: isBad, right });
    for (const { validatorId, amount } of pays) {
      pots.canary -= amount;
      payTo(validatorId, amount);
    }
    remember(seats);
  }

  /** One submission: panels until it is decided, pay, and what comes to light afterwards. */
  function judge(number: number): void {
    const isBad = dice.chance(BAD_SHARE);
    const judged = drawCase(measured, readers, { isBad, isTarget: isBad && dice.chance(TARGET_SHARE) }, dice);
    const seedOfCase = keccak256Hex(new TextEncoder().encode(`${seed}/${number}`));
    const parts = splitFee(FEE);
    pots.findings += parts.FINDINGS;
    pots.canary += parts.CANARY;
    pots.reserve += parts.RESERVE + parts.PLUGIN_AUTHORS;
    sendCanary(seedOfCase);

    const seats = new Map<SeatedPhase, Seat[]>();
    const taken = new Set<string>();
    let phase: SeatedPhase = 'PRIMARY';
    let decision: Decision;
    for (;;) {
      const seated = seat(seedOfCase, phase, taken, judged);
      seats.set(phase, seated);
      for (const { purse } of seated) taken.add(purse.sitter.id);
      decision = decide(seats, judged);
      if (decision.kind !== 'next-panel') break;
      phase = decision.phase;
      count[phase === 'SECOND' ? 'second' : 'appeal']++;
    }
    if (decision.kind === 'human') count.human++;
    // A person is taken to be right.
    const verdict = decision.kind === 'decided' ? decision.verdict : isBad ? 'UNSAFE' : 'SAFE';
    for (const [which, seated] of seats) paySeated(seated, which === 'PRIMARY' ? parts.PANEL : 0n);
    settle({ judged, verdict, seats: [...seats.values()].flat() });
    lowestPot = [pots.findings, pots.reserve, pots.canary, lowestPot].reduce((low, pot) => (pot < low ? pot : low));
  }

  function settle({
    judged,
    verdict,
    seats,
  }: {
    judged: Case;
    verdict: 'SAFE' | 'UNSAFE';
    seats: readonly Seat[];
  }): void {
    const { isBad, channel, isReproduced } = judged.row;
    count[isBad ? 'bad' : 'good']++;
    if (isBad) addTo(channels, channel, verdict === 'SAFE');
    if (judged.isTarget) count.targets++;
    if (!isBad && verdict === 'UNSAFE') count.goodRefused++;
    if (isBad && verdict === 'UNSAFE') {
      const finders = [...new Set(seats.filter(({ vote }) => vote.isFind).map(({ purse }) => purse.sitter.id))];
      for (const { validatorId, amount } of payFinders(pots.findings, FEE, finders)) {
        pots.findings -= amount;
        payTo(validatorId, amount);
      }
      for (const { purse, vote } of seats)
        if (vote.isFind && isReproduced) purse.observations.push({ kind: 'FINDING_REPRODUCED', day });
    }
    if (!isBad || verdict === 'UNSAFE') return;
    count.badCertified++;
    if (judged.isTarget) count.targetsCertified++;
    if (!dice.chance(FLAG_CONFIRMED)) return;
    const dissenters = [
      ...new Set(seats.filter(({ vote }) => vote.verdict === 'UNSAFE').map(({ purse }) => purse.sitter.id)),
    ];
    for (const { purse, vote } of seats) {
      purse.observations.push({ kind: vote.verdict === 'UNSAFE' ? 'FLAG_FORESEEN' : 'FLAG_MISSED', day });
      if (vote.verdict === 'SAFE') slash(purse, 'SUSPENDED_CRITICAL', dissenters);
    }
  }

  /** Once a day: what is known of everybody counts for the draws of the next. */
  function closeDay(): void {
    day++;
    for (const purse of purses.values()) {
      const accuracy = toAccuracy(purse.observations.map(({ kind, day: seen }) => ({ kind, ageDays: day - seen })));
      purse.weight = toWeight(purse.stake, accuracy);
      const standing = {
        accuracy,
        observations: purse.observations.length,
        stakeMinor: purse.stake,
        entryStakeMinor: purse.sitter.entryStake,
      };
      // Nobody would be left to judge without the service's own.
      const maySuspend = purse.outAfterSeats === undefined && purse.sitter.strategy !== 'hosted';
      if (maySuspend && findSuspension(standing) !== undefined) purse.outAfterSeats = purse.seats;
    }
  }

  for (let number = 0; number < cases; number++) {
    judge(number);
    if (number % CASES_A_DAY === CASES_A_DAY - 1) closeDay();
  }
  return { ...count, cases, lowestPot, channels: Object.fromEntries(channels), groups: groupBy([...purses.values()]) };
}
export type Outcome = ReturnType<typeof simulate>;

function addTo(channels: Map<string, { bad: number; certified: number }>, name: string, isCertified: boolean): void {
  const { bad, certified } = channels.get(name) ?? { bad: 0, certified: 0 };
  channels.set(name, { bad: bad + 1, certified: certified + Number(isCertified) });
}

function openPurse(sitter: Sitter): Purse {
  return {
    sitter,
    stake: sitter.entryStake,
    earned: 0n,
    lost: 0n,
    cost: 0,
    seats: 0,
    outAfterSeats: undefined,
    weight: toWeight(sitter.entryStake, toAccuracy([])),
    observations: [],
    slashes: [],
    judged: [],
  };
}

function decide(seats: ReadonlyMap<SeatedPhase, readonly Seat[]>, { row, reportBlocks }: Case): Decision {
  return decideRound({
    primary: tally(seats.get('PRIMARY') ?? []),
    second: seats.has('SECOND') ? tally(seats.get('SECOND') ?? []) : undefined,
    appeal: seats.has('APPEAL') ? tally(seats.get('APPEAL') ?? []) : undefined,
    sandboxRiskLevel: 'LOW',
    hasOpenHighFinding: row.asksForSecond,
    reportBlocks,
    hasReproducedCritical: row.isReproduced,
  });
}

const tally = (seats: readonly Seat[]): Tally => {
  const unsafe = seats.filter(({ vote }) => vote.verdict === 'UNSAFE').length;
  return { safe: seats.length - unsafe, unsafe, missed: 0 };
};

/** What correlated agreement is measured on. */
function remember(seats: readonly Seat[]): void {
  const { safe, unsafe } = tally(seats);
  for (const { purse, vote } of seats) {
    const isSafe = vote.verdict === 'SAFE';
    purse.judged.push({ vote: vote.verdict, peersSafe: safe - Number(isSafe), peersUnsafe: unsafe - Number(!isSafe) });
    if (purse.judged.length > COUNCIL.agreement.casesWindow) purse.judged.shift();
  }
}

const HONEST: ReadonlySet<Strategy> = new Set(['honest', 'engine']);

/** Honest ones and attackers apart, the service's own in neither: how they fared. */
function groupBy(purses: readonly Purse[]) {
  const of = (isHonest: boolean) => {
    const group = purses.filter(
      ({ sitter: { strategy } }) => strategy !== 'hosted' && HONEST.has(strategy) === isHonest,
    );
    const seats = group.reduce((sum, purse) => sum + purse.seats, 0);
    const net = group.reduce((sum, { earned, lost, cost }) => sum + Number(earned - lost) / MARK - cost, 0);
    const out = group.flatMap(({ outAfterSeats }) => outAfterSeats ?? []);
    return {
      size: group.length,
      seats,
      netPerSeat: seats === 0 ? 0 : net / seats,
      out: out.length,
      outAfterSeats: out,
    };
  };
  return { honest: of(true), attackers: of(false) };
}
