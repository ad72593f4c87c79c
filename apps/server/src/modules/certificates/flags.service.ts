import {
  type Address,
  type CertificateId,
  FlagId,
  type FlagQuery,
  type FlagRequest,
  isValid,
  type Nonce,
  PersonalSignatureError,
  Problem,
  recoverSigner,
  toFlagMessage,
} from '@assay/protocol';
import { z } from 'zod';
import type { Actor, Developer } from '../../platform/auth/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import type { CertificateTransaction, InTransaction } from './certificates.service.ts';
import type { CertificateStore, CurrentRow } from './certificates.store.ts';
import { areQuotesVerbatim, isQuote } from './evidence-quotes.policy.ts';
import type { FlagBonds } from './flag-bonds.service.ts';
import type { FlagDecisions } from './flag-decisions.service.ts';
import { type BountyAnswer, type FlagAnswer, type PublicFlagAnswer, toFlag, toPublicFlag } from './flags.answer.ts';
import { DISMISSED_WINDOW_MS, decideAdmission, STANDING_BOND, TRIAGE_MS } from './flags.policy.ts';
import type { FlagRow, FlagStore } from './flags.store.ts';

type Deps = {
  readonly decisions: Pick<FlagDecisions, 'queueIn' | 'announceIn'>;
  readonly store: Pick<CertificateStore, 'findCurrent'>;
  readonly flags: FlagStore;
  readonly bonds: Pick<FlagBonds, 'holdIn'>;
  readonly inTransaction: InTransaction;
  /** The bounties of flags, by flag id. */
  readonly findBounties: (flagIds: readonly string[]) => Promise<ReadonlyMap<string, BountyAnswer>>;
  /** The sealed files of a certificate; undefined if this service does not store them. */
  readonly filesOf: (id: CertificateId) => Promise<readonly { path: string; bytes: Uint8Array }[] | undefined>;
  /** Spends a nonce, or throws nonce_invalid. */
  readonly useNonce: (nonce: Nonce, purpose: 'flag') => Promise<void>;
  /** Whether the account has proven to hold this wallet. */
  readonly isWalletOf: (accountId: string, wallet: Address) => Promise<boolean>;
  /** Charges one flag to this wallet, or throws rate_limited. */
  readonly chargeWallet: (wallet: Address) => void;
  readonly newId: () => FlagId;
  readonly clock: { now(): Date };
};

type Report = {
  readonly id: CertificateId;
  readonly body: z.output<typeof FlagRequest>;
  readonly sentBody: unknown;
  readonly caller: Developer | Actor | undefined;
};

const Position = z.tuple([CURSOR_KEYS.moment, FlagId]);

export function createFlags(deps: Deps) {
  const { decisions, bonds, store, flags, inTransaction, findBounties, filesOf, useNonce, isWalletOf } = deps;
  const { chargeWallet, newId, clock } = deps;

  async function getCurrent(id: CertificateId): Promise<CurrentRow> {
    const [row] = await store.findCurrent([id]);
    if (row === undefined) throw new Problem('certificate_not_found');
    return row;
  }

  /** Whether the reporter has proven to hold the wallet. Rejects a wrong proof, but not a missing one. */
  async function proveWallet({ id, body, sentBody, caller }: Report): Promise<boolean> {
    if (caller?.kind === 'key') {
      if (caller.walletAddress !== body.walletAddress) throw new Problem('wallet_mismatch');
      return true;
    }
    if (caller !== undefined && (await isWalletOf(caller.accountId, body.walletAddress))) return true;
    if (body.nonce === undefined || body.signature === undefined) return false;
    const { walletAddress: wallet, nonce } = body;
    const message = toFlagMessage({ certificateId: id, wallet, nonce, body: sentBody as object });
    if (signerOf(message, body.signature) !== body.walletAddress) throw new Problem('signature_invalid');
    await useNonce(body.nonce, 'flag');
    return true;
  }

  /** Reads the files only for a wallet with standing. */
  async function weigh(id: CertificateId, { walletAddress, evidence, bond }: Report['body'], isProven: boolean) {
    const isBonded = bond !== undefined && bond >= STANDING_BOND;
    const hasStanding = isProven && (isBonded || (await flags.hasStanding(walletAddress)));
    if (!hasStanding || !evidence.some(isQuote)) return { hasStanding, isQuoteTrue: true };
    const files = await filesOf(id);
    return { hasStanding, isQuoteTrue: files !== undefined && areQuotesVerbatim(evidence, files) };
  }

  async function report(input: Report): Promise<FlagAnswer> {
    const { id, body } = input;
    const certificate = await getCurrent(id);
    const bond = bondOf(input);
    const isProven = await proveWallet(input);
    if (isProven) chargeWallet(body.walletAddress);
    const now = clock.now();
    const admission = decideAdmission({
      status: certificate.state.status,
      isOwn: certificate.sealed.ownerWallet === body.walletAddress,
      isProven,
      dismissedLately: await flags.dismissedSince(body.walletAddress, new Date(now.getTime() - DISMISSED_WINDOW_MS)),
      ...(await weigh(id, body, isProven)),
    });
    if (admission.kind === 'refuse') throw new Problem(admission.because);

    const state = admission.kind === 'open' ? 'OPEN' : 'RECEIVED';
    const flag: FlagRow = {
      id: newId(),
      certificateId: id,
      state,
      category: body.category,
      severity: body.severity,
      description: body.description,
      evidence: body.evidence,
      walletAddress: body.walletAddress,
      walletProven: isProven,
      openedAt: now,
      triageDueAt: new Date(now.getTime() + TRIAGE_MS),
      decidedAt: null,
      decision: null,
      dueAt: now,
      ...bond,
    };
    return inTransaction(async (stores) => {
      const stored = await stores.flags.insert(flag);
      if (stored === undefined) throw new Problem('flag_already_open');
      await decisions.queueIn(stores, stored);
      if (stored.state === 'OPEN') await decisions.announceIn(stores, stored, 'flag.opened');
      await bonds.holdIn(stores, stored);
      return answer(stores, stored);
    });
  }

  async function answer(stores: CertificateTransaction, flag: FlagRow): Promise<FlagAnswer> {
    const [row] = await stores.certificates.findCurrent([flag.certificateId]);
    if (row === undefined) throw new Error(`Certificate ${flag.certificateId} not found`);
    return toFlag(flag, row.openFlags, isValid(row.state.status, row.openFlags));
  }

  async function list(
    id: CertificateId,
    { state, limit, cursor }: FlagQuery,
  ): Promise<{ items: PublicFlagAnswer[]; nextCursor: string | null }> {
    await getCurrent(id);
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from === undefined ? undefined : { openedAt: new Date(from[0]), id: from[1] };
    const rows = await flags.list({ certificateId: id, state, after, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, (last) => [last.openedAt.toISOString(), last.id]);
    const bounties = await findBounties(page.map((flag) => flag.id));
    return {
      items: page.map((flag) => toPublicFlag(flag, bounties.get(flag.id))),
      nextCursor,
    };
  }

  return { report, list };
}
export type Flags = ReturnType<typeof createFlags>;

function signerOf(message: string, signature: string): Address {
  try {
    return recoverSigner(message, signature);
  } catch (error) {
    if (error instanceof PersonalSignatureError) throw new Problem('signature_invalid', undefined, { cause: error });
    throw error;
  }
}

const NO_BOND = { bond: null, bondActorId: null, bondState: null } as const;

/** The bond comes from the purse of the key's actor. No other credential has a purse. */
function bondOf({ body, caller }: Report): Pick<FlagRow, 'bond' | 'bondActorId' | 'bondState'> {
  if (body.bond === undefined) return NO_BOND;
  if (caller?.kind === 'key') return { bond: body.bond, bondActorId: caller.actorId, bondState: 'HELD' };
  const detail = 'A bond is paid from the purse of an actor. Send the flag with the API key of that actor.';
  throw new Problem('validation_failed', { errors: [{ pointer: '/bond', detail }] });
}
