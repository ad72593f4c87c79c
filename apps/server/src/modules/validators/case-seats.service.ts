import { COUNCIL, toCommitment } from '@assay/economy/council';
import {
  type Assignment,
  AssignmentId,
  type AssignmentState,
  type CommitRequest,
  Problem,
  type RevealRequest,
  RoundId,
} from '@assay/protocol';
import type { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import { type CouncilEvents, checkReported } from '../council/index.ts';
import { type BundleFile, digestsOf } from '../submissions/index.ts';
import { queueCanaries } from './canary-task.ts';
import type { CasePlace } from './case-seats.store.ts';
import type { RemoteCalibration } from './remote-calibration.service.ts';
import type { InTransaction, ValidatorTransaction } from './validators.transaction.ts';

type Answer = z.input<typeof Assignment>;
type Query = { readonly state: AssignmentState; readonly limit: number; readonly cursor?: string | undefined };
type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: ValidatorTransaction;
  readonly calibration: Pick<RemoteCalibration, 'answeredIn'>;
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
  readonly events: Pick<CouncilEvents, 'committedIn'>;
  readonly clock: { now(): Date };
};

const REVEAL_MS = COUNCIL.windows.remote.revealSeconds * 1_000;

/**
 * Cases of known verdict, as remote validators find them among their assignments. The seat of a canary is answered, refused
 * and told about exactly as one of the council is.
 */
export function createCaseSeats({ inTransaction, stores, calibration, loadBundle, events, clock }: Deps) {
  async function list({ actorId }: Actor, { state, limit, cursor }: Query) {
    const now = clock.now();
    const validator = await stores.validators.findByActor(actorId);
    if (validator === undefined) return { items: [], nextCursor: null };
    const before = cursor === undefined ? undefined : readCursor(AssignmentId, cursor, now);
    const places = await stores.caseSeats.list({ validatorId: validator.id, state, before, limit: limit + 1 });
    const page = places.slice(0, limit);
    const last = places.length > limit ? page.at(-1) : undefined;
    const items: Answer[] = [];
    // One after the other: each holds the files of a whole bundle while it is made.
    for (const place of page) items.push(await toAssignment(place));
    return { items, nextCursor: last === undefined ? null : toCursor(last.seat.id, now) };
  }

  /** Somebody else's seat is answered like one that does not exist. */
  async function getPlace({ actorId }: Actor, id: string): Promise<CasePlace> {
    const validator = await stores.validators.findByActor(actorId);
    const place = validator && (await stores.caseSeats.find(id, validator.id));
    if (place === undefined) throw new Problem('assignment_not_found');
    return place;
  }

  async function download(caller: Actor, id: string) {
    const { seat, known } = await getPlace(caller, id);
    if (seat.state !== 'ASSIGNED' && seat.state !== 'COMMITTED') throw new Problem('window_closed');
    const files = await loadBundle(known.bundleId);
    const contents = new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('base64')]));
    const { files: listed } = digestsOf(files, known.entryPath);
    return { files: listed.map((file) => ({ ...file, contentBase64: contents.get(file.path) ?? '' })) };
  }

  /** The answer shows the seat as this act left it, whatever a worker makes of it in the next moment. */
  async function act(caller: Actor, id: string, step: (tx: ValidatorTransaction, place: CasePlace) => Promise<void>) {
    // Before the transaction: who holds one connection must not wait for another.
    const { seat } = await getPlace(caller, id);
    const lockIn = async (tx: ValidatorTransaction): Promise<CasePlace> => {
      const place = await tx.caseSeats.lock(id, seat.validatorId);
      if (place === undefined) throw new Problem('assignment_not_found');
      return place;
    };
    const acted = await inTransaction(async (tx) => {
      await tx.validators.lockBooks(); // before any row: the last answer may send the validator home with its stake
      const place = await lockIn(tx);
      await step(tx, place);
      if (place.canaryKey !== null) await queueCanaries(tx, [place.canaryKey]);
      return lockIn(tx);
    });
    return toAssignment(acted);
  }

  const commit = (caller: Actor, id: string, { commitment }: CommitRequest): Promise<Answer> =>
    act(caller, id, async (tx, { seat, canaryKey }) => {
      if (seat.state === 'COMMITTED' && seat.commitment === commitment) return;
      if (seat.state !== 'ASSIGNED') throw new Problem('assignment_wrong_state', { state: seat.state });
      const now = clock.now();
      if (seat.commitBy <= now) throw new Problem('window_closed');
      if (canaryKey !== null) {
        await tx.caseSeats.change([id], { state: 'COMMITTED', commitment });
        return events.committedIn(tx, seat, commitment);
      }
      // A calibration waits for nobody else.
      const revealBy = new Date(now.getTime() + REVEAL_MS);
      await tx.caseSeats.change([id], { state: 'COMMITTED', commitment, revealFrom: now, revealBy });
    });

  async function reveal(caller: Actor, id: string, shown: RevealRequest): Promise<Answer> {
    const { known } = await getPlace(caller, id);
    const errors = checkReported(shown.findings, await loadBundle(known.bundleId));
    return act(caller, id, async (tx, { seat }) => {
      // Before its window opens a reveal is early, not late: the seat keeps its turn.
      if (seat.state !== 'COMMITTED' || seat.revealBy === null) {
        throw new Problem('assignment_wrong_state', { state: seat.state });
      }
      if (seat.revealBy <= clock.now()) throw new Problem('window_closed');
      const vote = { ...shown, assignmentId: AssignmentId.parse(id), validatorId: seat.validatorId };
      if (toCommitment(vote) !== seat.commitment) throw new Problem('commitment_mismatch');
      if (errors.length > 0) throw new Problem('validation_failed', { errors });
      await tx.caseSeats.change([id], { state: 'REVEALED', verdict: shown.verdict });
      const { validatorId, track, attempt } = seat;
      if (attempt !== null) await calibration.answeredIn(tx, { validatorId, track, attempt });
    });
  }

  async function toAssignment({ seat, known, canaryKey }: CasePlace): Promise<Answer> {
    const { bundleSha256, files } = digestsOf(await loadBundle(known.bundleId), known.entryPath);
    const { manifest, sandbox, rulesetDigest, engineVersion } = seat.examined;
    return {
      id: AssignmentId.parse(seat.id),
      kind: canaryKey === null ? 'CALIBRATION' : 'REVIEW',
      roundId: RoundId.parse(seat.roundId),
      phase: seat.phase,
      productType: 'SKILL',
      state: seat.state,
      validatorId: seat.validatorId,
      entry: known.entryPath,
      bundleSha256,
      files,
      manifest,
      sandbox,
      rulesetDigest,
      engineVersion,
      fee: seat.fee.toString(),
      commitBy: seat.commitBy.toISOString(),
      revealFrom: seat.revealFrom?.toISOString() ?? null,
      revealBy: seat.revealBy?.toISOString() ?? null,
    };
  }

  return {
    list,
    read: async (caller: Actor, id: string): Promise<Answer> => toAssignment(await getPlace(caller, id)),
    download,
    commit,
    reveal,
  };
}
