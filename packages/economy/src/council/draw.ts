import type { Hash32, ValidatorMode } from '@assay/protocol';
import { COUNCIL, type SeatedPhase } from './params.ts';
import { isReaderFamily, toReaderFamily } from './readers.ts';
import { HOSTED_SEATS } from './record.ts';
import { roll } from './roll.ts';
import { capClusters } from './weight.ts';

/** An eligible validator: licensed for the track, active, and not tied to the author. */
export type Candidate = {
  readonly validatorId: string;
  readonly family: string;
  readonly cluster: string;
  readonly mode: ValidatorMode;
  readonly weight: number;
  /** Hosted for a third party, whose rule packs may vote. Absent in older panels. */
  readonly isOutside?: boolean;
  /**
   * Of a remote validator with a record on canaries: the declared families, and the hosted seats, that its own was told apart from by
   * what they did. Absent without a record, and in panels of before.
   */
  readonly apartFrom?: readonly string[];
};

/** `short` says how many are missing from the fewest seats that the phase can do with. */
export type Draw =
  | { readonly kind: 'seated'; readonly seats: readonly Candidate[] }
  | { readonly kind: 'short'; readonly seats: readonly Candidate[]; readonly missing: number };

type Question = {
  readonly seed: Hash32;
  readonly phase: SeatedPhase;
  readonly candidates: readonly Candidate[];
  /** Validators who sat in this round before. */
  readonly taken: ReadonlySet<string>;
};

/**
 * By which rules a panel is drawn; it is drawn again by the same ones. 1: without limits to seats that see alike. 2: remote families as
 * they were declared. 3: remote families as they were measured.
 */
export type DrawRules = 1 | 2 | 3;
export const DRAW_RULES: DrawRules = 3;
type DrawQuestion = Question & {
  /** The present ones unless it is said. */
  readonly rules?: DrawRules;
  /** The panel judges a canary and decides nothing: those without a record sit freely, which is how they get one. */
  readonly isCanary?: boolean;
};

/**
 * Draws a panel: by weight, without replacement, one seat per cluster, a family's quota, two seats for models that read, and no
 * opinion that decides alone while enough others may sit. The same seed and candidates give the same panel, in whatever order the candidates come. An appeal seats earlier sitters once the fresh ones are
 * used up; the other panels are fresh or short.
 *
 * Seats are filled one by one and never given back. With the thirteen built-in validators (families of 4, 3, 3 and 3,
 * each its own cluster) among the candidates that cannot leave a seat empty: every seat uses up at most one place of one
 * family, and of those there are more than seats in every phase.
 */
export function drawPanel({
  seed,
  phase,
  candidates,
  taken,
  rules = DRAW_RULES,
  isCanary = false,
}: DrawQuestion): Draw {
  const { seats: wanted, seatsMin } = COUNCIL.panels[phase];
  const isMeasured = rules >= 3 && !isCanary;
  const all = isMeasured ? capUnmeasured(inFixedOrder(candidates)) : inFixedOrder(candidates);
  const fresh = all.filter(({ validatorId }) => !taken.has(validatorId));
  const earlier = phase === 'APPEAL' ? all.filter(({ validatorId }) => taken.has(validatorId)) : [];

  const seats: Candidate[] = [];
  const limits = rules === 1 ? [] : isMeasured ? measuredLimitsOf(fresh, phase) : limitsOf(all, fresh, phase);
  const mayJoin = isMeasured ? hasMeasuredRoom : hasDeclaredRoom;
  for (const pool of [fresh, earlier]) fillSeats({ seats, wanted, pool, phase, seed, limits, mayJoin });
  if (seats.length >= seatsMin) return { kind: 'seated', seats };
  return { kind: 'short', seats, missing: seatsMin - seats.length };
}

type Replacement = Question & {
  /** The panel as it was drawn, and the number of the seat that stayed silent. */
  readonly seats: readonly Candidate[];
  readonly silentSeat: number;
};

/** The service's own validator that takes the place of a seat that let its commit window pass, under the panel's own quotas. */
export function drawSubstitute(question: Replacement): Candidate | undefined {
  const { seed, phase, candidates, taken, seats, silentSeat } = question;
  const seated = new Set(seats.map(({ validatorId }) => validatorId));
  const remaining = seats.filter((_, index) => index !== silentSeat);
  const pool = inFixedOrder(candidates).filter(
    (candidate) => isOwn(candidate) && !taken.has(candidate.validatorId) && !seated.has(candidate.validatorId),
  );
  return drawOne(eligible(pool, remaining, phase, hasDeclaredRoom), roll(seed, `${phase}/substitute/${silentSeat}`));
}

type Filling = {
  readonly seats: Candidate[];
  readonly wanted: number;
  readonly pool: readonly Candidate[];
  readonly phase: SeatedPhase;
  readonly seed: Hash32;
  readonly limits: readonly Limit[];
  readonly mayJoin: MayJoin;
};

function fillSeats({ seats, wanted, pool, phase, seed, limits, mayJoin }: Filling): void {
  while (seats.length < wanted) {
    const open = limits.reduce((left, limit) => leaveRoom(left, seats, limit), eligible(pool, seats, phase, mayJoin));
    const next = drawOne(preferReaders(open, seats, phase), roll(seed, `${phase}/${seats.length}`));
    if (next === undefined) return;
    seats.push(next);
  }
}

type MayJoin = (candidate: Candidate, seats: readonly Candidate[], phase: SeatedPhase) => boolean;

function eligible(
  pool: readonly Candidate[],
  seats: readonly Candidate[],
  phase: SeatedPhase,
  mayJoin: MayJoin,
): Candidate[] {
  const clusters = new Set(seats.map(({ cluster }) => cluster));
  return pool.filter((candidate) => !clusters.has(candidate.cluster) && mayJoin(candidate, seats, phase));
}

const hasDeclaredRoom: MayJoin = ({ family }, seats, phase) =>
  seats.filter((seat) => seat.family === family).length < COUNCIL.panels[phase].familySeatsMax;

/** What a remote validator calls itself gives it no room, and takes none from a hosted one. */
const hasMeasuredRoom: MayJoin = (candidate, seats, phase) => {
  if (isOwn(candidate)) return hasDeclaredRoom(candidate, seats.filter(isOwn), phase);
  const alike = seats.filter((seat) => !isOwn(seat) && !areApart(candidate, seat));
  return alike.length < COUNCIL.panels[phase].alikeSeatsMax;
};

/** A validator of the service itself. */
const isOwn = ({ mode, isOutside = false }: Candidate): boolean => mode === 'HOSTED' && !isOutside;

const isApartFrom = ({ apartFrom = [] }: Candidate, family: string): boolean => apartFrom.includes(family);
const areApart = (one: Candidate, other: Candidate): boolean =>
  isApartFrom(one, other.family) && isApartFrom(other, one.family);
/** Without a record, or not told apart from the hosted seats. */
const isUnmeasured = (candidate: Candidate): boolean => !isOwn(candidate) && !isApartFrom(candidate, HOSTED_SEATS);

/** However many wallets have shown nothing yet, they sit no more often than a few would. */
function capUnmeasured(candidates: readonly Candidate[]): Candidate[] {
  const sum = (some: readonly Candidate[]) => some.reduce((total, { weight }) => total + weight, 0);
  const share = COUNCIL.record.unmeasuredWeightShareMax;
  const unmeasured = sum(candidates.filter(isUnmeasured));
  const most = (sum(candidates.filter((candidate) => !isUnmeasured(candidate))) * share) / (1 - share);
  if (unmeasured <= most || most === 0) return [...candidates];
  return candidates.map((candidate) =>
    isUnmeasured(candidate) ? { ...candidate, weight: (candidate.weight * most) / unmeasured } : candidate,
  );
}

/** Seats are kept for remote validators that were told apart from the hosted ones; as ever, the limit gives way to an empty seat. */
function measuredLimitsOf(fresh: readonly Candidate[], phase: SeatedPhase): Limit[] {
  const { seats, reportSeatsMax, alikeSeatsMax } = COUNCIL.panels[phase];
  const measured = fresh.filter((candidate) => !isOwn(candidate) && !isUnmeasured(candidate));
  const clusters = new Set(measured.map(({ cluster }) => cluster)).size;
  const kept = Math.min(seats - reportSeatsMax, Math.floor(clusters / COUNCIL.remoteClustersPerSeat));
  return kept === 0
    ? []
    : [
        { max: seats - kept, belongs: isOwn },
        { max: alikeSeatsMax, belongs: isUnmeasured },
      ];
}

/** Seats that see alike, and how many of them a panel has as long as others can fill it. */
type Limit = { readonly max: number; readonly belongs: (candidate: Candidate) => boolean };

/**
 * Every hosted seat votes by the service's report, whatever its family, and a remote one with the same model errs with it. With
 * few remote validators nothing is kept for them: they would sit in every panel.
 */
function limitsOf(all: readonly Candidate[], fresh: readonly Candidate[], phase: SeatedPhase): Limit[] {
  const { seats, reportSeatsMax, sameModelSeatsMax } = COUNCIL.panels[phase];
  const remoteClusters = new Set(fresh.filter(({ mode }) => mode === 'REMOTE').map(({ cluster }) => cluster));
  const kept = Math.min(seats - reportSeatsMax, Math.floor(remoteClusters.size / COUNCIL.remoteClustersPerSeat));
  if (kept === 0) return [];
  const read = new Set(all.filter(isReader).map(({ family }) => family));
  return [
    { max: seats - kept, belongs: ({ mode }) => mode === 'HOSTED' },
    { max: sameModelSeatsMax, belongs: ({ mode, family }) => mode === 'REMOTE' && read.has(toReaderFamily(family)) },
  ];
}

/** Those of other opinions once these have their part, unless that would leave the seat empty. */
function leaveRoom(open: Candidate[], seats: readonly Candidate[], { max, belongs }: Limit): Candidate[] {
  if (seats.filter(belongs).length < max) return open;
  const others = open.filter((candidate) => !belongs(candidate));
  return others.length > 0 ? others : open;
}

/** A model of the service itself; what a remote validator calls itself is its own claim. */
export const isReader = ({ family, mode }: Candidate): boolean => mode === 'HOSTED' && isReaderFamily(family);

/** The first seats go to models that read, as long as there are any; to one of a family that has no seat, if there is one. */
function preferReaders(open: Candidate[], seats: readonly Candidate[], phase: SeatedPhase): Candidate[] {
  const seated = seats.filter(isReader);
  if (seated.length >= COUNCIL.panels[phase].readerSeatsMin) return open;
  const readers = open.filter(isReader);
  if (readers.length === 0) return open;
  const others = readers.filter(({ family }) => !seated.some((seat) => seat.family === family));
  return others.length > 0 ? others : readers;
}

function drawOne(pool: readonly Candidate[], chance: number): Candidate | undefined {
  let left = chance * pool.reduce((sum, { weight }) => sum + weight, 0);
  for (const candidate of pool) {
    left -= candidate.weight;
    if (left < 0) return candidate;
  }
  return pool.at(-1); // rounding can leave a hair's breadth after the last one
}

/** Sorted by id, so that sums round identically in every repetition. Validators without weight are not drawn. */
function inFixedOrder(candidates: readonly Candidate[]): Candidate[] {
  const weighty = candidates.filter(({ weight }) => weight > 0);
  return capClusters(weighty.toSorted((one, other) => (one.validatorId < other.validatorId ? -1 : 1)));
}
