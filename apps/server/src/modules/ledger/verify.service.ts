import type { JournalId } from '@assay/protocol';
import type { ChainRow } from './chain.store.ts';
import type { InspectionStore, PostingPlace } from './inspection.store.ts';
import type { LedgerAccountId } from './journal.ts';
import { BEFORE_FIRST, hashOf } from './journal-hash.ts';
import { isBalanced } from './ledger.policy.ts';

export type LedgerFinding =
  /** A link of the chain is missing. */
  | { readonly kind: 'link_missing'; readonly position: number }
  /** The chain names a journal that is missing. */
  | { readonly kind: 'journal_missing'; readonly position: number; readonly journalId: JournalId }
  /** The journal, one of its postings or accounts, or the link itself has changed since it was sealed. */
  | { readonly kind: 'journal_changed'; readonly position: number; readonly journalId: JournalId }
  /** The journal is neither sealed nor waiting to be sealed: the ledger did not book it. */
  | { readonly kind: 'journal_added'; readonly journalId: JournalId }
  | { readonly kind: 'journal_unbalanced'; readonly journalId: JournalId }
  /** A posting without a journal or without an account. */
  | { readonly kind: 'posting_stray'; readonly journalId: JournalId; readonly accountId: LedgerAccountId }
  /** The entry number or the balance does not follow from the previous entry. */
  | { readonly kind: 'entry_broken'; readonly accountId: LedgerAccountId; readonly entry: number }
  /** The balance or the number of postings of the account does not match its postings. */
  | { readonly kind: 'balance_wrong'; readonly accountId: LedgerAccountId }
  | { readonly kind: 'account_overdrawn'; readonly accountId: LedgerAccountId };

type LedgerReport = {
  readonly isIntact: boolean;
  readonly accounts: number;
  readonly journals: number;
  readonly postings: number;
  /** The end of the chain. A copy of it, stored elsewhere, shows later whether the end was cut off. */
  readonly head: { readonly position: number; readonly hash: string };
  /** At most `FINDINGS_MAX`. */
  readonly findings: readonly LedgerFinding[];
};

const PAGE = 500;
export const FINDINGS_MAX = 100;

type Report = (finding: LedgerFinding) => void;

/** Checks the whole ledger in one snapshot and reports every inconsistency. Writers continue meanwhile. */
export function verifyLedger(store: InspectionStore): Promise<LedgerReport> {
  return store.inSnapshot(async (frozen) => {
    const findings: LedgerFinding[] = [];
    const report: Report = (finding) => {
      if (findings.length < FINDINGS_MAX) findings.push(finding);
    };
    const head = await walkChain(frozen, report);
    const journals = await walkJournals(frozen, report);
    const postings = await walkPostings(frozen, report);
    const accounts = await walkAccounts(frozen, report);
    return { isIntact: findings.length === 0, accounts, journals, postings, head, findings };
  });
}

async function walkChain(store: InspectionStore, report: Report): Promise<LedgerReport['head']> {
  let last: Pick<ChainRow, 'position' | 'hash'> = { position: 0, hash: BEFORE_FIRST };
  for await (const links of pages(store.listLinks)) {
    const journals = await store.readJournals(links.map(({ journalId }) => journalId));
    const accountIds = [...journals.values()].flatMap(({ postings }) => postings.map(({ accountId }) => accountId));
    const accounts = await store.readAccountFacts([...new Set(accountIds)]);
    for (const link of links) {
      const { position, journalId } = link;
      const journal = journals.get(journalId);
      const follows = position === last.position + 1;
      if (!follows) report({ kind: 'link_missing', position: last.position + 1 });
      if (journal === undefined) report({ kind: 'journal_missing', position, journalId });
      else {
        if (!isBalanced(journal)) report({ kind: 'journal_unbalanced', journalId });
        // After a gap the previous hash is unknown. The gap itself is reported.
        const isUnchanged = !follows || link.hash === hashOf({ position, previousHash: last.hash, journal, accounts });
        if (!isUnchanged) report({ kind: 'journal_changed', position, journalId });
      }
      last = link;
    }
  }
  return { position: last.position, hash: last.hash };
}

/** An unsealed journal has no hash, but its balance can be checked. */
async function walkJournals(store: InspectionStore, report: Report): Promise<number> {
  let count = 0;
  for await (const places of pages(store.listJournals)) {
    count += places.length;
    const open = places.filter(({ isSealed }) => !isSealed);
    const journals = await store.readJournals(open.map(({ id }) => id));
    for (const { id, isWaiting } of open) {
      const journal = journals.get(id);
      if (!isWaiting) report({ kind: 'journal_added', journalId: id });
      if (journal === undefined || !isBalanced(journal)) report({ kind: 'journal_unbalanced', journalId: id });
    }
  }
  return count;
}

async function walkPostings(store: InspectionStore, report: Report): Promise<number> {
  let count = 0;
  let last: PostingPlace | undefined;
  for await (const postings of pages(store.listPostings)) {
    count += postings.length;
    for (const posting of postings) {
      const { journalId, accountId, entry, amount, balanceAfter, hasJournal, hasAccount } = posting;
      const before = last?.accountId === accountId ? last : { entry: 0, balanceAfter: 0n };
      if (!hasJournal || !hasAccount) report({ kind: 'posting_stray', journalId, accountId });
      if (entry !== before.entry + 1 || balanceAfter !== before.balanceAfter + amount) {
        report({ kind: 'entry_broken', accountId, entry });
      }
      last = posting;
    }
  }
  return count;
}

async function walkAccounts(store: InspectionStore, report: Report): Promise<number> {
  let count = 0;
  for await (const accounts of pages(store.listAccounts)) {
    count += accounts.length;
    for (const { id, mayGoNegative, balance, postings, lastEntry, lastBalance } of accounts) {
      if (balance !== (lastBalance ?? 0n) || postings !== (lastEntry ?? 0)) {
        report({ kind: 'balance_wrong', accountId: id });
      }
      if (balance < 0n && !mayGoNegative) report({ kind: 'account_overdrawn', accountId: id });
    }
  }
  return count;
}

async function* pages<Row>(list: (after: Row | undefined, limit: number) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let page = await list(undefined, PAGE);
  while (page.length > 0) {
    yield page;
    page = page.length < PAGE ? [] : await list(page.at(-1), PAGE);
  }
}
