import { toCommitment } from '@assay/economy/council';
import {
  type Assignment,
  AssignmentId,
  type AssignmentState,
  type CommitRequest,
  Problem,
  type RevealRequest,
  RoundId,
  toRunIdentity,
  toSandbox,
} from '@assay/protocol';
import type { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import type { Lifecycle } from '../submissions/index.ts';
import type { CouncilEvents } from './council.events.ts';
import type { CouncilTransaction, InTransaction } from './council.transaction.ts';
import type { PanelRow, PanelStore, SeatPlace, SeatRow } from './panels.store.ts';
import { unpackReport } from './reports.ts';
import { checkReported, toKeptFindings } from './reveal.policy.ts';
import { queueReviews } from './review-queue.ts';
import type { RoundStore } from './rounds.store.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly panels: Pick<PanelStore, 'findPlace' | 'listPlaces' | 'noteDownload'>;
  readonly rounds: Pick<RoundStore, 'findReport'>;
  readonly lifecycle: Pick<Lifecycle, 'bundleOf'>;
  /** The validator that an actor is, if it is one. */
  readonly validatorOf: (actorId: string) => Promise<string | undefined>;
  /** What a seat of this submission's panels earns. */
  readonly seatFeeOf: (submissionId: string) => Promise<bigint>;
  readonly events: Pick<CouncilEvents, 'committedIn'>;
  readonly clock: { now(): Date };
};
type Query = { readonly state: AssignmentState; readonly limit: number; readonly cursor?: string | undefined };
type Answer = z.input<typeof Assignment>;

/** Seats of validators that review on their own machine: what they may see, and when they may act. */
export function createAssignments(deps: Deps) {
  const { inTransaction, panels, rounds, lifecycle, validatorOf, seatFeeOf, events, clock } = deps;

  async function list({ actorId }: Actor, { state, limit, cursor }: Query) {
    const now = clock.now();
    const validatorId = await validatorOf(actorId);
    if (validatorId === undefined) return { items: [], nextCursor: null };
    const before = cursor === undefined ? undefined : readCursor(AssignmentId, cursor, now);
    const places = await panels.listPlaces({ validatorId, state, before, limit: limit + 1 });
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
  async function getPlace({ actorId }: Actor, id: string): Promise<SeatPlace> {
    const validatorId = await validatorOf(actorId);
    const place = validatorId === undefined ? undefined : await panels.findPlace(id, validatorId);
    if (place === undefined) throw new Problem('assignment_not_found');
    return place;
  }

  async function download(caller: Actor, id: string) {
    const { seat, panel, submissionId } = await getPlace(caller, id);
    const isOpen = (seat.state === 'ASSIGNED' || seat.state === 'COMMITTED') && panel.state !== 'TALLIED';
    if (!isOpen) throw new Problem('window_closed');
    if (seat.downloadBy !== null) await panels.noteDownload(seat.id);
    const { files, digests } = await lifecycle.bundleOf(submissionId);
    const contents = new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('base64')]));
    return { files: digests.files.map((file) => ({ ...file, contentBase64: contents.get(file.path) ?? '' })) };
  }

  /** Under the lock of the submission, so that a window cannot close halfway through. */
  async function act(caller: Actor, id: string, step: (tx: CouncilTransaction, place: SeatPlace) => Promise<void>) {
    // Before the transaction: who asked the pool for a second connection could wait for others who do the same.
    const { submissionId, seat } = await getPlace(caller, id);
    const placeIn = async (tx: CouncilTransaction): Promise<SeatPlace> => {
      const place = await tx.panels.findPlace(id, seat.validatorId);
      if (place === undefined) throw new Problem('assignment_not_found');
      return place;
    };
    const acted = await inTransaction(async (tx) => {
      await tx.submissions.lock(submissionId);
      await step(tx, await placeIn(tx));
      await queueReviews(tx, [submissionId]);
      return placeIn(tx);
    });
    return toAssignment(acted);
  }

  const commit = (caller: Actor, id: string, { commitment }: CommitRequest): Promise<Answer> =>
    act(caller, id, async (tx, { seat, panel }) => {
      if (seat.state === 'COMMITTED' && seat.commitment === commitment) return;
      if (seat.state !== 'ASSIGNED') throw new Problem('assignment_wrong_state', { state: seat.state });
      checkOpen(panel, 'COMMITTING', panel.commitBy);
      await tx.panels.commit([{ id: seat.id, commitment }], clock.now());
      await events.committedIn(tx, seat, commitment);
    });

  const reveal = async (caller: Actor, id: string, shown: RevealRequest): Promise<Answer> => {
    const { submissionId } = await getPlace(caller, id);
    const { files } = await lifecycle.bundleOf(submissionId);
    const errors = checkReported(shown.findings, files);
    return act(caller, id, async (tx, { seat, panel }) => {
      if (seat.state !== 'COMMITTED') throw new Problem('assignment_wrong_state', { state: seat.state });
      checkOpen(panel, 'REVEALING', panel.revealBy);
      if (commitmentOf(seat, shown) !== seat.commitment) throw new Problem('commitment_mismatch');
      if (errors.length > 0) throw new Problem('validation_failed', { errors });
      const { verdict, severity, salt } = shown;
      const findings = toKeptFindings(shown.findings, seat.validatorId);
      await tx.panels.reveal([{ id: seat.id, verdict, severity, findings, salt }], clock.now());
    });
  };

  function checkOpen({ state }: PanelRow, expected: PanelRow['state'], until: Date | null): void {
    // Before its window opens a reveal is early, not late: the seat keeps its turn.
    if (expected === 'REVEALING' && state === 'COMMITTING')
      throw new Problem('assignment_wrong_state', { state: 'COMMITTED' });
    if (state !== expected || until === null || until <= clock.now()) throw new Problem('window_closed');
  }

  async function toAssignment({ seat, panel, submissionId }: SeatPlace): Promise<Answer> {
    const stored = await rounds.findReport(panel.roundId);
    if (stored === undefined) throw new Error('A seat was drawn before the engine reported');
    const report = unpackReport(stored);
    const { rulesetDigest, engineVersion } = toRunIdentity(report);
    const { riskLevel, observedUrls, findings } = toSandbox(report, stored.analyzedAt);
    const { input, digests } = await lifecycle.bundleOf(submissionId);
    return {
      id: AssignmentId.parse(seat.id),
      kind: 'REVIEW',
      roundId: RoundId.parse(panel.roundId),
      phase: panel.phase,
      productType: input.productType,
      state: seat.state,
      validatorId: seat.validatorId,
      entry: input.entryPath,
      bundleSha256: digests.bundleSha256,
      files: digests.files,
      manifest: input.manifest,
      sandbox: { riskLevel, observedUrls, findings },
      rulesetDigest,
      engineVersion,
      fee: String(await seatFeeOf(submissionId)),
      commitBy: (panel.commitBy ?? panel.drawnAt).toISOString(),
      revealFrom: panel.revealFrom?.toISOString() ?? null,
      revealBy: panel.revealBy?.toISOString() ?? null,
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
export type Assignments = ReturnType<typeof createAssignments>;

const commitmentOf = ({ id, validatorId }: SeatRow, { verdict, severity, findings, salt }: RevealRequest): string =>
  toCommitment({ assignmentId: AssignmentId.parse(id), validatorId, verdict, severity, findings, salt });
