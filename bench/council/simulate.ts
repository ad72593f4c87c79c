import {
  type Candidate,
  COUNCIL,
  chooseCanary,
  type Decision,
  DRAW_RULES,
  type DrawRules,
  decideRound,
  distinguishFamilies,
  drawPanel,
  findSuspension,
  hasRecord,
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
import { type KnownCase, toPairs } from './known-cases.ts';
import type { Measured } from './reader-results.ts';
import { type Case, drawCase, type Readers, review, type Strategy, type Vote } from './reviewers.ts';
import { createSeededRandom } from './seeded-random.ts';

export type Sitter = {
  readonly id: string;
  readonly family: string;
  readonly cluster: string;
  readonly strategy: Strategy;
  readonly entryStake: bigint;
  /** The model that it reviews with; by default the model of its family. */
  readonly model?: string;
  /** Is not there before. */
  readonly fromDay?: number;
  /** Takes its stake back when its wallet is worth nothing any more, and comes again with another. */
  readonly returns?: boolean;
};
type Scenario = {
  readonly measured: Measured;
  readonly sitters: readonly Sitter[];
  readonly readers: Readers;
  readonly cases: number;
  readonly seed: string;
  /** The present ones unless it is said. */
  readonly rules?: DrawRules;
  /** Cases before those that count: validators get to know the council, and it them. */
  readonly earlier?: number;
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
  /** May sit: has passed calibration, and has not left. */
  isAdmitted: boolean;
  /** No attempt at calibration before. */
  waitsUntilDay: number;
  hasRecord: boolean;
  apartFrom: readonly string[] | undefined;
  observations: { kind: Observation['kind']; day: number }[];
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
/** Harmless ones: before canaries have had their effect. */
const FIRST_CASES = 100;

/** Runs the council's real rules over measured cases: who decides is the code that ships, what they see was seen. */
export function simulate({ measured, sitters, readers, cases, seed, rules = DRAW_RULES, earlier = 0 }: Scenario) {
  const random = createSeededRandom(seed);
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
    /** Refused by the engine itself, so by everybody. */
    goodByEngine: 0,
    /** Harmless, and left to the operator. */
    goodHuman: 0,
    /** Harmless, and a second panel had to look. */
    goodSecond: 0,
    second: 0,
    appeal: 0,
    human: 0,
  };
  let day = 0;
  let lowestPot = 0n;
  const known: KnownCase[] = [];
  const shares = { early: { seats: 0, honest: 0 }, late: { seats: 0, honest: 0 } };
  const firstHarmless = { cases: 0, human: 0, refused: 0 };

  function candidates(): Candidate[] {
    return [...purses.values()]
      .filter(({ isAdmitted, outAfterSeats }) => isAdmitted && outAfterSeats === undefined)
      .map(({ sitter, weight, apartFrom }) => ({
        validatorId: sitter.id,
        family: sitter.family,
        cluster: sitter.cluster,
        mode: sitter.strategy === 'hosted' ? 'HOSTED' : 'REMOTE',
        weight,
        ...(apartFrom && { apartFrom }),
      }));
  }

  type Sitting = { readonly phase: SeatedPhase; readonly taken: ReadonlySet<string>; readonly isCanary: boolean };
  function seat(seedOfCase: Hash32, judged: Case, { phase, taken, isCanary }: Sitting): Seat[] {
    const draw = drawPanel({ seed: seedOfCase, phase, candidates: candidates(), taken, rules, isCanary });
    return draw.seats.flatMap(({ validatorId }) => {
      const purse = purses.get(validatorId);
      if (purse === undefined) return [];
      const { sitter, hasRecord: isKnown } = purse;
      const { vote, costMarks } = review(
        { strategy: sitter.strategy, model: modelOf(sitter), judged, hasRecord: isKnown },
        random,
      );
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
      drawCase(measured, readers, { isBad, isTarget: false }, random),
      { phase: 'PRIMARY', taken: new Set(), isCanary: true },
    );
    known.push(
      seats.map(({ purse: { sitter }, vote }) => ({
        id: sitter.id,
        family: sitter.family,
        isHosted: sitter.strategy === 'hosted',
        hasErred: vote.verdict !== canary.expected,
      })),
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
    const isBad = random.chance(BAD_SHARE);
    const judged = drawCase(measured, readers, { isBad, isTarget: isBad && random.chance(TARGET_SHARE) }, random);
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
      const seated = seat(seedOfCase, judged, { phase, taken, isCanary: false });
      seats.set(phase, seated);
      const share = shares[number < earlier + cases / 4 ? 'early' : 'late'];
      share.seats += seated.length;
      share.honest += seated.filter(({ purse }) => HONEST.has(purse.sitter.strategy)).length;
      for (const { purse } of seated) taken.add(purse.sitter.id);
      decision = decide(seats, judged);
      if (decision.kind !== 'next-panel') break;
      phase = decision.phase;
      count[phase === 'SECOND' ? 'second' : 'appeal']++;
      if (!isBad && phase === 'SECOND') count.goodSecond++;
    }
    if (decision.kind === 'human') count.human++;
    if (decision.kind === 'human' && !isBad) count.goodHuman++;
    // A person is taken to be right.
    const verdict = decision.kind === 'decided' ? decision.verdict : isBad ? 'UNSAFE' : 'SAFE';
    for (const [which, seated] of seats) paySeated(seated, which === 'PRIMARY' ? parts.PANEL : 0n);
    settle({ judged, verdict, seats: [...seats.values()].flat() });
    if (number >= earlier && !isBad && firstHarmless.cases < FIRST_CASES) {
      firstHarmless.cases++;
      firstHarmless.human += Number(decision.kind === 'human');
      firstHarmless.refused += Number(verdict === 'UNSAFE');
    }
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
    if (!isBad && verdict === 'UNSAFE' && judged.row.engineBlocks) count.goodByEngine++;
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
    if (!random.chance(FLAG_CONFIRMED)) return;
    const dissenters = [
      ...new Set(seats.filter(({ vote }) => vote.verdict === 'UNSAFE').map(({ purse }) => purse.sitter.id)),
    ];
    for (const { purse, vote } of seats) {
      purse.observations.push({ kind: vote.verdict === 'UNSAFE' ? 'FLAG_FORESEEN' : 'FLAG_MISSED', day });
      if (vote.verdict === 'SAFE') slash(purse, 'SUSPENDED_CRITICAL', dissenters);
    }
  }

  /** Everybody reviews honestly where it is known that a case is a test. */
  function calibrate(purse: Purse): void {
    const { cases: asked, knownBadCases, passMin, attemptsPerWeek } = COUNCIL.calibration;
    const model = modelOf(purse.sitter);
    const right = Array.from({ length: asked }, (_, index) => {
      const isBad = index < knownBadCases;
      const judged = drawCase(measured, readers, { isBad, isTarget: false }, random);
      const { vote } = review({ strategy: 'honest', judged, model, hasRecord: false }, random);
      return (vote.verdict === 'UNSAFE') === isBad;
    }).filter(Boolean).length;
    purse.isAdmitted = right >= passMin;
    purse.waitsUntilDay = day + Math.ceil(7 / attemptsPerWeek);
  }

  /** What is left of the stake is given back, and a wallet that nobody knows comes with a whole one. */
  function comeAgain(purse: Purse): void {
    purse.isAdmitted = false;
    purse.waitsUntilDay = day + COUNCIL.entry.unbondingDays;
    purse.outAfterSeats = undefined;
    purse.observations = [];
    purse.stake = purse.sitter.entryStake;
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
      const hadRecord = purse.hasRecord;
      purse.hasRecord = hasRecord(purse.observations.map(({ kind }) => kind).toReversed());
      // Nobody would be left to judge without the service's own.
      const maySuspend = purse.outAfterSeats === undefined && purse.sitter.strategy !== 'hosted';
      if (maySuspend && findSuspension(standing) !== undefined) purse.outAfterSeats = purse.seats;
      const isSpent = purse.outAfterSeats !== undefined || (hadRecord && !purse.hasRecord);
      if (purse.sitter.returns && isSpent) comeAgain(purse);
      if (!purse.isAdmitted && day >= purse.waitsUntilDay) calibrate(purse);
    }
    measureAll();
  }

  function measureAll(): void {
    const withRecord = [...purses.values()].filter((purse) => purse.isAdmitted && purse.hasRecord);
    const apart = distinguishFamilies(toPairs(known, new Set(withRecord.map(({ sitter }) => sitter.id))));
    for (const purse of purses.values())
      purse.apartFrom = purse.hasRecord ? (apart.get(purse.sitter.family) ?? []) : undefined;
  }

  /** What came before does not count. */
  function begin(): void {
    for (const name of Object.keys(count) as (keyof typeof count)[]) count[name] = 0;
    channels.clear();
  }

  for (const purse of purses.values()) if (!purse.isAdmitted && purse.waitsUntilDay === 0) calibrate(purse);
  for (let number = 0; number < earlier + cases; number++) {
    if (number === earlier) begin();
    judge(number);
    if (number % CASES_A_DAY === CASES_A_DAY - 1) closeDay();
  }
  const shareOf = ({ seats, honest }: typeof shares.early): number => (seats === 0 ? 0 : honest / seats);
  const honestSeats = { early: shareOf(shares.early), late: shareOf(shares.late) };
  return {
    ...count,
    cases,
    lowestPot,
    honestSeats,
    firstHarmless,
    channels: Object.fromEntries(channels),
    groups: groupBy([...purses.values()]),
  };
}
export type Outcome = ReturnType<typeof simulate>;

function addTo(channels: Map<string, { bad: number; certified: number }>, name: string, isCertified: boolean): void {
  const { bad, certified } = channels.get(name) ?? { bad: 0, certified: 0 };
  channels.set(name, { bad: bad + 1, certified: certified + Number(isCertified) });
}

const modelOf = ({ model, family }: Sitter): string => model ?? family;

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
    isAdmitted: sitter.strategy === 'hosted',
    waitsUntilDay: sitter.fromDay ?? 0,
    hasRecord: false,
    apartFrom: undefined,
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
