import { Problem } from '@assay/protocol';
import type { AccountEvent } from '../accounts/index.ts';
import type { SubmissionTransaction } from './submissions.transaction.ts';

type Closing = Extract<AccountEvent, { readonly type: 'account.closing' }>;

/** An account goes: not while something of it is under review, for its owner must be there to hear of it. */
export async function forgetAccount(tx: SubmissionTransaction, { accountId }: Closing): Promise<void> {
  if (await tx.submissions.hasOpen(`account:${accountId}`)) throw new Problem('open_submissions');
  await tx.drafts.deleteAll(accountId);
}
