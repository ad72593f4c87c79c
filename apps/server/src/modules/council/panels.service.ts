import {
  COUNCIL,
  DRAW_RULES,
  type Candidate as Drawable,
  drawPanel,
  drawSubstitute,
  type SeatedPhase,
} from '@assay/economy/council';
import {
  AssignmentId,
  type Finding,
  Hash32,
  newUuidV7,
  PanelId,
  type RandomBytes,
  type ReportedFinding,
  toCommitment,
} from '@assay/protocol';
import { review, type SeatEvents, type SeatRow, toSeat } from '../seats/index.ts';
import type { Candidate, ValidatorPool } from '../validators/index.ts';
import type { Briefs } from './briefs.service.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import type { PanelRow, SeatedPanel } from './panels.store.ts';
import type { CouncilReport } from './reports.ts';
import type { RoundRow } from './rounds.store.ts';
import type { SeatPacks, Views } from './seat-packs.service.ts';

type Deps = {
  readonly pool: Pick<ValidatorPool, 'slashIn' | 'seatFeeOf'>;
  readonly briefs: Pick<Briefs, 'ofIn'>;
  readonly events: Pick<SeatEvents, 'assignedIn'>;
  readonly seatPacks: Pick<SeatPacks, 'equipIn'>;
  /** Deterministic per seat, and secret until the reveal. */
  readonly saltOf: (seatId: string) => Hash32;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Question = {
  readonly round: RoundRow;
  readonly phase: SeatedPhase;
  readonly candidates: readonly Candidate[];
  readonly earlier: readonly SeatedPanel[];
};

type Place = Pick<SeatRow, 'fee' | 'brief' | 'position' | 'isSubstitute'>;

const SECOND_MS = 1_000;

/** Runs a panel from its draw to its tally. Hosted seats act at once; remote validators act through the assignment routes. */
export function createPanels({ pool, briefs, events, seatPacks, saltOf, random, clock }: Deps) {
  const newSeat = (panel: PanelRow, holder: Drawable, { fee, brief, position, isSubstitute }: Place): SeatRow => {
    const { validatorId, family, mode } = holder;
    const { roundId, phase, drawnAt } = panel;
    const of = { origin: 'REVIEW', roundId, phase, panelId: panel.id, position, isSubstitute } as const;
    const who = { validatorId, validatorName: nameOf(panel, holder), family, mode };
    const told = { fee, brief: mode === 'REMOTE' ? brief : null, commitBy: panel.commitBy ?? drawnAt };
    // As in a canary, the time in the id of a drawn seat is the time that its windows start from.
    return toSeat({ ...of, ...who, ...told }, isSubstitute ? clock.now() : drawnAt, random);
  };

  /** The fee and the brief of the drawn seats. Hosted seats need no brief. */
  async function termsOf(
    tx: CouncilTransaction,
    round: RoundRow,
    drawn: readonly Drawable[],
  ): Promise<Pick<SeatRow, 'fee' | 'brief'>> {
    const isRemote = drawn.some(({ mode }) => mode === 'REMOTE');
    return {
      fee: await pool.seatFeeOf(tx, round.submissionId),
      brief: isRemote ? await briefs.ofIn(tx, round) : null,
    };
  }

  /** False if too few candidates are eligible. */
  async function drawIn(tx: CouncilTransaction, { round, phase, earlier, ...asked }: Question): Promise<boolean> {
    const candidates = [...asked.candidates];
    const draw = drawPanel({ seed: seedOf(round), phase, candidates, taken: seatedValidators(earlier) });
    if (draw.kind === 'short') return false;

    const drawnAt = clock.now();
    const id = newUuidV7(PanelId, drawnAt.getTime(), random);
    const { commitSeconds } = windowsOf(draw.seats);
    const panel: PanelRow = {
      id,
      roundId: round.id,
      position: earlier.length,
      phase,
      state: 'COMMITTING',
      candidates,
      drawRules: DRAW_RULES,
      drawnAt,
      commitBy: after(drawnAt, commitSeconds),
      revealFrom: null,
      revealBy: null,
    };
    const terms = await termsOf(tx, round, draw.seats);
    const seats = draw.seats.map((holder, position) =>
      newSeat(panel, holder, { ...terms, position, isSubstitute: false }),
    );
    await tx.panels.insert(panel);
    await tx.seats.insertAll(seats);
    await seatPacks.equipIn(tx, seats);
    await events.assignedIn(tx, seats);
    return true;
  }

  /** Commits the votes of hosted seats. */
  async function commitIn(tx: CouncilTransaction, { panel, seatIds, report, views }: Voting): Promise<SeatedPanel> {
    const committedAt = clock.now();
    const commits = pick(panel, seatIds).map((seat) => ({
      id: seat.id,
      commitment: voteOf(seat, views.reportFor(seat, report)).commitment,
    }));
    await tx.seats.commit(commits, committedAt);
    return withSeats(panel, commits, { state: 'COMMITTED', committedAt });
  }

  /** Replaces each seat that missed the window with a hosted one, once, and penalises the silent validator. */
  async function replaceIn(tx: CouncilTransaction, question: Replacing): Promise<void> {
    const { round, panel, silentIds, earlier } = question;
    const seated = currentHolders(panel);
    const terms = await termsOf(tx, round, []);
    for (const seat of pick(panel, silentIds)) {
      const substitute = drawSubstitute({
        seed: seedOf(round),
        phase: seatedPhase(panel),
        candidates: panel.candidates,
        taken: seatedValidators(earlier),
        seats: seated,
        silentSeat: positionOf(seat),
      });
      await tx.seats.close([seat.id], substitute === undefined ? 'MISSED' : 'REPLACED');
      await pool.slashIn(tx, { validatorId: seat.validatorId, code: 'NOT_REVEALED', seatId: seat.id });
      if (substitute === undefined) continue;
      seated[positionOf(seat)] = substitute;
      const place = { ...terms, position: positionOf(seat), isSubstitute: true };
      const replacing = newSeat(panel, substitute, place);
      await tx.seats.insertAll([replacing]);
      await seatPacks.equipIn(tx, [replacing]);
    }
  }

  async function openRevealIn(tx: CouncilTransaction, panel: SeatedPanel): Promise<SeatedPanel> {
    const revealFrom = clock.now();
    const { revealSeconds } = windowsOf(panel.seats.filter(({ state }) => state === 'COMMITTED'));
    const window = { revealFrom, revealBy: after(revealFrom, revealSeconds) };
    const change = { state: 'REVEALING', ...window } as const;
    await tx.panels.change(panel.id, change);
    await tx.seats.openReveal(
      panel.seats.map(({ id }) => id),
      window,
    );
    return { ...panel, ...change };
  }

  async function revealIn(tx: CouncilTransaction, { panel, seatIds, report, views }: Voting): Promise<SeatedPanel> {
    const revealedAt = clock.now();
    const reveals = pick(panel, seatIds).map((seat) => {
      const { verdict, severity, findings, salt } = voteOf(seat, views.reportFor(seat, report));
      return { id: seat.id, verdict, severity, findings, salt };
    });
    await tx.seats.reveal(reveals, revealedAt);
    return withSeats(panel, reveals, { state: 'REVEALED', revealedAt });
  }

  /** Ends the reveal. A silent seat counts for neither side, and its validator is slashed. */
  async function tallyIn(
    tx: CouncilTransaction,
    panel: SeatedPanel,
    silentIds: readonly string[],
  ): Promise<SeatedPanel> {
    if (silentIds.length > 0) await tx.seats.close(silentIds, 'MISSED');
    for (const { id, validatorId } of panel.seats.filter(({ id }) => silentIds.includes(id))) {
      await pool.slashIn(tx, { validatorId, code: 'NOT_REVEALED', seatId: id });
    }
    await tx.panels.change(panel.id, { state: 'TALLIED' });
    const silent = silentIds.map((id) => ({ id }));
    return { ...withSeats(panel, silent, { state: 'MISSED' }), state: 'TALLIED' };
  }

  /** The vote of a hosted seat, computed at the commit and again at the reveal, so that no secret has to be stored. */
  function newVote({ id, family, validatorId }: SeatRow, report: CouncilReport) {
    const { verdict, severity, findings } = review(report, family, validatorId);
    const salt = saltOf(id);
    const vote = { assignmentId: AssignmentId.parse(id), validatorId, verdict, severity, salt };
    return {
      ...vote,
      findings: [...findings],
      commitment: toCommitment({ ...vote, findings: findings.map(toReported) }),
    };
  }

  /** Caches votes per report: a commit and a reveal in the same run use the same report and give the same vote. */
  const votes = new WeakMap<CouncilReport, Map<string, ReturnType<typeof newVote>>>();

  function voteOf(seat: SeatRow, report: CouncilReport) {
    const known = votes.get(report) ?? new Map<string, ReturnType<typeof newVote>>();
    votes.set(report, known);
    const vote = known.get(seat.id) ?? newVote(seat, report);
    known.set(seat.id, vote);
    return vote;
  }

  return { drawIn, commitIn, replaceIn, openRevealIn, revealIn, tallyIn };
}
export type Panels = ReturnType<typeof createPanels>;

/** Seats that vote on the engine's report. */
type Voting = {
  readonly panel: SeatedPanel;
  readonly seatIds: readonly string[];
  readonly report: CouncilReport;
  /** What each seat sees in addition to the report. */
  readonly views: Views;
};
type Replacing = {
  readonly round: RoundRow;
  readonly panel: SeatedPanel;
  readonly silentIds: readonly string[];
  readonly earlier: readonly SeatedPanel[];
};

export function seedOf({ id, beacon }: RoundRow): Hash32 {
  if (beacon === null) throw new Error(`Round ${id} has no beacon yet`);
  return Hash32.parse(beacon.seed);
}

/** The part of a finding that a validator's commitment covers: without the fields that the service fills in. */
export const toReported = ({ id: _, reportedBy: __, ...reported }: Finding): ReportedFinding => reported;

function seatedPhase({ phase }: PanelRow): SeatedPhase {
  if (phase === 'HUMAN') throw new Error('A decision by a person has no seats');
  return phase;
}

/** The validators of the earlier panels of this round. */
export const seatedValidators = (earlier: readonly SeatedPanel[]): Set<string> =>
  new Set(earlier.flatMap(({ seats }) => seats.map(({ validatorId }) => validatorId)));

const nameOf = ({ candidates }: PanelRow, { validatorId }: Drawable): string =>
  candidates.find((candidate) => candidate.validatorId === validatorId)?.name ?? validatorId;

/** The current holder of each seat, as a candidate, in seat order. */
function currentHolders({ seats, candidates }: SeatedPanel): Drawable[] {
  const holders = new Map<number, Drawable>();
  for (const seat of seats) {
    const holder = candidates.find(({ validatorId }) => validatorId === seat.validatorId);
    if (holder !== undefined) holders.set(positionOf(seat), holder);
  }
  return [...holders.keys()].sort((a, b) => a - b).flatMap((position) => holders.get(position) ?? []);
}

/** The number of a seat on its panel. */
function positionOf({ id, position }: SeatRow): number {
  if (position === null) throw new Error(`Seat ${id} is on no panel`);
  return position;
}

const pick = ({ seats }: SeatedPanel, ids: readonly string[]): SeatRow[] => seats.filter(({ id }) => ids.includes(id));

/** The panel with the changes that were just stored, without another read. */
function withSeats(
  panel: SeatedPanel,
  changed: readonly (Pick<SeatRow, 'id'> & Partial<SeatRow>)[],
  common: Partial<SeatRow>,
): SeatedPanel {
  const byId = new Map(changed.map((change) => [change.id, change]));
  const seats = panel.seats.map((seat) => {
    const change = byId.get(seat.id);
    return change === undefined ? seat : { ...seat, ...change, ...common };
  });
  return { ...panel, seats };
}

const windowsOf = (seats: readonly { readonly mode: SeatRow['mode'] }[]) =>
  seats.some(({ mode }) => mode === 'REMOTE') ? COUNCIL.windows.remote : COUNCIL.windows.hosted;

const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * SECOND_MS);
