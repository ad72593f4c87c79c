import { type CertificateId, Problem } from '@assay/protocol';
import type { CertificateActs } from './certificate-acts.service.ts';
import type { Duplicates } from './duplicates.service.ts';
import { type AskedInput, inputSha256Of } from './intake.policy.ts';
import type { Sealing } from './sealing.service.ts';
import type { SealedInputRow } from './submissions.store.ts';
import type { SuspendedContent } from './suspended-content.service.ts';

/** Something that can be paid for. */
export type Order = {
  readonly purpose: 'SUBMISSION' | 'RE_AUDIT';
  /** An intent that is said to be paid. */
  readonly paymentIntentId: string | undefined;
  /** A price that still holds. */
  readonly quoteId: string | undefined;
  /** Prices it, and keeps what is priced. */
  readonly seal: () => Promise<SealedInputRow>;
  /** Whether what was priced earlier is this. */
  readonly isFor: (input: SealedInputRow) => boolean;
  /** Throws what would be refused: before anybody pays. */
  readonly requireAllowed: (input: SealedInputRow) => Promise<void>;
};
type Paying = { readonly paymentIntentId?: string | undefined; readonly quoteId?: string | undefined };
/** Who pays, and everybody who owns together with them. */
type Owners = { readonly payer: string; readonly owners: readonly string[] };
type Deps = {
  readonly sealing: Sealing;
  readonly duplicates: Duplicates;
  readonly suspended: SuspendedContent;
  readonly acts: CertificateActs;
  /** Throws if there is no reader for the submission. */
  readonly requireReader: () => void;
};

/** What can be bought here: a review of something new, and another one of what was certified. */
export function createOrders({ sealing, duplicates, suspended, acts, requireReader }: Deps) {
  return {
    review(
      owner: string,
      asked: AskedInput,
      { paymentIntentId, quoteId }: Paying = {},
      draftId: string | null = null,
    ): Order {
      requireReader();
      return {
        purpose: 'SUBMISSION',
        paymentIntentId,
        quoteId,
        seal: async () => (await sealing.seal(owner, asked, { draftId })).input,
        isFor: (input) => input.draftId === draftId && input.inputSha256 === inputSha256Of(asked),
        async requireAllowed(input) {
          await suspended.requireInputClear(input);
          await duplicates.requireNew(input);
        },
      };
    },

    /** The certified bytes once more; only what is suspended, and not for ever. */
    async reAudit(id: CertificateId, { payer, owners }: Owners, { paymentIntentId }: Paying): Promise<Order> {
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
export type Orders = ReturnType<typeof createOrders>;
