import { COUNCIL, toCommitment } from '@assay/economy/council';
import {
  type Assignment,
  AssignmentId,
  type AssignmentState,
  type CommitRequest,
  newUuidV7,
  Problem,
  type RandomBytes,
  type RevealRequest,
  RoundId,
} from '@assay/protocol';
import type { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import { type BundleFile, digestsOf } from '../submissions/index.ts';
import type { Calibration } from './calibration.service.ts';
import type { CalibrationPlace, CalibrationSeatRow } from './calibration-seats.store.ts';
import type { Attempt, CaseRow } from './calibrations.store.ts';
import type { ExaminedCase } from './validators.tables.ts';
import type { InTransaction, ValidatorTransaction } from './validators.transaction.ts';

type Answer = z.input<typeof Assignment>;
type Query = { readonly state: AssignmentState; readonly limit: number; readonly cursor?: string | undefined };
type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: ValidatorTransaction;
  readonly calibration: Pick<Calibration, 'casesFor' | 'endIn'>;
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
  /** What a seat is told of the engine's work. */
  readonly examine: (review: { files: readonly BundleFile[]; entryPath: string }) => Promise<ExaminedCase>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const SECOND_MS = 1_000;
/** All cases of an attempt go out together, so their windows are those of a seat, one after the other. */
const COMMIT_MS = COUNCIL.windows.remote.commitSeconds * COUNCIL.calibration.cases * SECOND_MS;
const REVEAL_MS = COUNCIL.windows.remote.revealSeconds * SECOND_MS;
const NO_MANIFEST: Answer['manifest'] = {
  ...{ capabilities: [], externalCalls: [], externalCallDetails: [], declaredEndpoints: [], secrets: [], tools: [] },
  safety: { network: 'NONE', filesystem: 'NONE' },
};

/** Calibration of validators that review on their own machine: its cases come and go like seats of the council. */
export function createRemoteCalibration(deps: Deps) {
  const { inTransaction, stores, calibration, loadBundle, examine, random, clock } = deps;
  const newId = <Id extends z.ZodType<string>>(brand: Id) => newUuidV7(brand, clock.now().getTime(), random);

  const examinedCases = new Map<string, ExaminedCase>();

  /** Hands out the cases of one waiting attempt; says for how many attempts it did. */
  async function seatNext(): Promise<number> {
    const waiting = await stores.calibrationSeats.findUnseated();
    const cases = waiting && (await calibration.casesFor(waiting));
    if (waiting === undefined || cases === undefined) return 0;
    const seats: CalibrationSeatRow[] = [];
    for (const known of cases) seats.push(await toSeat(waiting, known));
    await inTransaction(async (tx) => {
      await tx.calibrations.run(waiting);
      await tx.calibrationSeats.insertAll(seats);
    });
    return 1;
  }

  async function toSeat({ validatorId, track, attempt }: Attempt, known: CaseRow): Promise<CalibrationSeatRow> {
    return {
      ...{ id: newId(AssignmentId), validatorId, track, attempt, caseId: known.id, roundId: newId(RoundId) },
      ...{ examined: await examineOnce(known), state: 'ASSIGNED', commitment: null },
      ...{ verdict: null, commitBy: new Date(clock.now().getTime() + COMMIT_MS), revealFrom: null, revealBy: null },
    };
  }

  /** A case does not change, and neither does the engine of a running process. */
  async function examineOnce({ id, bundleId, entryPath }: CaseRow): Promise<ExaminedCase> {
    const examined = examinedCases.get(id) ?? (await examine({ files: await loadBundle(bundleId), entryPath }));
    examinedCases.set(id, examined);
    return examined;
  }

  /** Ends the seats that stayed silent, and with them their attempts; says how many. */
  async function closeOverdue(): Promise<number> {
    return inTransaction(async (tx) => {
      await tx.validators.lockBooks(); // before any row, as a reveal does
      const missed = await tx.calibrationSeats.missOverdue(clock.now());
      for (const attempt of missed) await countIn(tx, attempt);
      return missed.length;
    });
  }

  /** When the last case is answered or missed, the attempt is over. */
  async function countIn(tx: ValidatorTransaction, attempt: Attempt): Promise<void> {
    const places = await tx.calibrationSeats.listOf(attempt);
    const isOpen = places.some(({ seat }) => seat.state === 'ASSIGNED' || seat.state === 'COMMITTED');
    if (isOpen) return;
    const correct = places.filter(({ seat, known }) => seat.verdict === known.expected).length;
    await calibration.endIn(tx, attempt, correct);
  }

  async function list({ actorId }: Actor, { state, limit, cursor }: Query) {
    const now = clock.now();
    const validator = await stores.validators.findByActor(actorId);
    if (validator === undefined || state === 'REPLACED') return { items: [], nextCursor: null };
    const before = cursor === undefined ? undefined : readCursor(AssignmentId, cursor, now);
    const places = await stores.calibrationSeats.list({ validatorId: validator.id, state, before, limit: limit + 1 });
    const page = places.slice(0, limit);
    const last = places.length > limit ? page.at(-1) : undefined;
    const items: Answer[] = [];
    // One after the other: each holds the files of a whole bundle while it is made.
    for (const place of page) items.push(await toAssignment(place));
    return {
      items,
      nextCursor: last === undefined ? null : toCursor(last.seat.id, now),
    };
  }

  /** Somebody else's seat is answered like one that does not exist. */
  async function lockIn(tx: ValidatorTransaction, { actorId }: Actor, id: string): Promise<CalibrationPlace> {
    const validator = await tx.validators.findByActor(actorId);
    const place = validator && (await tx.calibrationSeats.lock(id, validator.id));
    if (place === undefined) throw new Problem('assignment_not_found');
    return place;
  }

  // The files are read afterwards: who holds one connection must not wait for another.
  const read = async (caller: Actor, id: string): Promise<Answer> =>
    toAssignment(await inTransaction((tx) => lockIn(tx, caller, id)));

  async function download(caller: Actor, id: string) {
    const { seat, known } = await inTransaction((tx) => lockIn(tx, caller, id));
    if (seat.state !== 'ASSIGNED' && seat.state !== 'COMMITTED') throw new Problem('window_closed');
    const files = await loadBundle(known.bundleId);
    const contents = new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('base64')]));
    const { files: listed } = digestsOf(files, known.entryPath);
    return { files: listed.map((file) => ({ ...file, contentBase64: contents.get(file.path) ?? '' })) };
  }

  async function commit(caller: Actor, id: string, { commitment }: CommitRequest): Promise<Answer> {
    await inTransaction(async (tx) => {
      const { seat } = await lockIn(tx, caller, id);
      if (seat.state !== 'ASSIGNED') throw new Problem('assignment_wrong_state', { state: seat.state });
      const now = clock.now();
      if (seat.commitBy <= now) throw new Problem('window_closed');
      const revealBy = new Date(now.getTime() + REVEAL_MS);
      await tx.calibrationSeats.change(id, { state: 'COMMITTED', commitment, revealFrom: now, revealBy });
    });
    return read(caller, id);
  }

  async function reveal(caller: Actor, id: string, shown: RevealRequest): Promise<Answer> {
    await inTransaction(async (tx) => {
      await tx.validators.lockBooks(); // before any row: the last answer may send the validator home with its stake
      const { seat } = await lockIn(tx, caller, id);
      if (seat.state !== 'COMMITTED') throw new Problem('assignment_wrong_state', { state: seat.state });
      if (seat.revealBy === null || seat.revealBy <= clock.now()) throw new Problem('window_closed');
      const vote = { ...shown, assignmentId: AssignmentId.parse(id), validatorId: seat.validatorId };
      if (toCommitment(vote) !== seat.commitment) throw new Problem('commitment_mismatch');
      await tx.calibrationSeats.change(id, { state: 'REVEALED', verdict: shown.verdict });
      await countIn(tx, seat);
    });
    return read(caller, id);
  }

  async function toAssignment({ seat, known }: CalibrationPlace): Promise<Answer> {
    const { bundleSha256, files } = digestsOf(await loadBundle(known.bundleId), known.entryPath);
    return {
      ...{ id: AssignmentId.parse(seat.id), kind: 'CALIBRATION', roundId: RoundId.parse(seat.roundId) },
      ...{ phase: 'PRIMARY', productType: 'SKILL', state: seat.state, validatorId: seat.validatorId },
      ...{ entry: known.entryPath, bundleSha256, files, manifest: NO_MANIFEST, ...seat.examined, fee: '0' },
      commitBy: seat.commitBy.toISOString(),
      revealFrom: seat.revealFrom?.toISOString() ?? null,
      revealBy: seat.revealBy?.toISOString() ?? null,
    };
  }

  return { seatNext, closeOverdue, assignments: { list, read, download, commit, reveal } };
}
export type RemoteCalibration = ReturnType<typeof createRemoteCalibration>;
