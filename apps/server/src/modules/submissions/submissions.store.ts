import { and, asc, desc, eq, gt, inArray, lt, ne, or, PgTransaction, sql } from '../../platform/db/drizzle.ts';
import { type Database, prepared, statement } from '../../platform/db/index.ts';
import { paymentIntents, paymentTransfers } from '../payments/payments.tables.ts';
import { bundles, sealedInputs, submissionChanges, submissionDisputes, submissions } from './submissions.tables.ts';

export type SubmissionRow = typeof submissions.$inferSelect;
export type SealedInputRow = typeof sealedInputs.$inferSelect;
export type ChangeRow = typeof submissionChanges.$inferSelect;
export type DisputeRow = typeof submissionDisputes.$inferSelect;
/** A submission with its sealed input. */
export type SealedSubmission = {
  readonly submission: SubmissionRow;
  readonly input: SealedInputRow;
  readonly bundleSha256: string;
};
export type InputIdentity = Pick<SealedInputRow, 'identity' | 'owner' | 'bundleId' | 'source'>;
/** The payment of a submission, for its receipt. */
export type PaymentRow = {
  readonly submissionId: string;
  readonly intentId: string;
  readonly amount: bigint;
  readonly receiptId: string;
};
type ReviewTimes = {
  readonly reviews: number;
  readonly p50Seconds: number | null;
  readonly p95Seconds: number | null;
};
type Move = Pick<ChangeRow, 'trigger' | 'state' | 'reason' | 'at'>;
type SubmissionName = Pick<SubmissionRow, 'id' | 'state' | 'createdAt' | 'termsVersion'> &
  Pick<SealedInputRow, 'name' | 'version' | 'readers' | 'namesReaders' | 'sealedAt'>;
type SubmissionPosition = Pick<SubmissionRow, 'createdAt' | 'id'>;
type SubmissionFilter = Partial<Pick<SubmissionRow, 'state' | 'productType'>>;

/** States with a review in progress. */
const OPEN_STATES = ['SUBMITTED', 'SANDBOXING', 'IN_REVIEW', 'ESCALATED'] as const;

const lockSubmission = prepared('submission_lock', (db) =>
  db
    .select()
    .from(submissions)
    .where(eq(submissions.id, sql.placeholder('id')))
    .for('update'),
);
const addChangeRow = statement(
  'submission_add_change',
  `INSERT INTO submission_changes (submission_id, position, trigger, state, reason, at)
   SELECT $1, (SELECT count(*) + 1 FROM submission_changes WHERE submission_id = $1), $2, $3, $4, $5`,
);

const decideDispute = statement(
  'submission_decide_dispute',
  `UPDATE submission_disputes SET state = $2, decided_at = $3 WHERE submission_id = $1 AND state = 'OPEN'`,
);
/** Updates the state and appends the history row in one statement. */
const moveRow = statement(
  'submission_move',
  `WITH moved AS (UPDATE submissions SET state = $3, updated_at = $5 WHERE id = $1 RETURNING id)
   INSERT INTO submission_changes (submission_id, position, trigger, state, reason, at)
   SELECT id, (SELECT count(*) + 1 FROM submission_changes WHERE submission_id = $1), $2, $3, $4, $5 FROM moved`,
);

export function submissionStore(db: Database) {
  /** Rows that this transaction has locked. */
  const held = db instanceof PgTransaction ? new Map<string, SubmissionRow>() : undefined;

  const sealed = () =>
    db
      .select({ submission: submissions, input: sealedInputs, bundleSha256: bundles.bundleSha256 })
      .from(submissions)
      .innerJoin(sealedInputs, eq(sealedInputs.quoteId, submissions.quoteId))
      .innerJoin(bundles, eq(bundles.id, sealedInputs.bundleId));

  return {
    /** Stored once for each quote. */
    async insertInput(row: SealedInputRow): Promise<void> {
      await db.insert(sealedInputs).values(row).onConflictDoNothing();
    },
    async findInput(quoteId: string): Promise<SealedInputRow | undefined> {
      const [row] = await db.select().from(sealedInputs).where(eq(sealedInputs.quoteId, quoteId));
      return row;
    },

    /** Protects the input from deletion until this transaction ends. */
    async keepInput(quoteId: string): Promise<SealedInputRow | undefined> {
      const [row] = await db.select().from(sealedInputs).where(eq(sealedInputs.quoteId, quoteId)).for('key share');
      return row;
    },

    /** Quotes for the same input, or for another revision of the same draft. */
    async listQuotesFor({ owner, inputSha256, draftId }: SealedInputRow): Promise<string[]> {
      const same = draftId === null ? undefined : eq(sealedInputs.draftId, draftId);
      const rows = await db
        .select({ quoteId: sealedInputs.quoteId })
        .from(sealedInputs)
        .where(and(eq(sealedInputs.owner, owner), or(eq(sealedInputs.inputSha256, inputSha256), same)));
      return rows.map(({ quoteId }) => quoteId);
    },

    /** Older inputs without a submission or a payment in progress. */
    async listUnsubmitted(before: Date, limit: number): Promise<string[]> {
      const rows = await db
        .select({ quoteId: sealedInputs.quoteId })
        .from(sealedInputs)
        .where(
          and(
            lt(sealedInputs.sealedAt, before),
            sql`NOT EXISTS (SELECT FROM ${submissions} WHERE ${submissions.quoteId} = ${sealedInputs.quoteId})`,
            sql`NOT EXISTS (SELECT FROM ${paymentIntents} WHERE ${paymentIntents.state} IN ('PENDING', 'PAID')
              AND ${paymentIntents.quote}->>'id' = ${sealedInputs.quoteId}::text)`,
          ),
        )
        .limit(limit);
      return rows.map(({ quoteId }) => quoteId);
    },
    async countUnsubmitted(owner: string, since: Date): Promise<number> {
      const isUnsubmitted = sql`NOT EXISTS (SELECT FROM ${submissions} WHERE ${submissions.quoteId} = ${sealedInputs.quoteId})`;
      return db.$count(
        sealedInputs,
        and(gt(sealedInputs.sealedAt, since), eq(sealedInputs.owner, owner), isUnsubmitted),
      );
    },
    async deleteInputs(quoteIds: readonly string[]): Promise<void> {
      if (quoteIds.length === 0) return;
      await db.delete(sealedInputs).where(inArray(sealedInputs.quoteId, [...quoteIds]));
    },

    /** False when the same bytes are, or were, under review: unique index `submissions_once`. */
    async insert(row: SubmissionRow): Promise<boolean> {
      const rows = await db.insert(submissions).values(row).onConflictDoNothing().returning({ id: submissions.id });
      return rows.length === 1;
    },
    async lock(id: string): Promise<SubmissionRow | undefined> {
      const known = held?.get(id);
      if (known !== undefined) return known;
      const [row] = await lockSubmission(db, { id });
      if (row !== undefined) held?.set(id, row);
      return row;
    },
    /** Moves a submission that the caller has locked, and appends to its history. */
    async move(row: SubmissionRow, { trigger, state, reason, at }: Move): Promise<SubmissionRow> {
      await moveRow(db, [row.id, trigger, state, reason, at]);
      const moved = { ...row, state, updatedAt: at };
      held?.set(row.id, moved);
      return moved;
    },
    /** Appends to the history. The caller has locked the submission. */
    async addChange({ submissionId, trigger, state, reason, at }: Omit<ChangeRow, 'position'>): Promise<void> {
      await addChangeRow(db, [submissionId, trigger, state, reason, at]);
    },
    async listChanges(submissionIds: readonly string[]): Promise<ChangeRow[]> {
      if (submissionIds.length === 0) return [];
      return db
        .select()
        .from(submissionChanges)
        .where(inArray(submissionChanges.submissionId, [...submissionIds]))
        .orderBy(asc(submissionChanges.submissionId), asc(submissionChanges.position));
    },

    async find(id: string): Promise<SealedSubmission | undefined> {
      const [row] = await sealed().where(eq(submissions.id, id));
      return row;
    },
    /** The submission that prevents another one of the same bytes. */
    async findLive(identity: string): Promise<SubmissionRow | undefined> {
      const [row] = await db
        .select()
        .from(submissions)
        .where(and(eq(submissions.identity, identity), ne(submissions.state, 'FAILED')));
      return row;
    },
    /** Like `findLive`, and also finds submissions from before kinds of files were part of an identity. */
    async findSame({ identity, owner, bundleId, source }: InputIdentity): Promise<SubmissionRow | undefined> {
      const isEarlier = and(
        eq(sealedInputs.bundleId, bundleId),
        eq(sealedInputs.owner, owner),
        sql`${sealedInputs.source}->>'entry' = ${source.entry}`,
        sql`${sealedInputs.source}->>'url' IS NOT DISTINCT FROM ${source.url}`,
      );
      const [row] = await db
        .select({ submission: submissions })
        .from(submissions)
        .innerJoin(sealedInputs, eq(sealedInputs.quoteId, submissions.quoteId))
        .where(and(or(eq(submissions.identity, identity), isEarlier), ne(submissions.state, 'FAILED')))
        .limit(1);
      return row?.submission;
    },
    async countOpen(owner: string): Promise<number> {
      return db.$count(submissions, and(eq(submissions.owner, owner), inArray(submissions.state, [...OPEN_STATES])));
    },
    async hasCertified(owner: string): Promise<boolean> {
      const certified = and(eq(submissions.owner, owner), eq(submissions.state, 'CERTIFIED'));
      return (await db.select({ id: submissions.id }).from(submissions).where(certified).limit(1)).length === 1;
    },
    /** Submissions without their content, newest first. */
    async listNames(owner: string, limit: number): Promise<SubmissionName[]> {
      return db
        .select({
          id: submissions.id,
          state: submissions.state,
          createdAt: submissions.createdAt,
          termsVersion: submissions.termsVersion,
          name: sealedInputs.name,
          version: sealedInputs.version,
          readers: sealedInputs.readers,
          namesReaders: sealedInputs.namesReaders,
          sealedAt: sealedInputs.sealedAt,
        })
        .from(submissions)
        .innerJoin(sealedInputs, eq(sealedInputs.quoteId, submissions.quoteId))
        .where(eq(submissions.owner, owner))
        .orderBy(desc(submissions.createdAt), desc(submissions.id))
        .limit(limit);
    },
    /** Newest first. */
    async listOwn(
      owners: readonly string[],
      { state, productType }: SubmissionFilter,
      after: SubmissionPosition | undefined,
      limit: number,
    ): Promise<SealedSubmission[]> {
      const older =
        after === undefined
          ? undefined
          : or(
              lt(submissions.createdAt, after.createdAt),
              and(eq(submissions.createdAt, after.createdAt), lt(submissions.id, after.id)),
            );
      return sealed()
        .where(
          and(
            inArray(submissions.owner, [...owners]),
            state === undefined ? undefined : eq(submissions.state, state),
            productType === undefined ? undefined : eq(submissions.productType, productType),
            older,
          ),
        )
        .orderBy(desc(submissions.createdAt), desc(submissions.id))
        .limit(limit);
    },

    /** Received payments by the owner of the submission. */
    async listPayments(submissionIds: readonly string[]): Promise<PaymentRow[]> {
      if (submissionIds.length === 0) return [];
      return db
        .select({
          submissionId: submissions.id,
          intentId: paymentIntents.id,
          amount: paymentIntents.amount,
          receiptId: paymentTransfers.receiptId,
        })
        .from(submissions)
        .innerJoin(
          paymentIntents,
          and(eq(paymentIntents.id, submissions.intentId), eq(paymentIntents.principal, submissions.owner)),
        )
        .innerJoin(paymentTransfers, eq(paymentTransfers.intentId, paymentIntents.id))
        .where(inArray(submissions.id, [...submissionIds]));
    },

    /** Times from acceptance to the first decision, for decisions since then. */
    async reviewTimes(since: Date): Promise<ReviewTimes> {
      const { rows } = await db.execute<ReviewTimes>(sql`
        SELECT count(*)::int AS reviews,
          percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds)::int AS "p50Seconds",
          percentile_disc(0.95) WITHIN GROUP (ORDER BY seconds)::int AS "p95Seconds"
        FROM (SELECT round(extract(epoch FROM min(c.at) - s.created_at)) AS seconds
          FROM submissions s JOIN submission_changes c ON c.submission_id = s.id
          WHERE s.updated_at >= ${since} AND c.state IN ('CERTIFIED', 'REJECTED')
          GROUP BY s.id HAVING min(c.at) >= ${since}) AS decided`);
      return rows[0] ?? { reviews: 0, p50Seconds: null, p95Seconds: null };
    },

    /** False when the submission was already disputed. */
    async insertDispute(row: DisputeRow): Promise<boolean> {
      const rows = await db
        .insert(submissionDisputes)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: submissionDisputes.submissionId });
      return rows.length === 1;
    },
    async findDisputes(submissionIds: readonly string[]): Promise<DisputeRow[]> {
      if (submissionIds.length === 0) return [];
      return db
        .select()
        .from(submissionDisputes)
        .where(inArray(submissionDisputes.submissionId, [...submissionIds]));
    },
    async decideDispute(submissionId: string, state: 'UPHELD' | 'OVERTURNED', decidedAt: Date): Promise<void> {
      await decideDispute(db, [submissionId, state, decidedAt]);
    },
  };
}
export type SubmissionStore = ReturnType<typeof submissionStore>;
