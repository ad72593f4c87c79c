import { PRINCIPAL_LIMITS, Problem, type TokenRequest, TokenSummary } from '@assay/protocol';
import type { CredentialRow, CredentialStore, Credentials, Developer } from '../../platform/auth/index.ts';
import type { AccountTransaction, InTransaction } from './accounts.transaction.ts';

type Deps = {
  readonly store: CredentialStore;
  readonly credentials: Pick<Credentials, 'mintDeveloperToken'>;
  readonly inTransaction: InTransaction;
  readonly clock: { now(): Date };
};

/** Shown for a login, which has no label of its own. */
const LOGIN_LABEL = 'Login';

/** Lists, creates and revokes the tokens of an account: logins and named tokens for programs. */
export function createTokens({ store, credentials, inTransaction, clock }: Deps) {
  async function list({ accountId }: Pick<Developer, 'accountId'>) {
    const rows = await store.listLive(accountId, clock.now());
    return { items: rows.map(toSummary), nextCursor: null };
  }

  async function create({ accountId }: Developer, { label, expiresInDays }: TokenRequest, requestId: string) {
    return inTransaction(async (tx) => {
      if ((await tx.accounts.lock(accountId)) === undefined) throw new Problem('token_expired');
      const max = PRINCIPAL_LIMITS.tokensMax;
      if ((await tx.credentials.countNamed(accountId, clock.now())) >= max) {
        throw new Problem('token_limit_reached', { max });
      }
      const minted = await credentials.mintDeveloperToken(
        accountId,
        { label, lifeDays: expiresInDays },
        tx.credentials,
      );
      await log(tx, accountId, 'token.created', [minted.tokenId], requestId);
      return {
        id: minted.tokenId,
        label,
        createdAt: minted.createdAt.toISOString(),
        expiresAt: minted.expiresAt.toISOString(),
        lastUsedAt: null,
        token: minted.token,
      };
    });
  }

  async function revoke({ accountId }: Developer, tokenId: string, requestId: string): Promise<void> {
    await inTransaction(async (tx) => {
      if (!(await tx.credentials.revoke(tokenId, accountId, clock.now()))) throw new Problem('token_not_found');
      await log(tx, accountId, 'token.revoked', [tokenId], requestId);
    });
  }

  async function logout({ accountId, tokenId }: Developer, all: boolean, requestId: string): Promise<void> {
    await inTransaction(async (tx) => {
      const now = clock.now();
      const ended = all ? await tx.credentials.revokeAll(accountId, now, { named: false }) : [];
      // The calling token always ends, even if it is a named one.
      if (!ended.includes(tokenId) && (await tx.credentials.revoke(tokenId, accountId, now))) ended.push(tokenId);
      await log(tx, accountId, 'account.logged_out', ended, requestId);
    });
  }

  function log(tx: AccountTransaction, accountId: string, action: string, tokenIds: string[], requestId: string) {
    const entry = { actor: `account:${accountId}`, action, subjectType: 'account', subjectId: accountId };
    return tx.operatorQueue.log({ ...entry, detail: { tokenIds }, requestId }, clock.now());
  }

  return { list, create, revoke, logout };
}
export type Tokens = ReturnType<typeof createTokens>;

const toSummary = ({ id, label, createdAt, expiresAt, lastUsedAt }: CredentialRow): TokenSummary =>
  TokenSummary.parse({
    id,
    label: label ?? LOGIN_LABEL,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  });
