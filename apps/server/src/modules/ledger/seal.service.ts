import type { ChainRow, ChainStore } from './chain.store.ts';
import { BEFORE_FIRST, hashOf } from './journal-hash.ts';
import { isBalanced } from './ledger.policy.ts';

/** Further journals are sealed in the next batch. */
export const SEAL_BATCH_MAX = 1_000;

/**
 * Extends the hash chain over unsealed journals and returns their number: less than `SEAL_BATCH_MAX` if none is left,
 * and 0 while another process seals. Writers never wait for it.
 */
export function sealBatch(store: ChainStore): Promise<number> {
  return store.inTransaction(async (tx) => {
    if (!(await tx.takeSealLock())) return 0;
    const waiting = await tx.listUnsealed(SEAL_BATCH_MAX);
    if (waiting.length === 0) return 0;

    const journals = await tx.readJournals(waiting.map(({ journalId }) => journalId));
    const accountIds = [...journals.values()].flatMap(({ postings }) => postings.map(({ accountId }) => accountId));
    const accounts = await tx.readAccountFacts([...new Set(accountIds)]);
    let last = await tx.findLast();
    const links = waiting.map(({ journalId }): ChainRow => {
      const journal = journals.get(journalId);
      // A sealed journal would seem to have been like this from the start.
      if (journal === undefined || !isBalanced(journal))
        throw new Error(`Journal ${journalId} was damaged; not sealed.`);
      const position = (last?.position ?? 0) + 1;
      const previousHash = last?.hash ?? BEFORE_FIRST;
      last = { position, journalId, hash: hashOf({ position, previousHash, journal, accounts }) };
      return last;
    });
    await tx.append(links);
    await tx.removeUnsealed(waiting);
    return links.length;
  });
}
