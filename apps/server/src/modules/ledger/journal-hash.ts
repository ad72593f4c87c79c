import { canonicalBytes, type Sha256, sha256Hex } from '@assay/protocol';
import type { AccountFacts, Journal, LedgerAccountId } from './journal.ts';

/** The previous hash of the first journal. */
export const BEFORE_FIRST = '0'.repeat(64);

type Link = {
  readonly position: number;
  readonly previousHash: string;
  readonly journal: Journal & { readonly announced: number };
  readonly accounts: ReadonlyMap<LedgerAccountId, AccountFacts>;
};

/** Covers every column of the journal and its postings, and the facts of their accounts, so that owners cannot be exchanged. */
export function hashOf({ position, previousHash, journal, accounts }: Link): Sha256 {
  const postings = journal.postings.map(({ accountId, currency, amount, entry, balanceAfter }) => ({
    account: toJson(accountId, accounts.get(accountId)),
    currency,
    amount: amount.toString(),
    entry,
    balanceAfter: balanceAfter.toString(),
  }));
  const { bookedAt, ...rest } = journal;
  return sha256Hex(canonicalBytes({ ...rest, bookedAt: bookedAt.toISOString(), position, previousHash, postings }));
}

const toJson = (id: LedgerAccountId, facts: AccountFacts | undefined) =>
  facts === undefined ? { id } : { ...facts, openedAt: facts.openedAt.toISOString() };
