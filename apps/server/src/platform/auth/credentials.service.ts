import { createHash, timingSafeEqual } from 'node:crypto';
import {
  ApiKey,
  DeveloperToken,
  newApiKey,
  newDeveloperToken,
  newOperatorKey,
  OperatorKey,
  Problem,
  type RandomBytes,
  toApiKeyId,
  toOperatorKeyId,
  toTokenId,
} from '@assay/protocol';
import { createBatchLoader } from '../batch-loader.ts';
import type { Actor, Caller, Developer, Operator } from './callers.ts';
import type { CredentialRow, CredentialStore } from './credentials.store.ts';
import type { OperatorStore } from './operators.store.ts';

const KEY_SCOPES = ['read', 'intent', 'wallet', 'certify'] as const;
/** Operator sessions have no label. */
const KEY_LABEL = 'key';
/** One working day. */
export const OPERATOR_SESSION_SECONDS = 28_800;
const TOKEN_LIFE_DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Maximum of open logins per account; a new login beyond it ends the oldest. */
const LOGINS_MAX = 50;

type Deps = {
  readonly stores: { readonly credentials: CredentialStore; readonly operators: Pick<OperatorStore, 'find'> };
  readonly godApiKey: string | undefined;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Verifies credentials and mints new ones. A secret is shown only once, when it is minted. */
export function createCredentials({ stores, godApiKey, random, clock }: Deps) {
  const { credentials: store, operators } = stores;
  /** Every open stream verifies its credential before it sends. Concurrent checks share one query. */
  const loadRow = createBatchLoader<CredentialRow>(
    async (ids) => new Map((await store.findAll(ids)).map((row) => [row.id, row])),
  );
  const godDigest = godApiKey === undefined ? undefined : sha256(godApiKey);

  /** A token without a label is a login. `into` is the store of the caller's transaction, if there is one. */
  async function mintDeveloperToken(
    accountId: string,
    options: { lifeDays?: number; label?: string } = {},
    into: CredentialStore = store,
  ) {
    const token = newDeveloperToken(random);
    const id = toTokenId(token);
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + (options.lifeDays ?? TOKEN_LIFE_DAYS) * DAY_MS);
    await into.insert({
      id,
      kind: 'dev',
      principalId: accountId,
      walletAddress: null,
      secretSha256: sha256(token).toString('hex'),
      scopes: [],
      label: options.label ?? null,
      createdAt,
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
    });
    if (options.label === undefined) await into.revokeOldLogins(accountId, LOGINS_MAX, createdAt);
    return { token, tokenId: id, createdAt, expiresAt };
  }

  async function mintApiKey(
    actor: { actorId: string; walletAddress: string },
    label?: string,
    into: CredentialStore = store,
  ) {
    const apiKey = newApiKey(random);
    const id = toApiKeyId(apiKey);
    const createdAt = clock.now();
    await into.insert({
      id,
      kind: 'key',
      principalId: actor.actorId,
      walletAddress: actor.walletAddress,
      secretSha256: sha256(apiKey).toString('hex'),
      scopes: [...KEY_SCOPES],
      label: label ?? null,
      createdAt,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    });
    return { apiKey, keyId: id, createdAt };
  }

  /** Returns the caller of an `Authorization` header. Throws unless the whole header is valid. */
  async function verify(header: string): Promise<Caller> {
    const secret = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header)?.[1];
    if (secret === undefined) throw new Problem('unauthenticated');
    return verifySecret(secret);
  }

  async function verifySecret(secret: string): Promise<Caller> {
    const digest = sha256(secret);
    if (godDigest !== undefined && timingSafeEqual(digest, godDigest)) return ADMINISTRATIVE_KEY;

    const id = credentialIdOf(secret);
    const row = id === undefined ? undefined : await store.find(id);
    if (row === undefined || !timingSafeEqual(digest, Buffer.from(row.secretSha256, 'hex'))) {
      throw new Problem('unauthenticated');
    }
    if (row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= clock.now())) {
      throw new Problem('token_expired');
    }
    await touch(row);
    return row.kind === 'operator' ? toOperator(row) : toCaller(row);
  }

  /** Reads role and name on every request, so that a removed operator loses access at once. */
  async function toOperator(row: CredentialRow): Promise<Operator> {
    const operator = await operators.find(row.principalId);
    if (operator === undefined) throw new Problem('token_expired');
    const session = row.label === null ? { session: { id: row.id, operatorId: operator.id } } : {};
    return { kind: 'god', role: operator.role, name: operator.name, ...session };
  }

  async function touch({ id, lastUsedAt }: CredentialRow): Promise<void> {
    const now = clock.now();
    if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= HOUR_MS) await store.touch(id, now);
  }

  /** Returns the developer of a session cookie. Other callers have no session cookie. */
  async function verifySession(token: string): Promise<Caller> {
    if (!DeveloperToken.safeParse(token).success) throw new Problem('unauthenticated');
    return verifySecret(token);
  }

  /** Returns the operator of a session cookie. An operator key is not accepted here. */
  async function verifyOperatorSession(token: string): Promise<Caller> {
    const caller = OperatorKey.safeParse(token).success ? await verifySecret(token) : undefined;
    if (caller?.kind !== 'god' || caller.session === undefined) throw new Problem('unauthenticated');
    return caller;
  }

  return {
    mintDeveloperToken,
    mintApiKey,
    verify,
    verifySession,
    verifyOperatorSession,
    hasOperator: godDigest !== undefined,
    async isLive(id: string): Promise<boolean> {
      const row = await loadRow(id);
      return row !== undefined && row.revokedAt === null && (row.expiresAt === null || row.expiresAt > clock.now());
    },
    revoke: (id: string, principalId: string) => store.revoke(id, principalId, clock.now()),
  };
}
export type Credentials = ReturnType<typeof createCredentials>;

/** Belongs to no named person. */
const ADMINISTRATIVE_KEY: Operator = { kind: 'god', role: 'administrator', name: undefined };

type NewOperatorKey = Pick<Deps, 'random' | 'clock'> & { readonly operatorId: string };

/** Exported because the command line adds operators while the service runs. */
export const insertOperatorKey = (into: CredentialStore, given: NewOperatorKey) =>
  insertForOperator(into, { ...given, label: KEY_LABEL, expiresAt: null });

/** Returns the session token for the cookie. */
export const insertOperatorSession = (into: CredentialStore, given: NewOperatorKey) => {
  const expiresAt = new Date(given.clock.now().getTime() + OPERATOR_SESSION_SECONDS * 1_000);
  return insertForOperator(into, { ...given, label: null, expiresAt });
};

type ForOperator = NewOperatorKey & Pick<CredentialRow, 'label' | 'expiresAt'>;

async function insertForOperator(into: CredentialStore, { operatorId, random, clock, label, expiresAt }: ForOperator) {
  const key = newOperatorKey(random);
  await into.insert({
    id: toOperatorKeyId(key),
    kind: 'operator',
    principalId: operatorId,
    walletAddress: null,
    secretSha256: sha256(key).toString('hex'),
    scopes: [],
    label,
    createdAt: clock.now(),
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  });
  return key;
}

function toCaller(row: CredentialRow): Developer | Actor {
  if (row.kind === 'dev') return { kind: 'dev', accountId: row.principalId, tokenId: row.id };
  if (row.walletAddress === null) throw new Error('An API key has no wallet');
  return {
    kind: 'key',
    actorId: row.principalId,
    walletAddress: row.walletAddress,
    keyId: row.id,
    scopes: row.scopes,
  };
}

function credentialIdOf(secret: string): string | undefined {
  const token = DeveloperToken.safeParse(secret);
  if (token.success) return toTokenId(token.data);
  const key = ApiKey.safeParse(secret);
  if (key.success) return toApiKeyId(key.data);
  const operatorKey = OperatorKey.safeParse(secret);
  return operatorKey.success ? toOperatorKeyId(operatorKey.data) : undefined;
}
