import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  AccountId,
  type CodeVerifyRequest,
  type LoginChallenge,
  LoginChallengeId,
  newLoginCode,
  newUuidV7,
  Problem,
  type RandomBytes,
  type RegisterRequest,
} from '@assay/protocol';
import type { Credentials } from '../../platform/auth/index.ts';
import { ownedEvent } from '../../platform/events/index.ts';
import { type MailContent, writeMail } from '../../platform/mail/index.ts';
import { toAccount } from './accounts.answer.ts';
import type { AccountRow } from './accounts.store.ts';
import type { AccountTransaction, InTransaction } from './accounts.transaction.ts';
import type { ChallengeRow, ChallengeStore } from './challenges.store.ts';
import { loginMail, registrationMail, unknownAddressMail } from './login.mails.ts';

type Deps = {
  readonly challenges: ChallengeStore;
  readonly inTransaction: InTransaction;
  readonly credentials: Pick<Credentials, 'mintDeveloperToken'>;
  /** Kept outside the database, so that a reader of the database cannot test codes. */
  readonly codeKey: Uint8Array;
  /** Charges one requested code to this client and address. Requests of other clients do not count. */
  readonly chargeEmail: (email: string, client: string) => void;
  /** The documentation page on opening an account. */
  readonly docsUrl: string;
  /** Records that a new account accepts the current terms. */
  readonly acceptTerms: (tx: AccountTransaction, principal: string) => Promise<void>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

export const LOGIN_LIMITS = { codeMinutes: 10, tries: 5, liveChallenges: 5 } as const;
const MINUTE_MS = 60_000;
const NOTIFIED_AT_FIRST = ['ticket.replied', 'flag.opened', 'certificate.suspended'];

/**
 * No request ends a live challenge of an address, so that a third party cannot invalidate the code that the owner waits for.
 * Challenges end by expiry or use. A 40-bit code with five tries needs no other protection.
 * The limit counts live challenges per network and address, and refuses only that network until one of them expires. A limit over all
 * networks would let third parties lock the owner out. Eviction would let them displace the owner's challenge.
 */
function refuseBeyondLimit(liveUntil: readonly Date[], now: Date): void {
  const [first] = liveUntil;
  if (first === undefined || liveUntil.length < LOGIN_LIMITS.liveChallenges) return;
  throw new Problem('rate_limited', { retryAfterSeconds: Math.ceil((first.getTime() - now.getTime()) / 1000) });
}

/** Registers and logs in accounts with codes sent by mail. */
export function createLogin(deps: Deps) {
  const { challenges, inTransaction, credentials, codeKey, chargeEmail, docsUrl, acceptTerms, random, clock } = deps;

  const hmacOf = (challengeId: string, code: string): Buffer =>
    createHmac('sha256', codeKey).update(`${challengeId}:${code}`).digest();

  /** Runs the same statements for known and unknown addresses; only the text of the mail differs. */
  async function sendCode(typedEmail: string, registersAs: string | null, client: string): Promise<LoginChallenge> {
    const email = typedEmail.toLowerCase();
    chargeEmail(email, client);
    const now = clock.now();
    const id = newUuidV7(LoginChallengeId, now.getTime(), random);
    const code = newLoginCode(random);
    const expiresAt = new Date(now.getTime() + LOGIN_LIMITS.codeMinutes * MINUTE_MS);
    const codeHmac = hmacOf(id, code).toString('hex');
    const requester = createHmac('sha256', codeKey).update(`client:${client}`).digest('hex');
    await inTransaction(async (tx) => {
      const account = await tx.accounts.findByEmail(email);
      await tx.challenges.lockEmail(email);
      refuseBeyondLimit(await tx.challenges.listLiveUntil(email, requester, now), now);
      const triesLeft = LOGIN_LIMITS.tries;
      await tx.challenges.add({ id, email, codeHmac, registersAs, expiresAt, triesLeft, usedAt: null, requester });
      await tx.mails.add(writeMail(letterFor({ email, code, account, registersAs }), now, random));
      await tx.events.notify('mails', 'added');
    });
    return { challengeId: id, expiresAt: expiresAt.toISOString(), delivery: 'email' };
  }

  function letterFor(about: {
    email: string;
    code: string;
    account: AccountRow | undefined;
    registersAs: string | null;
  }): MailContent {
    const { email, code, account, registersAs } = about;
    if (account !== undefined) return loginMail(email, code, LOGIN_LIMITS.codeMinutes);
    if (registersAs !== null) return registrationMail(email, code, LOGIN_LIMITS.codeMinutes);
    return unknownAddressMail(email, docsUrl);
  }

  async function register(
    { email, displayName, acceptTerms }: RegisterRequest,
    client: string,
  ): Promise<LoginChallenge> {
    if (!acceptTerms) throw new Problem('terms_not_accepted');
    return sendCode(email, displayName ?? email.slice(0, email.indexOf('@')), client);
  }

  /** Verifies the code, creates the account if a registration requested the code, and logs in. */
  async function verify({ challengeId, code }: Omit<CodeVerifyRequest, 'deliver'>, requestId: string) {
    const challenge = await spendTry(challengeId);
    if (!timingSafeEqual(hmacOf(challengeId, code), Buffer.from(challenge.codeHmac, 'hex'))) {
      throw new Problem('code_invalid');
    }
    return inTransaction(async (tx) => {
      const now = clock.now();
      if (!(await tx.challenges.use(challenge.id, now))) throw new Problem('code_expired', { isUsed: true });
      const account = (await tx.accounts.findByEmail(challenge.email)) ?? (await open(tx, challenge, now, requestId));
      const minted = await credentials.mintDeveloperToken(account.id, {}, tx.credentials);
      await record(tx, account.id, {
        kind: 'account.logged_in',
        at: now,
        requestId,
        data: { tokenId: minted.tokenId },
      });
      const primary = await tx.wallets.findPrimary(account.id);
      return { ...minted, account: toAccount(account, primary?.address) };
    });
  }

  async function spendTry(challengeId: string): Promise<ChallengeRow> {
    const now = clock.now();
    const challenge = await challenges.takeTry(challengeId, now);
    if (challenge !== undefined) return challenge;
    const spent = await challenges.find(challengeId);
    if (spent === undefined) throw new Problem('code_invalid');
    const isLocked = spent.triesLeft === 0 && spent.usedAt === null && spent.expiresAt > now;
    if (!isLocked) throw new Problem('code_expired', { isUsed: spent.usedAt !== null });
    const retryAfterSeconds = Math.ceil((spent.expiresAt.getTime() - now.getTime()) / 1000);
    throw new Problem('rate_limited', { retryAfterSeconds });
  }

  async function open(tx: AccountTransaction, challenge: ChallengeRow, now: Date, requestId: string) {
    // A login code whose account was deleted after the request.
    if (challenge.registersAs === null) throw new Problem('code_expired', { isUsed: false });
    const account = await tx.accounts.insert({
      id: newUuidV7(AccountId, now.getTime(), random),
      email: challenge.email,
      displayName: challenge.registersAs,
      notify: NOTIFIED_AT_FIRST,
      termsAcceptedAt: now,
      createdAt: now,
      deletedAt: null,
    });
    if (account === undefined) throw new Problem('code_expired', { isUsed: false });
    await acceptTerms(tx, `account:${account.id}`);
    await record(tx, account.id, { kind: 'account.registered', at: now, requestId });
    return account;
  }

  type Act = {
    kind: 'account.registered' | 'account.logged_in';
    at: Date;
    requestId: string;
    data?: { tokenId: string };
  };
  async function record(tx: AccountTransaction, accountId: string, { kind, at, requestId, data }: Act) {
    const owner = `account:${accountId}`;
    const subject = { type: 'account', id: accountId };
    await tx.events.add(ownedEvent({ kind, at, subject, owner, data: data ?? {} }, random));
    const entry = { actor: owner, action: kind, subjectType: subject.type, subjectId: subject.id };
    await tx.operatorQueue.log({ ...entry, detail: { ...data }, requestId }, at);
  }

  return {
    register,
    requestCode: (email: string, client: string) => sendCode(email, null, client),
    verify,
    deleteExpired: () => challenges.deleteExpired(clock.now()),
  };
}
export type Login = ReturnType<typeof createLogin>;
