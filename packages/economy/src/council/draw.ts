import type { Hash32, ValidatorMode } from '@assay/protocol';
import { COUNCIL, type SeatedPhase } from './params.ts';
import { isReaderFamily, toReaderFamily } from './readers.ts';
import { HOSTED_SEATS } from './record.ts';
import { roll } from './round-seed.ts';
import { capClusters } from './weight.ts';

/** An eligible validator: licensed for the track, active, and without ties to the author. */
export type Candidate = {
  readonly validatorId: string;
  readonly family: string;
  readonly cluster: string;
  readonly mode: ValidatorMode;
  readonly weight: number;
  /** Hosted for a third party, whose rule packs may vote. Absent in older panels. */
  readonly isOutside?: boolean;
  /**
   * For a remote validator with a canary record: the declared families, and HOSTED_SEATS, from which its own family was
   * distinguished by its behaviour. Absent without a record and in older panels.
   */
  readonly apartFrom?: readonly string[];
};

/** `short`: how many candidates are missing to the minimum seats of the phase. */
export type Draw =
  | { readonly kind: 'seated'; readonly seats: readonly Candidate[] }
  | { readonly kind: 'short'; readonly seats: readonly Candidate[]; readonly missing: number };

type Question = {
  readonly seed: Hash32;
  readonly phase: SeatedPhase;
  readonly candidates: readonly Candidate[];
  /** Validators that already sat in this round. */
  readonly taken: ReadonlySet<string>;
};

/**
 * The version of the drawing rules. A redraw of a panel uses the version of the original draw. 1: no limits on
 * correlated seats. 2: families of remote validators as declared. 3: families of remote validators as measured.
 */
export type DrawRules = 1 | 2 | 3;
export const DRAW_RULES: DrawRules = 3;
type DrawQuestion = Question & {
  /** The current rules by default. */
  readonly rules?: DrawRules;
  /**
   * The panel judges a canary and decides nothing. Validators without a record are not limited here, because this is
   * how they get a record.
   */
  readonly isCanary?: boolean;
};

/**
 * Draws a panel by weight and without replacement: one seat per cluster, the family quota, two seats for reading
 * models, and no correlated group that decides alone while enough others are available. The same seed and candidates
 * give the same panel, in any order of candidates. An appeal seats validators of earlier panels after the fresh ones
 * are used up; the other panels are fresh or short.
 *
 * Seats are filled one by one and never returned. With the thirteen built-in validators among the candidates (families
 * of 4, 3, 3 and 3, each its own cluster) no seat stays empty: every seat uses at most one place of one family, and
 * every phase has more places than seats.
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
  /** The panel as drawn, and the index of the seat that stayed silent. */
  readonly seats: readonly Candidate[];
  readonly silentSeat: number;
};

/** Draws one of the service's own validators for a seat that missed its commit window, under the quotas of the panel. */
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

/** The declared family of a remote validator gives it no room and takes none from a hosted one. */
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
/** Without a record, or not distinguished from the hosted seats. */
const isUnmeasured = (candidate: Candidate): boolean => !isOwn(candidate) && !isApartFrom(candidate, HOSTED_SEATS);

/** Limits the total weight of unmeasured validators, so that creating many wallets does not win more seats than a few would. */
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

/** Reserves seats for remote validators that were distinguished from the hosted ones. The limit yields when a seat would stay empty. */
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

/** A group of correlated seats and its maximum in a panel, as long as other candidates can fill it. */
type Limit = { readonly max: number; readonly belongs: (candidate: Candidate) => boolean };

/**
 * Every hosted seat votes by the service's report, whatever its family, and a remote seat with the same model makes the
 * same errors. With few remote validators no seats are reserved for them: they would sit in every panel.
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

/** Removes the group's candidates once the group has its maximum, unless that would leave the seat empty. */
function leaveRoom(open: Candidate[], seats: readonly Candidate[], { max, belongs }: Limit): Candidate[] {
  if (seats.filter(belongs).length < max) return open;
  const others = open.filter((candidate) => !belongs(candidate));
  return others.length > 0 ? others : open;
}

/** A model of the service itself. The family of a remote validator is only its own claim. */
export const isReader = ({ family, mode }: Candidate): boolean => mode === 'HOSTED' && isReaderFamily(family);

/** The first seats go to reading models while there are any, preferably of a family that has no seat yet. */
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
  return pool.at(-1); // rounding can leave a tiny remainder after the last one
}

/** Sorted by id, so that sums round identically in every run. Validators without weight are not drawn. */
function inFixedOrder(candidates: readonly Candidate[]): Candidate[] {
  const weighty = candidates.filter(({ weight }) => weight > 0);
  return capClusters(weighty.toSorted((one, other) => (one.validatorId < other.validatorId ? -1 : 1)));
}
