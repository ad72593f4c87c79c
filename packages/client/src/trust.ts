import { canonicalOf } from './canonical.ts';
import type { Http } from './http.ts';
import { findPublicKey, type VerifySignature } from './keys.ts';
import { AssayError } from './reasons.ts';
import { isDict, isText } from './shape.ts';
import {
  followTrustRoot,
  type KeyUse,
  keysFor,
  parseTrustRoot,
  requireCurrent,
  TRUST_LIMITS,
  type TrustRoot,
} from './trust-root.ts';

export const TRUST_ROOT_PATH = '/.well-known/trust-root.json';
/** The same as the cache lifetime that the service sets. */
const RECHECK_MS = 300_000;
/** A rejected signature may only mean that the list is outdated. The interval limits requests caused by rejections. */
const RECHECK_AFTER_REFUSAL_MS = 10_000;

/** Stores the newest proven root, so that a later start does not begin with an older one. */
export type RootStore = { get(): Promise<unknown>; set(document: unknown): Promise<void> };

/**
 * The trust anchor: given keys, a given trust root (which follows the service's rotations), or the root that the
 * service presents first (`firstUse`: an impostor at the first contact is trusted, and a different root later is
 * rejected; `advice` is appended to that message).
 * By default, the first presented root for the lifetime of this client.
 */
export type TrustOption =
  | { readonly keys: readonly string[] }
  | { readonly root: unknown; readonly store?: RootStore }
  | { readonly firstUse: RootStore; readonly advice?: string };

type Keys = readonly Uint8Array<ArrayBuffer>[];
/** The unverified time of a signature, if known. */
type SignedAt = { readonly at?: number };
export type Trust = {
  /** Runs `check` with the keys in force. If it fails, repeats it with newer keys, because a key may have been replaced immediately. */
  withKeys<T>(use: KeyUse, check: (keys: Keys) => Promise<T>, signed?: SignedAt): Promise<T>;
};

/** `rootedTrust` keeps its state in memory. */
const NO_MEMORY: RootStore = { get: async () => undefined, set: async () => undefined };

type TrustNeeds = { readonly http: Http; readonly verify: VerifySignature; readonly now: () => number };

export function createTrust(option: TrustOption | undefined, needs: TrustNeeds): Trust {
  if (option === undefined) return rootedTrust({ firstUse: NO_MEMORY }, needs);
  if ('keys' in option) {
    const keys = option.keys.map((text) => findPublicKey(text));
    if (keys.length === 0 || keys.includes(undefined))
      throw new TypeError('trust.keys takes Ed25519 public keys as hex or base64.');
    return { withKeys: (_use, check) => check(keys.filter((key) => key !== undefined)) };
  }
  return rootedTrust(option, needs);
}

function rootedTrust(
  option: Exclude<TrustOption, { keys: readonly string[] }>,
  { http, verify, now }: TrustNeeds,
): Trust {
  const store = 'firstUse' in option ? option.firstUse : option.store;
  const advice = 'firstUse' in option && option.advice !== undefined ? ` ${option.advice}` : '';
  let proven: { readonly root: TrustRoot; readonly at: number } | undefined;
  /** The version in the store. */
  let keptVersion: number | undefined;
  let renewing: Promise<TrustRoot> | undefined;

  const fetchRoot = (path: string): Promise<unknown> =>
    http.get(path, { answerBytesMax: TRUST_LIMITS.documentBytesMax }).catch((error: unknown) => {
      if (!(error instanceof AssayError) || error.code !== 'not_found') throw error;
      throw new AssayError('trust_root', 'The service does not show its signing keys.', { cause: error });
    });

  async function pinned(): Promise<TrustRoot> {
    const given = 'root' in option ? await parseTrustRoot(option.root, verify) : undefined;
    const stored = await store?.get();
    const kept = stored === undefined ? undefined : await parseTrustRoot(stored, verify);
    keptVersion = kept?.version;
    if (given && kept) return kept.version > given.version ? kept : given;
    return given ?? kept ?? parseTrustRoot(await fetchRoot(TRUST_ROOT_PATH), verify);
  }

  async function renew(): Promise<TrustRoot> {
    const from = proven?.root ?? (await pinned());
    const root = await walkForward(from).catch((error: unknown) => {
      const isOther = error instanceof AssayError && error.code === 'trust_root' && keptVersion !== undefined;
      throw isOther ? new AssayError('trust_root', `${error.message}${advice}`, { cause: error }) : error;
    });
    if (keptVersion !== root.version) await store?.set(root.document);
    keptVersion = root.version;
    proven = { root, at: now() };
    return root;
  }

  /** Concurrent callers get the same root: at a first contact two answers could differ. */
  async function current(recheckMs: number): Promise<TrustRoot> {
    const age = proven ? now() - proven.at : Number.NaN;
    if (proven && age >= 0 && age < recheckMs) return requireCurrent(proven.root, now());
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return requireCurrent(await renewing, now());
  }

  /** Follows the versions from the trusted one to the newest, each verified with its predecessor. */
  async function walkForward(from: TrustRoot): Promise<TrustRoot> {
    const chain = [await fetchRoot(TRUST_ROOT_PATH)];
    while (versionOf(chain[0]) > from.version + 1) {
      if (chain.length >= TRUST_LIMITS.versionsMax)
        throw new AssayError(
          'trust_root',
          'There are too many versions between the known trust root and the newest one.',
        );
      chain.unshift(await fetchRoot(toPath(chain[0], http.baseUrl)));
      if (versionOf(chain[0]) !== versionOf(chain[1]) - 1)
        throw new AssayError('trust_root', 'The chain of trust roots has a gap.');
    }
    if (versionOf(chain[0]) < from.version)
      throw new AssayError('trust_root', `The service shows an older trust root than version ${from.version}.`);
    if (versionOf(chain[0]) === from.version) {
      if (canonicalOf(chain[0], 'trust_root') !== canonicalOf(from.document, 'trust_root'))
        throw new AssayError('trust_root', `The service shows a different version ${from.version} of the trust root.`);
      return from;
    }
    let root = from;
    for (const document of chain) root = await followTrustRoot(root, document, verify);
    return root;
  }

  return {
    async withKeys(use, check, signed = {}) {
      const keysOf = (root: TrustRoot) => keysFor(root, use, signed.at ?? now());
      const root = await current(RECHECK_MS);
      try {
        return await check(keysOf(root));
      } catch (error) {
        const newer = await current(RECHECK_AFTER_REFUSAL_MS).catch(() => root);
        if (newer.version === root.version) throw error;
        return check(keysOf(newer));
      }
    },
  };
}

const versionOf = (document: unknown): number =>
  isDict(document) && Number.isSafeInteger(document.version) ? Number(document.version) : 0;

/** The path of the previous version. Only paths on the service itself are followed, because the document is untrusted. */
function toPath(document: unknown, baseUrl: string): string {
  const previous = isDict(document) ? document.previous : undefined;
  const url = isText(previous) && URL.canParse(previous, baseUrl) ? new URL(previous, baseUrl) : undefined;
  if (!url) throw new AssayError('trust_root', 'The trust root does not link to its previous version.');
  return url.pathname + url.search;
}
