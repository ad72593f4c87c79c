import {
  AccountId,
  ActorId,
  PaymentIntentId,
  ReceiptId,
  Sha256,
  type Submission,
  SubmissionId,
  type SubmissionListItem,
} from '@assay/protocol';
import type { z } from 'zod';
import type { ChangeRow, DisputeRow, PaymentRow, SealedSubmission, SubmissionRow } from './submissions.store.ts';

/** In wire form, with amounts as strings. */
export type SubmissionAnswer = z.input<typeof Submission>;
export type ListItemAnswer = z.input<typeof SubmissionListItem>;
/** The part of a submission's answer that comes from its review. */
type Review = Pick<SubmissionAnswer, 'reviewResult' | 'sandbox' | 'round' | 'result' | 'progress'>;

/** Reviews of several submissions, by id. */
export type ReviewsOf = (submissions: readonly SealedSubmission[]) => Promise<ReadonlyMap<string, Review>>;

/** The state of requests for a person, by submission. */
export type InterventionsOf = (
  submissionIds: readonly string[],
) => Promise<ReadonlyMap<string, NonNullable<SubmissionAnswer['humanIntervention']>>>;

type Parts = {
  readonly review: Review;
  readonly humanIntervention: SubmissionAnswer['humanIntervention'];
  readonly dispute: DisputeRow | undefined;
  readonly payment: PaymentRow;
  readonly changes: readonly ChangeRow[];
};

export function toSubmission({ submission, input, bundleSha256 }: SealedSubmission, parts: Parts): SubmissionAnswer {
  const { id, state, productType, createdAt, updatedAt } = submission;
  const { name, version, description, source, manifest } = input;
  return {
    id: SubmissionId.parse(id),
    state,
    productType,
    name,
    version,
    description,
    source,
    manifest,
    bundleSha256: Sha256.parse(bundleSha256),
    entrySha256: Sha256.parse(input.entrySha256),
    owner: toOwner(submission),
    ...toPayment(parts.payment),
    ...parts.review,
    humanIntervention: parts.humanIntervention,
    readerConsent: toReaderConsent(input),
    dispute: parts.dispute === undefined ? null : toDispute(parts.dispute),
    history: parts.changes.map(({ state: to, at, reason }) => ({ state: to, at: at.toISOString(), reason })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function toListItem({ manifest: _, sandbox: __, round, ...rest }: SubmissionAnswer): ListItemAnswer {
  if (round === null) return { ...rest, round };
  const { panels: ___, ...brief } = round;
  return { ...rest, round: brief };
}

function toOwner({ owner, ownerWallet }: SubmissionRow): SubmissionAnswer['owner'] {
  const [type, id] = owner.split(':');
  const walletAddress = ownerWallet;
  return type === 'actor'
    ? { type, id: ActorId.parse(id), walletAddress }
    : { type: 'account', id: AccountId.parse(id), walletAddress };
}

const toPayment = ({ intentId, amount, receiptId }: PaymentRow) => ({
  paymentIntentId: PaymentIntentId.parse(intentId),
  price: { amount: amount.toString(), currency: 'USDC', decimals: 6 } as const,
  receiptId: ReceiptId.parse(receiptId),
});

export const toReaderConsent = ({
  readers,
  namesReaders: isExplicit,
  sealedAt,
}: Pick<SealedSubmission['input'], 'readers' | 'namesReaders' | 'sealedAt'>): SubmissionAnswer['readerConsent'] =>
  readers && { readers, isExplicit, recordedAt: sealedAt.toISOString() };

const toDispute = ({ state, reason, openedAt, decidedAt }: DisputeRow): SubmissionAnswer['dispute'] => ({
  state,
  reason,
  openedAt: openedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});
