import {
  canonicalBytes,
  type KeyUse,
  type Signer,
  TRUST_ROOT_LIMITS,
  type TrustedKey,
  TrustRoot,
  toBase64,
} from '@assay/protocol';

const DAY_MS = 86_400_000;

/** Clients may cache the list for five minutes, so they know a new key before it signs. */
const ANNOUNCED_MS = 15 * 60_000;
/** A replaced key stays valid for recent signatures: a feed lives an hour, caches slightly longer. */
const OVERLAP_MS = DAY_MS;
const LIFE_MS = 365 * DAY_MS;
/** Renewed long before its expiry, so that a service that was down for months does not restart with an expired list. */
const RENEW_BEFORE_MS = 180 * DAY_MS;

/** The uses of the rotating key. Webhooks and the log have separate keys, which third parties have configured. */
const ROTATING: readonly KeyUse[] = ['certificate', 'status', 'feed', 'receipt'];
/** Before the first list, the configured key had already signed. */
const FROM_THE_BEGINNING = '1970-01-01T00:00:00.000Z';

type Body = Omit<TrustRoot, 'signatures'>;
type PublicKey = Pick<Signer, 'keyId' | 'publicKey'>;

const toKey = (key: PublicKey, use: KeyUse, validFrom: string): TrustedKey => ({
  keyId: key.keyId,
  use,
  alg: 'Ed25519',
  publicKey: toBase64(key.publicKey),
  validFrom,
  validUntil: null,
});

type Lasting = { readonly webhookSigner: PublicKey; readonly logSigner: PublicKey };

export function firstRoot(signer: PublicKey, { webhookSigner, logSigner }: Lasting, now: Date): Body {
  return {
    version: 1,
    ...life(now),
    keys: [
      ...ROTATING.map((use) => toKey(signer, use, FROM_THE_BEGINNING)),
      toKey(webhookSigner, 'webhook', FROM_THE_BEGINNING),
      toKey(logSigner, 'log', FROM_THE_BEGINNING),
    ],
    threshold: 1,
    previous: null,
  };
}

const life = (now: Date) => ({
  issuedAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + LIFE_MS).toISOString(),
});

type Next = { readonly root: TrustRoot; readonly now: Date; readonly urlOf: (version: number) => string };

const nextOf = ({ root, now, urlOf }: Next) => ({
  version: root.version + 1,
  ...life(now),
  threshold: root.threshold,
  previous: urlOf(root.version),
});

/** The same keys for another year. */
export const renewedRoot = (next: Next): Body => ({ ...nextOf(next), keys: next.root.keys });

/** A root that adds newly introduced key uses. Undefined when none is missing. */
export function completedRoot(next: Next & Pick<Lasting, 'logSigner'>): Body | undefined {
  const { root, now, logSigner } = next;
  const has = (use: KeyUse) => root.keys.some((key) => key.use === use);
  const lasting = root.keys.filter(
    ({ use, validUntil }) => use === 'certificate' && (validUntil === null || Date.parse(validUntil) > now.getTime()),
  );
  const missing = [
    ...(has('status') ? [] : lasting.map((key) => ({ ...key, use: 'status' as const }))),
    ...(has('log') ? [] : [toKey(logSigner, 'log', now.toISOString())]),
  ];
  return missing.length === 0 ? undefined : { ...nextOf(next), keys: [...root.keys, ...missing] };
}

export const isDueForRenewal = ({ expiresAt }: TrustRoot, now: Date): boolean =>
  Date.parse(expiresAt) - now.getTime() < RENEW_BEFORE_MS;

/**
 * A new key for all rotating uses. It is announced before it signs, and the old key stays valid for a while. `atOnce`,
 * for a compromised key, ends the old one immediately.
 */
export function rotatedRoot(next: Next & { readonly key: PublicKey; readonly atOnce: boolean }): Body {
  const { root, now, key, atOnce } = next;
  const signsFrom = atOnce ? now : new Date(now.getTime() + ANNOUNCED_MS);
  const endsAt = atOnce ? now : new Date(signsFrom.getTime() + OVERLAP_MS);
  const kept = root.keys
    .filter((old) => isNeeded(old, now, atOnce))
    .map((old) => (isReplaced(old, endsAt) ? { ...old, validUntil: endsAt.toISOString() } : old));
  const keys = [...ROTATING.map((use) => toKey(key, use, signsFrom.toISOString())), ...kept];
  if (keys.length > TRUST_ROOT_LIMITS.keysMax) throw new Error('The list of keys is full.');
  return { ...nextOf(next), keys };
}

const isReplaced = ({ use, validUntil }: TrustedKey, endsAt: Date): boolean =>
  ROTATING.includes(use) && (validUntil === null || Date.parse(validUntil) > endsAt.getTime());

/** History keeps keys of lasting signatures. Feed pages and statuses do not last, and a key that never signed has none. */
function isNeeded({ use, validFrom, validUntil }: TrustedKey, now: Date, atOnce: boolean): boolean {
  if (atOnce && Date.parse(validFrom) > now.getTime()) return false;
  return (use !== 'feed' && use !== 'status') || validUntil === null || Date.parse(validUntil) > now.getTime();
}

const isInForce = ({ validFrom, validUntil }: TrustedKey, at: number): boolean =>
  Date.parse(validFrom) <= at && (validUntil === null || at < Date.parse(validUntil));

/** The key that signs now: the latest of those in force. */
export function keyOfTheDay({ keys }: TrustRoot, now: Date): TrustedKey {
  const [key] = keys
    .filter((each) => each.use === 'certificate' && isInForce(each, now.getTime()))
    .toSorted((one, other) => Date.parse(other.validFrom) - Date.parse(one.validFrom));
  if (key === undefined) throw new Error('No key is valid now. Check the newest trust root.');
  return key;
}

export const rotatingKeyIds = ({ keys }: TrustRoot, now: Date): string[] => [
  ...new Set(
    keys.filter((key) => ROTATING.includes(key.use) && isInForce(key, now.getTime())).map(({ keyId }) => keyId),
  ),
];

export function signRoot(body: Body, signers: readonly Signer[]): TrustRoot {
  const bytes = canonicalBytes(body);
  const signatures = signers.map((signer) => ({ keyId: signer.keyId, value: toBase64(signer.sign(bytes)) }));
  return TrustRoot.parse({ ...body, signatures });
}
