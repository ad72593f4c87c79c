import { COUNCIL, chooseCanary } from '@assay/economy/council';
import type { Logger } from '../../platform/log/index.ts';
import type { SeatEvents, SeatRow } from '../seats/index.ts';
import type { CanaryDraw, DrawnCanary } from './canary-draw.service.ts';
import type { CanaryRoundRow } from './canary-rounds.store.ts';
import { nextCanaryStep } from './canary-step.policy.ts';
import { parseCanaryKey, queueCanaries } from './canary-task.ts';
import type { SettledSeat, Settlements } from './settlement.service.ts';
import type { Slashing } from './slashing.service.ts';
import type { InTransaction, ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: ValidatorTransaction;
  readonly draw: CanaryDraw['draw'];
  readonly settlements: Pick<Settlements, 'settleCanaryIn'>;
  readonly slashing: Pick<Slashing, 'slashIn'>;
  readonly events: Pick<SeatEvents, 'assignedIn'>;
  readonly clock: { now(): Date };
  readonly log: Pick<Logger, 'warn'>;
};

const SECOND_MS = 1_000;
/** A lost step is queued again after this long, in batches of `DUE_BATCH`. */
const RETRY_MS = 60_000;
const DUE_BATCH = 100;
/** The engine may need long for a case, and may have to be restarted. */
const DRAW_AGAIN_MS = 5 * 60_000;
const ATTEMPTS_MAX = 6;

/**
 * Canaries: cases with a known verdict among the reviews. Hosted seats vote at once; remote seats commit and reveal in
 * the windows of a panel. The stored state decides the next step, so each step may run twice and in any process.
 */
export function createCanaryRounds({ inTransaction, stores, draw, settlements, slashing, events, clock, log }: Deps) {
  /** Performs steps until the canary has to wait. */
  async function run(key: string): Promise<void> {
    const drawn = (await stores.canaryRounds.isKnown(key)) ? undefined : await drawFor(key);
    await inTransaction(async (tx) => {
      await tx.validators.lockBooks(); // locked before any row, like in every transaction that may slash or pay
      if (drawn !== undefined) await beginIn(tx, drawn);
      await tx.canaryTasks.remove(key);
      await advanceIn(tx, key);
    });
  }

  /** Undefined when no canary goes out. */
  async function drawFor(key: string): Promise<DrawnCanary | undefined> {
    const stored = await stores.canaryTasks.find(key);
    if (stored === undefined) return undefined;
    const task = parseCanaryKey(key);
    const canary = chooseCanary(task.seed, task.phase);
    return canary && draw({ ...stored, ...task }, canary);
  }

  /** The first stored round wins. Validators that left meanwhile get no seat. */
  async function beginIn(tx: ValidatorTransaction, { round, seats: drawn }: DrawnCanary): Promise<void> {
    if (!(await tx.canaryRounds.insert(round))) return;
    const validators = await tx.validators.listByIds(drawn.map(({ validatorId }) => validatorId));
    const active = new Set(validators.filter(({ state }) => state === 'ACTIVE').map(({ id }) => id));
    const seats = drawn.filter(({ mode, validatorId }) => mode === 'HOSTED' || active.has(validatorId));
    await tx.seats.insertAll(seats);
    await events.assignedIn(tx, seats);
  }

  async function advanceIn(tx: ValidatorTransaction, key: string): Promise<void> {
    const round = await tx.canaryRounds.lock(key);
    if (round === undefined || round.judgedAt !== null) return;
    const seats = await tx.seats.lockOfRound(round.id);
    const remote = seats.filter(({ mode }) => mode === 'REMOTE');
    const step = nextCanaryStep(remote, clock.now());
    if (step.kind === 'wait') return;
    const silent = remote.filter(({ id }) => step.silentIds.includes(id));
    if (step.kind === 'judge') {
      await closeIn(tx, silent, 'MISSED');
      return judgeIn(tx, round, seats);
    }
    // On a panel, a hosted validator would replace the seat. Here there is nothing left to decide.
    await closeIn(tx, silent, 'REPLACED');
    await openRevealIn(tx, round, remote);
    await advanceIn(tx, key);
  }

  /** A missed window costs the same as on a panel and does not affect accuracy. */
  async function closeIn(
    tx: ValidatorTransaction,
    silent: readonly SeatRow[],
    state: 'MISSED' | 'REPLACED',
  ): Promise<void> {
    await tx.seats.close(
      silent.map(({ id }) => id),
      state,
    );
    for (const { id, validatorId } of silent) {
      await slashing.slashIn(tx, { validatorId, code: 'NOT_REVEALED', ref: { type: 'seat', id } });
    }
  }

  async function openRevealIn(
    tx: ValidatorTransaction,
    { id }: CanaryRoundRow,
    seats: readonly SeatRow[],
  ): Promise<void> {
    const { remote, hosted } = COUNCIL.windows;
    const { revealSeconds } = seats.some(({ state }) => state === 'COMMITTED') ? remote : hosted;
    const revealFrom = clock.now();
    const revealBy = new Date(revealFrom.getTime() + revealSeconds * SECOND_MS);
    await tx.seats.openReveal(
      seats.map((seat) => seat.id),
      { revealFrom, revealBy },
    );
    await tx.canaryRounds.change(id, { dueAt: revealBy });
  }

  /** Uses the stored case, because a new draw with the same key may give another. */
  async function judgeIn(tx: ValidatorTransaction, round: CanaryRoundRow, seats: readonly SeatRow[]): Promise<void> {
    if (round.caseId === null) throw new Error(`Canary ${round.id} has no case`);
    const canary = await tx.calibrations.getCase(round.caseId);
    const { id, seatFee } = round;
    await settlements.settleCanaryIn(tx, { id, seatFee, canary, seats: seats.map((seat) => toSettledSeat(seat, id)) });
    await tx.canaryRounds.change(round.id, { dueAt: null, judgedAt: clock.now() });
  }

  /** Queues due canaries and the next steps of running ones. Returns their number. */
  async function queueDue(): Promise<number> {
    const now = clock.now();
    await giveUp(now);
    return (await queueTasks(now)) + (await queueRounds(now));
  }

  /** The key is not logged, because its seed reveals the case. */
  async function giveUp(now: Date): Promise<void> {
    for (const key of await stores.canaryTasks.giveUp(now, ATTEMPTS_MAX)) {
      const { roundId, phase } = parseCanaryKey(key);
      log.warn({ roundId, phase, attempts: ATTEMPTS_MAX }, 'sending a canary failed');
    }
  }

  async function queueTasks(now: Date): Promise<number> {
    const dueAt = new Date(now.getTime() + DRAW_AGAIN_MS);
    return inTransaction(async (tx) => {
      const keys = await tx.canaryTasks.takeDue({ now, dueAt, attemptsMax: ATTEMPTS_MAX, limit: DUE_BATCH });
      if (keys.length > 0) await queueCanaries(tx, keys);
      return keys.length;
    });
  }

  /** Queues the next step of canaries whose window is over. */
  async function queueRounds(now: Date): Promise<number> {
    const keys = await stores.canaryRounds.listDue(now, DUE_BATCH);
    if (keys.length === 0) return 0;
    await inTransaction(async (tx) => {
      await tx.canaryRounds.postpone(keys, now, new Date(now.getTime() + RETRY_MS));
      await queueCanaries(tx, keys);
    });
    return keys.length;
  }

  return { run, queueDue };
}

/** All seats of a canary form one panel. Their findings on a known case are not new. */
const toSettledSeat = ({ id, validatorId, verdict }: SeatRow, panelId: string): SettledSeat => ({
  id,
  panelId,
  validatorId,
  verdict,
  findingIds: [],
  hasReproduced: false,
});
