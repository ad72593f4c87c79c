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
/** As long as the service lets others keep it. */
const RECHECK_MS = 300_000;
/** A refused signature may only mean that the list is old; but refusals must not make us ask without end. */
const RECHECK_AFTER_REFUSAL_MS = 10_000;

/** Where the newest proven root is kept, so that a later start does not begin from an older one. */
export type RootStore = { get(): Promise<unknown>; set(document: unknown): Promise<void> };

/**
 * What signatures are checked against: keys you were given, a trust root you were given (it follows the service's
 * rotations by itself), or the root that the service shows first (`firstUse`: a liar at the very first call is believed, and another root
 * later is refused; `advice` is added to that message).
 * Without any of these it is the root shown first, for as long as this client lives.
 */
export type TrustOption =
  | { readonly keys: readonly string[] }
  | { readonly root: unknown; readonly store?: RootStore }
  | { readonly firstUse: RootStore; readonly advice?: string };

type Keys = readonly Uint8Array<ArrayBuffer>[];
/** What was signed when, as far as it is known before a signature is checked. */
type SignedAt = { readonly at?: number };
export type Trust = {
  /** Does `check` with the keys in force; once more with newer ones if it fails, since a key may have been replaced at once. */
  withKeys<T>(use: KeyUse, check: (keys: Keys) => Promise<T>, signed?: SignedAt): Promise<T>;
};

/** `rootedTrust` remembers by itself while it lives. */
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
  /** The version that the store has. */
  let keptVersion: number | undefined;
  let renewing: Promise<TrustRoot> | undefined;

  const fetchRoot = (path: string): Promise<unknown> =>
    http.get(path, { answerBytesMax: TRUST_LIMITS.documentBytesMax }).catch((error: unknown) => {
      if (!(error instanceof AssayError) || error.code !== 'not_found') throw error;
      throw new AssayError('trust_root', 'The service does not say which keys sign there.', { cause: error });
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

  /** Those who ask at the same time get one root: at a first contact two answers could differ. */
  async function current(recheckMs: number): Promise<TrustRoot> {
    const age = proven ? now() - proven.at : Number.NaN;
    if (proven && age >= 0 && age < recheckMs) return requireCurrent(proven.root, now());
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return requireCurrent(await renewing, now());
  }

  /** From the version we believe to the newest one, each proven by the one before it. */
  async function walkForward(from: TrustRoot): Promise<TrustRoot> {
    const chain = [await fetchRoot(TRUST_ROOT_PATH)];
    while (versionOf(chain[0]) > from.version + 1) {
      if (chain.length >= TRUST_LIMITS.versionsMax)
        throw new AssayError('trust_root', 'Too many versions lie between our trust root and the newest.');
      chain.unshift(await fetchRoot(toPath(chain[0], http.baseUrl)));
      if (versionOf(chain[0]) !== versionOf(chain[1]) - 1)
        throw new AssayError('trust_root', 'The chain of trust roots has a gap.');
    }
    if (versionOf(chain[0]) < from.version)
      throw new AssayError('trust_root', `The service shows an older trust root than version ${from.version}.`);
    if (versionOf(chain[0]) === from.version) {
      if (canonicalOf(chain[0], 'trust_root') !== canonicalOf(from.document, 'trust_root'))
        throw new AssayError('trust_root', `The service shows another version ${from.version} of the trust root.`);
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

/** The path of the version before, on the service itself: a document of strangers does not send us anywhere. */
function toPath(document: unknown, baseUrl: string): string {
  const previous = isDict(document) ? document.previous : undefined;
  const url = isText(previous) && URL.canParse(previous, baseUrl) ? new URL(previous, baseUrl) : undefined;
  if (!url) throw new AssayError('trust_root', 'The trust root does not say where the version before it is.');
  return url.pathname + url.search;
}
