import { Problem } from '@assay/protocol';
import type { AccountEvent } from '../accounts/index.ts';
import type { SubmissionTransaction } from './submissions.transaction.ts';

type Closing = Extract<AccountEvent, { readonly type: 'account.closing' }>;

/** Rejects closing an account with an open review, because its owner must receive the result. */
export async function forgetAccount(tx: SubmissionTransaction, { accountId }: Closing): Promise<void> {
  if ((await tx.submissions.countOpen(`account:${accountId}`)) > 0) throw new Problem('open_submissions');
  await tx.drafts.deleteAll(accountId);
}
