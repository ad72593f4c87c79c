import { SubmissionId } from '@assay/protocol';
import type { Accounts, Tokens, Wallets } from '../accounts/index.ts';
import { type Drafts, type SubmissionStore, toReaderConsent } from '../submissions/index.ts';
import type { Tickets } from '../support/index.ts';
import type { AcceptedTerms } from '../terms/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import type { AccountRecords } from './account-records.store.ts';
import type { ExportAnswer } from './dashboard.service.ts';

type Deps = {
  readonly accounts: Pick<Accounts, 'get'>;
  readonly wallets: Pick<Wallets, 'list'>;
  readonly tokens: Pick<Tokens, 'list'>;
  readonly drafts: Pick<Drafts, 'listAll'>;
  readonly submissions: Pick<SubmissionStore, 'listNames'>;
  readonly records: AccountRecords;
  readonly tickets: Pick<Tickets, 'exportAll'>;
  readonly webhooks: Pick<Webhooks, 'list'>;
  readonly terms: Pick<AcceptedTerms, 'list'>;
};

const SUBMISSIONS_MAX = 10_000;

/** Exports all data that is stored about a person, part by part. */
export function createAccountExport(deps: Deps) {
  const { accounts, wallets, tokens, drafts, submissions, tickets, webhooks, terms, records } = deps;
  return async (accountId: string): Promise<Omit<ExportAnswer, 'exportedAt' | 'history'>> => {
    const owner = `account:${accountId}`;
    const named = await submissions.listNames(owner, SUBMISSIONS_MAX);
    return {
      account: await accounts.get(accountId),
      terms: await terms.list(owner),
      wallets: (await wallets.list(accountId)).items,
      tokens: (await tokens.list({ accountId })).items,
      drafts: await drafts.listAll(accountId),
      submissions: named.map(({ id, createdAt, readers, namesReaders, sealedAt, ...row }) => ({
        ...row,
        id: SubmissionId.parse(id),
        readerConsent: toReaderConsent({ readers, namesReaders, sealedAt }),
        createdAt: createdAt.toISOString(),
      })),
      certificates: await records.certificates(owner),
      payments: await records.payments(owner),
      purchases: await records.purchases(accountId),
      flags: await records.flags(accountId),
      abuseReports: await records.abuseReports(owner),
      auditLog: await records.auditLog(accountId),
      tickets: await tickets.exportAll(accountId),
      webhooks: (await webhooks.list(owner)).items,
    };
  };
}
