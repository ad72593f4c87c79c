import { createHash } from 'node:crypto';
import {
  type DeviceDecision,
  type DeviceLogin,
  type DeviceLoginRequest,
  newDeviceCode,
  newLoginCode,
  Problem,
  type RandomBytes,
  WaitingDevice,
} from '@assay/protocol';
import type { Credentials, Developer } from '../../platform/auth/index.ts';
import { toAccount } from './accounts.answer.ts';
import type { AccountTransaction, InTransaction } from './accounts.transaction.ts';
import type { DeviceLoginStore } from './device-logins.store.ts';

type Deps = {
  readonly store: DeviceLoginStore;
  readonly inTransaction: InTransaction;
  readonly credentials: Pick<Credentials, 'mintDeveloperToken'>;
  readonly portalUrl: string;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const LIFE_MS = 10 * 60_000;
const INTERVAL_SECONDS = 3;

const digestOf = (deviceCode: string): string => createHash('sha256').update(deviceCode).digest('hex');

/** Logs in programs without a browser: the program shows a code, and a logged-in person approves it. */
export function createDeviceLogins({ store, inTransaction, credentials, portalUrl, random, clock }: Deps) {
  async function start({ label }: DeviceLoginRequest): Promise<DeviceLogin> {
    const deviceCode = newDeviceCode(random);
    const userCode = newLoginCode(random);
    const expiresAt = new Date(clock.now().getTime() + LIFE_MS);
    const undecided = { accountId: null, isApproved: null, usedAt: null };
    await store.insert({ deviceSha256: digestOf(deviceCode), userCode, label, expiresAt, ...undecided });
    return {
      deviceCode,
      userCode,
      verificationUri: new URL(`/account/device?code=${userCode}`, portalUrl).href,
      expiresAt: expiresAt.toISOString(),
      intervalSeconds: INTERVAL_SECONDS,
    };
  }

  async function read(userCode: string): Promise<WaitingDevice> {
    const row = await store.findWaiting(userCode, clock.now());
    if (row === undefined) throw new Problem('code_expired', { isUsed: false });
    return WaitingDevice.parse({ userCode, label: row.label, expiresAt: row.expiresAt.toISOString() });
  }

  async function decide({ accountId }: Developer, { userCode, isApproved }: DeviceDecision, requestId: string) {
    await inTransaction(async (tx) => {
      const now = clock.now();
      if (!(await tx.deviceLogins.decide(userCode, accountId, isApproved, now)))
        throw new Problem('code_expired', { isUsed: false });
      await log(tx, accountId, isApproved ? 'device.allowed' : 'device.refused', requestId);
    });
  }

  /** Returns the token to exactly one caller that holds the device code. */
  async function collect(deviceCode: string, requestId: string) {
    const row = await store.find(digestOf(deviceCode));
    const now = clock.now();
    if (row === undefined || row.isApproved === false) throw new Problem('code_invalid');
    if (row.usedAt !== null || row.expiresAt <= now) throw new Problem('code_expired', { isUsed: row.usedAt !== null });
    const { accountId } = row;
    if (accountId === null) throw new Problem('login_pending');
    return inTransaction(async (tx) => {
      const account = await tx.accounts.lock(accountId);
      if (account === undefined || !(await tx.deviceLogins.use(row.deviceSha256, now))) {
        throw new Problem('code_expired', { isUsed: false });
      }
      const minted = await credentials.mintDeveloperToken(accountId, {}, tx.credentials);
      await log(tx, accountId, 'account.logged_in', requestId);
      const primary = await tx.wallets.findPrimary(accountId);
      return { ...minted, account: toAccount(account, primary?.address) };
    });
  }

  function log(tx: AccountTransaction, accountId: string, action: string, requestId: string) {
    const entry = { actor: `account:${accountId}`, action, subjectType: 'account', subjectId: accountId };
    return tx.operatorQueue.log({ ...entry, detail: { by: 'device' }, requestId }, clock.now());
  }

  return { start, read, decide, collect, deleteExpired: () => store.deleteExpired(clock.now()) };
}
export type DeviceLogins = ReturnType<typeof createDeviceLogins>;
