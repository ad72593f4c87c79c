/** The types and limits of the ledger. */
import type { JournalId, Ref } from '@assay/protocol';
import { z } from 'zod';

export const CURRENCIES = ['USDC', 'ASY', 'MARK'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const LEDGER_LIMITS = {
  /** A larger transaction would hold the locks of its accounts for too long. */
  journalsPerBatchMax: 500,
  postingsPerJournalMax: 200,
  /** The maximum of numeric(39,0). */
  amountMax: 10n ** 39n - 1n,
} as const;

/** The id of an account in this ledger; not of a developer's account. */
export const LedgerAccountId = z.int().positive().brand<'LedgerAccountId'>();
export type LedgerAccountId = z.infer<typeof LedgerAccountId>;

/** An owner with several pots in one currency gives each pot its own kind: `actor`, `actor-stake`. */
export type Owner = { readonly kind: string; readonly id: string };

/** The terms of an account. Each owner has one account per currency. */
export type AccountTerms = { readonly owner: Owner; readonly currency: Currency; readonly mayGoNegative: boolean };
/** The immutable facts of an account. */
export type AccountFacts = AccountTerms & { readonly id: LedgerAccountId; readonly openedAt: Date };
export type Account = AccountFacts & {
  /** Minor units. */
  readonly balance: bigint;
  readonly postings: number;
};

/** A requested booking. The caller chooses the id, and a repeated id is booked once. */
export type Booking = {
  readonly id: JournalId;
  /** The kind of booking, for example `submission.fee`. */
  readonly kind: string;
  /** The object that the booking is for. */
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

/** A stored booking. Its postings are in account order. */
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

/** Nothing of the call was booked. The caller's transaction can continue, and the caller chooses the problem for its user. */
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
