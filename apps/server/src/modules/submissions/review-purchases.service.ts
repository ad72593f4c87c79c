import { type CertificateId, Problem } from '@assay/protocol';
import type { CertificateActs } from './certificate-acts.service.ts';
import type { Duplicates } from './duplicates.service.ts';
import { type AskedInput, inputSha256Of } from './intake.policy.ts';
import type { NewOwners } from './new-owners.ts';
import type { Payer, Sealed, Sealing } from './sealing.service.ts';
import type { SealedInputRow } from './submissions.store.ts';
import type { SuspendedContent } from './suspended-content.service.ts';

/** A review that a caller buys: of new content, or a re-audit. */
export type ReviewPurchase = {
  readonly purpose: 'SUBMISSION' | 'RE_AUDIT';
  /** An intent that the caller claims to have paid. */
  readonly paymentIntentId: string | undefined;
  /** A price that is still valid. */
  readonly quoteId: string | undefined;
  /** Prices the input and stores it, under the earlier price if that is the same. */
  readonly seal: (earlier?: Sealed['quote']) => Promise<SealedInputRow>;
  /** Whether a stored input belongs to this purchase. */
  readonly isFor: (input: SealedInputRow) => boolean;
  /** Throws what would be refused, before any payment. */
  readonly requireAllowed: (input: SealedInputRow) => Promise<void>;
};
type Paying = { readonly paymentIntentId?: string | undefined; readonly quoteId?: string | undefined };
/** The payer, and all principals of the same owner. */
type Owners = { readonly payer: string; readonly owners: readonly string[] };
type Deps = {
  readonly sealing: Sealing;
  readonly duplicates: Duplicates;
  readonly suspended: SuspendedContent;
  readonly acts: CertificateActs;
  readonly newOwners: NewOwners;
  /** Throws if there is no reader for the submission. */
  readonly requireReader: () => void;
};

/** Reviews that can be bought: of new content, and re-audits of certified content. */
export function createReviewPurchases({ sealing, duplicates, suspended, acts, newOwners, requireReader }: Deps) {
  return {
    review(
      payer: Payer,
      asked: AskedInput,
      { paymentIntentId, quoteId }: Paying = {},
      draftId: string | null = null,
    ): ReviewPurchase {
      requireReader();
      return {
        purpose: 'SUBMISSION',
        paymentIntentId,
        quoteId,
        seal: async (earlier) => (await sealing.seal(payer, asked, { draftId, earlier })).input,
        isFor: (input) => input.draftId === draftId && input.inputSha256 === inputSha256Of(asked),
        async requireAllowed(input) {
          await suspended.requireInputClear(input);
          await duplicates.requireNew(input);
          await newOwners.requireRoom(payer.owner);
        },
      };
    },

    /** Another review of the certified bytes, for a certificate that is suspended and not revoked. */
    async reAudit(id: CertificateId, { payer, owners }: Owners, { paymentIntentId }: Paying): Promise<ReviewPurchase> {
      const certified = await acts.findReAuditable(id, owners);
      return {
        purpose: 'RE_AUDIT',
        paymentIntentId,
        quoteId: undefined,
        seal: () => sealing.sealAgain(payer, certified.input),
        isFor: ({ identity }) => identity === certified.input.identity,
        async requireAllowed() {
          if (await acts.isUnderReview(certified.submission.id)) throw new Problem('re_audit_not_allowed');
        },
      };
    },
  };
}
export type ReviewPurchases = ReturnType<typeof createReviewPurchases>;
