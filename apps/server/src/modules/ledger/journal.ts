/** The words of the ledger. */
import type { JournalId, Ref } from '@assay/protocol';
import { z } from 'zod';

export const CURRENCIES = ['USDC', 'ASY', 'MARK'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const LEDGER_LIMITS = {
  /** More in one transaction would hold the locks of their accounts for too long. */
  journalsPerBatchMax: 500,
  postingsPerJournalMax: 200,
  /** What numeric(39,0) holds. */
  amountMax: 10n ** 39n - 1n,
} as const;

/** The number of an account in this ledger; not a developer's account. */
export const LedgerAccountId = z.int().positive().brand<'LedgerAccountId'>();
export type LedgerAccountId = z.infer<typeof LedgerAccountId>;

/** An owner with several pots in one currency gives each its own kind: `actor`, `actor-stake`. */
export type Owner = { readonly kind: string; readonly id: string };

/** What an account is opened on: one for each owner and currency. */
export type AccountTerms = { readonly owner: Owner; readonly currency: Currency; readonly mayGoNegative: boolean };
/** What an account is, for ever. */
export type AccountFacts = AccountTerms & { readonly id: LedgerAccountId; readonly openedAt: Date };
export type Account = AccountFacts & {
  /** Minor units. */
  readonly balance: bigint;
  readonly postings: number;
};

/** What a caller asks for. The id is the caller's own: asked twice, it is booked once. */
export type Booking = {
  readonly id: JournalId;
  /** What it is, for example `submission.fee`. */
  readonly kind: string;
  /** What it is for. */
  readonly ref: Ref;
  readonly memo?: string | null;
  /** Each account at most once; in every currency the amounts sum to zero. */
  readonly postings: readonly { readonly accountId: LedgerAccountId; readonly amount: bigint }[];
};

export type Posting = {
  readonly accountId: LedgerAccountId;
  readonly currency: Currency;
  readonly amount: bigint;
  /** Counts the postings of the account from 1. */
  readonly entry: number;
  readonly balanceAfter: bigint;
};

/** What was booked; its postings in the order of their accounts. */
export type Journal = {
  readonly id: JournalId;
  readonly kind: string;
  readonly ref: Ref;
  readonly memo: string | null;
  readonly bookedAt: Date;
  readonly postings: readonly Posting[];
};

/** One line of an account's statement. */
export type StatementLine = Omit<Journal, 'id' | 'postings'> &
  Pick<Posting, 'entry' | 'amount' | 'balanceAfter'> & { readonly journalId: JournalId };

export type Refusal =
  | { readonly code: 'malformed'; readonly detail: string }
  | { readonly code: 'id_reused' }
  | { readonly code: 'account_unknown'; readonly accountId: LedgerAccountId }
  | { readonly code: 'unbalanced'; readonly currency: Currency; readonly sum: bigint }
  | {
      readonly code: 'insufficient_funds';
      readonly accountId: LedgerAccountId;
      readonly currency: Currency;
      readonly needed: bigint;
      readonly available: bigint;
    };

/** Nothing of the call was booked. The caller's transaction can go on, and the caller names the problem for its user. */
export class BookingRefused extends Error {
  override name = 'BookingRefused';
  readonly journalId: JournalId;
  readonly because: Refusal;

  constructor(journalId: JournalId, because: Refusal) {
    super(`Journal ${journalId} was not booked: ${explain(because)}.`);
    this.journalId = journalId;
    this.because = because;
  }
}

function explain(refusal: Refusal): string {
  switch (refusal.code) {
    case 'malformed':
      return refusal.detail;
    case 'id_reused':
      return 'its id belongs to a journal with another content';
    case 'account_unknown':
      return `there is no account ${refusal.accountId}`;
    case 'unbalanced':
      return `its postings sum to ${refusal.sum} ${refusal.currency}`;
    case 'insufficient_funds':
      return `account ${refusal.accountId} has ${refusal.available} of the ${refusal.needed} ${refusal.currency} needed`;
  }
}
