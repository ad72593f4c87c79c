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

/** A client that caches the list for the allowed five minutes knows a new key before it signs. */
const ANNOUNCED_MS = 15 * 60_000;
/** A key that was replaced is still believed for what it signed just before: a feed lives an hour, caches a little longer. */
const OVERLAP_MS = DAY_MS;
const LIFE_MS = 365 * DAY_MS;
/** Renewed long before its end, so that a service that stood still for months does not come back with an old list. */
const RENEW_BEFORE_MS = 180 * DAY_MS;

/** What is signed with the key of the day. Webhooks and the log have keys of their own, which others were told or configured. */
const ROTATING: readonly KeyUse[] = ['certificate', 'status', 'feed', 'receipt'];
/** Before there was a list, the configured key had already signed. */
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

/** The root of a service that did not sign everything yet that it signs now; undefined when nothing is missing. */
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
 * A new key for everything that rotates. It is announced before it signs, and the old one is believed a while longer; `atOnce`,
 * for a compromised key, ends the old one now.
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

/** History is for what lasts. A page of the feed or a status does not, and a key that never signed has none. */
function isNeeded({ use, validFrom, validUntil }: TrustedKey, now: Date, atOnce: boolean): boolean {
  if (atOnce && Date.parse(validFrom) > now.getTime()) return false;
  return (use !== 'feed' && use !== 'status') || validUntil === null || Date.parse(validUntil) > now.getTime();
}

const isInForce = ({ validFrom, validUntil }: TrustedKey, at: number): boolean =>
  Date.parse(validFrom) <= at && (validUntil === null || at < Date.parse(validUntil));

/** The key that signs at this moment: of those in force the one that came last. */
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
