import {
  type Event,
  type PageQuery,
  Problem,
  type ProductType,
  type Receipt,
  type SubmissionState,
} from '@assay/protocol';
import { z } from 'zod';
import { type EventStore, toEvent } from '../../platform/events/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import type { Intents } from '../payments/index.ts';
import {
  type InterventionsOf,
  type ListItemAnswer,
  type ReviewsOf,
  type SubmissionAnswer,
  toListItem,
  toSubmission,
} from './submissions.answer.ts';
import type { DisputeRow, PaymentRow, SealedSubmission, SubmissionStore } from './submissions.store.ts';

type Deps = {
  readonly store: SubmissionStore;
  readonly intents: Pick<Intents, 'receipt'>;
  readonly events: Pick<EventStore, 'listAfter'>;
  readonly reviewsOf: ReviewsOf;
  readonly interventionsOf: InterventionsOf;
  readonly clock: { now(): Date };
};
type Query = PageQuery & {
  readonly state?: SubmissionState | undefined;
  readonly productType?: ProductType | undefined;
};

const Position = z.tuple([CURSOR_KEYS.moment, z.uuid()]);
const EventPosition = z.int().nonnegative();

/** Submissions for their owners. Those of other owners are treated as unknown. */
export function createReads({ store, intents, events, reviewsOf, interventionsOf, clock }: Deps) {
  async function find(id: string, owners: readonly string[]): Promise<SealedSubmission> {
    const found = await store.find(id);
    if (found === undefined || !owners.includes(found.submission.owner)) throw new Problem('submission_not_found');
    return found;
  }

  async function describe(found: readonly SealedSubmission[]): Promise<SubmissionAnswer[]> {
    const ids = found.map(({ submission }) => submission.id);
    const [changes, disputes, payments, reviews, interventions] = await Promise.all([
      store.listChanges(ids),
      store.findDisputes(ids),
      store.listPayments(ids),
      reviewsOf(found),
      interventionsOf(ids),
    ]);
    const disputeOf = new Map<string, DisputeRow>(disputes.map((row) => [row.submissionId, row]));
    const paymentOf = new Map<string, PaymentRow>(payments.map((row) => [row.submissionId, row]));
    return found.map((sealed) => {
      const { id } = sealed.submission;
      const [review, payment] = [reviews.get(id), paymentOf.get(id)];
      if (review === undefined) throw new Error(`Submission ${id} has no review`);
      if (payment === undefined) throw new Error(`Submission ${id} has no payment`);
      return toSubmission(sealed, {
        review,
        payment,
        dispute: disputeOf.get(id),
        humanIntervention: interventions.get(id) ?? null,
        changes: changes.filter(({ submissionId }) => submissionId === id),
      });
    });
  }

  async function read(id: string, owners: readonly string[]): Promise<SubmissionAnswer> {
    const [answer] = await describe([await find(id, owners)]);
    if (answer === undefined) throw new Error(`Submission ${id} cannot be described`);
    return answer;
  }

  async function list(owners: readonly string[], { limit, cursor, state, productType }: Query) {
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from === undefined ? undefined : { createdAt: new Date(from[0]), id: from[1] };
    const filter = { ...(state && { state }), ...(productType && { productType }) };
    const found = await store.listOwn(owners, filter, after, limit + 1);
    const { page, nextCursor } = toPage(found, limit, now, ({ submission: last }) => [
      last.createdAt.toISOString(),
      last.id,
    ]);
    const items: ListItemAnswer[] = (await describe(page)).map(toListItem);
    return { items, nextCursor };
  }

  async function receipt(id: string, owners: readonly string[]): Promise<z.input<typeof Receipt>> {
    const { submission } = await find(id, owners);
    const signed =
      submission.intentId === null ? undefined : await intents.receipt(submission.intentId, submission.owner);
    if (signed === undefined) throw new Problem('submission_not_found');
    return signed;
  }

  async function listEvents(id: string, owners: readonly string[], { limit, cursor }: PageQuery) {
    await find(id, owners);
    const now = clock.now();
    const seq = cursor === undefined ? 0 : readCursor(EventPosition, cursor, now);
    const rows = await events.listAfter(seq, [{ subject: { type: 'submission', id } }], limit + 1);
    const { page, nextCursor } = toPage(rows, limit, now, (last) => last.seq);
    const items = page.map(toEvent) as z.input<typeof Event>[];
    return { items, nextCursor };
  }

  return { find, read, list, receipt, listEvents };
}
export type Reads = ReturnType<typeof createReads>;
