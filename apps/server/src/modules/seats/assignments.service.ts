import { COUNCIL } from '@assay/economy/council';
import {
  type Assignment,
  AssignmentId,
  type AssignmentState,
  type CommitRequest,
  Problem,
  type RevealRequest,
  RoundId,
  toCommitment,
} from '@assay/protocol';
import type { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import { readCursor, toPage } from '../../platform/http/index.ts';
import { type BundleStore, digestsOf } from '../submissions/index.ts';
import { checkReported, toKeptFindings } from './reveal.policy.ts';
import type { SeatEvents } from './seat.events.ts';
import type { SeatRow, SeatStore } from './seats.store.ts';
import type { Brief } from './seats.tables.ts';
import type { InTransaction, SeatTransaction } from './seats.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly seats: Pick<SeatStore, 'find' | 'listOwn' | 'noteDownload'>;
  readonly bundles: Pick<BundleStore, 'load'>;
  /** The validator of an actor, if it has one. */
  readonly validatorOf: (actorId: string) => Promise<string | undefined>;
  /** The brief for review seats drawn before briefs were stored. Cases of that time have none. */
  readonly briefOf: (roundId: string) => Promise<Brief | undefined>;
  /** The public decisions of those rounds that have ended, by round id. */
  readonly decisionsOf: (roundIds: readonly string[]) => Promise<ReadonlyMap<string, Verdict>>;
  readonly events: Pick<SeatEvents, 'committedIn'>;
  readonly clock: { now(): Date };
};
type Query = { readonly state: AssignmentState; readonly limit: number; readonly cursor?: string | undefined };
type Answer = z.input<typeof Assignment>;
type Verdict = NonNullable<Answer['outcome']>;

const REVEAL_MS = COUNCIL.windows.remote.revealSeconds * 1_000;

/**
 * Seats of remote validators: what they may read, and when they may act. A canary is a row like any other, so its
 * answers, refusals and events are those of a review. Only a calibration is announced; it does not wait for other
 * seats.
 */
export function createAssignments(deps: Deps) {
  const { inTransaction, seats, bundles, validatorOf, briefOf, decisionsOf, events, clock } = deps;

  async function list({ actorId }: Actor, { state, limit, cursor }: Query) {
    const now = clock.now();
    const validatorId = await validatorOf(actorId);
    if (validatorId === undefined) return { items: [], nextCursor: null };
    const before = cursor === undefined ? undefined : readCursor(AssignmentId, cursor, now);
    const rows = await seats.listOwn({ validatorId, state, before, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, (last) => last.id);
    const decisions = await decisionsOf(page.map(({ roundId }) => roundId));
    const items: Answer[] = [];
    // Sequential, because each assignment holds the files of a whole bundle while it is built.
    for (const seat of page) {
      const brief = await findBrief(seat);
      if (brief !== undefined) items.push(await toAssignment(seat, brief, decisions.get(seat.roundId)));
    }
    return { items, nextCursor };
  }

  /** A seat of another validator is treated as unknown. */
  async function getSeat({ actorId }: Actor, id: string): Promise<SeatRow> {
    const validatorId = await validatorOf(actorId);
    const seat = validatorId === undefined ? undefined : await seats.find(id, validatorId);
    if (seat === undefined) throw new Problem('assignment_not_found');
    return seat;
  }

  const findBrief = async ({ brief, roundId }: SeatRow): Promise<Brief | undefined> => brief ?? briefOf(roundId);

  async function getBrief(seat: SeatRow): Promise<Brief> {
    const found = await findBrief(seat);
    if (found === undefined) throw new Problem('assignment_not_found');
    return found;
  }

  async function download(caller: Actor, id: string) {
    const seat = await getSeat(caller, id);
    if (seat.state !== 'ASSIGNED' && seat.state !== 'COMMITTED') throw new Problem('window_closed');
    if (seat.downloadBy !== null) await seats.noteDownload(seat.id);
    const { bundleId, entryPath } = await getBrief(seat);
    const files = await bundles.load(bundleId);
    const contents = new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('base64')]));
    const { files: listed } = digestsOf(files, entryPath);
    return { files: listed.map((file) => ({ ...file, contentBase64: contents.get(file.path) ?? '' })) };
  }

  /** The answer shows the seat directly after this act, before a worker changes it. */
  async function act(caller: Actor, id: string, step: (tx: SeatTransaction, seat: SeatRow) => Promise<void>) {
    // Runs before the transaction: a request that needs a second connection from the pool could deadlock with others.
    const known = await getSeat(caller, id);
    const lockIn = async (tx: SeatTransaction): Promise<SeatRow> => {
      const seat = await tx.seats.lock(id, known.validatorId);
      if (seat === undefined) throw new Problem('assignment_not_found');
      return seat;
    };
    const acted = await inTransaction(async (tx) => {
      await tx.publish({ type: 'seat.acting', seat: known });
      await step(tx, await lockIn(tx));
      const seat = await lockIn(tx);
      await tx.publish({ type: 'seat.acted', seat });
      return seat;
    });
    return toAssignment(acted, await getBrief(acted));
  }

  const commit = (caller: Actor, id: string, { commitment }: CommitRequest): Promise<Answer> =>
    act(caller, id, async (tx, seat) => {
      if (seat.state === 'COMMITTED' && seat.commitment === commitment) return;
      if (seat.state !== 'ASSIGNED') throw new Problem('assignment_wrong_state', { state: seat.state });
      const now = clock.now();
      if (seat.commitBy <= now) throw new Problem('window_closed');
      await tx.seats.commit([{ id, commitment }], now);
      if (seat.origin !== 'CALIBRATION') return events.committedIn(tx, seat, commitment);
      await tx.seats.openReveal([id], { revealFrom: now, revealBy: new Date(now.getTime() + REVEAL_MS) });
    });

  const reveal = async (caller: Actor, id: string, shown: RevealRequest): Promise<Answer> => {
    const { bundleId } = await getBrief(await getSeat(caller, id));
    const errors = checkReported(shown.findings, await bundles.load(bundleId));
    return act(caller, id, async (tx, seat) => {
      // A reveal before its window is early, not late, so the seat keeps its turn.
      if (seat.state !== 'COMMITTED' || seat.revealBy === null) {
        throw new Problem('assignment_wrong_state', { state: seat.state });
      }
      const now = clock.now();
      if (seat.revealBy <= now) throw new Problem('window_closed');
      if (commitmentOf(seat, shown) !== seat.commitment) throw new Problem('commitment_mismatch');
      if (errors.length > 0) throw new Problem('validation_failed', { errors });
      const { verdict, severity, salt } = shown;
      const findings = toKeptFindings(shown.findings, seat.validatorId);
      await tx.seats.reveal([{ id, verdict, severity, findings, salt }], now);
    });
  };

  async function toAssignment(seat: SeatRow, brief: Brief, outcome: Verdict | null = null): Promise<Answer> {
    const { bundleId, entryPath, productType, manifest, sandbox, rulesetDigest, engineVersion } = brief;
    const { bundleSha256, files } = digestsOf(await bundles.load(bundleId), entryPath);
    return {
      id: AssignmentId.parse(seat.id),
      kind: seat.origin === 'CALIBRATION' ? 'CALIBRATION' : 'REVIEW',
      roundId: RoundId.parse(seat.roundId),
      phase: seat.phase,
      productType,
      state: seat.state,
      validatorId: seat.validatorId,
      entry: entryPath,
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
      vote: toVote(seat),
      outcome,
    };
  }

  return {
    list,
    async read(caller: Actor, id: string): Promise<Answer> {
      const seat = await getSeat(caller, id);
      const decisions = await decisionsOf([seat.roundId]);
      return toAssignment(seat, await getBrief(seat), decisions.get(seat.roundId));
    },
    download,
    commit,
    reveal,
  };
}
export type Assignments = ReturnType<typeof createAssignments>;

const toVote = ({ verdict, severity, revealedAt }: SeatRow): Answer['vote'] =>
  verdict === null || severity === null || revealedAt === null
    ? null
    : { verdict, severity, revealedAt: revealedAt.toISOString() };

const commitmentOf = ({ id, validatorId }: SeatRow, { verdict, severity, findings, salt }: RevealRequest): string =>
  toCommitment({ assignmentId: AssignmentId.parse(id), validatorId, verdict, severity, findings, salt });
