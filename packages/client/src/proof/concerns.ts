import { type Dict, isDict, isText } from '../shape.ts';

/** The subjects that a user watches. */
export type Interests = {
  /** Wallet addresses, in any case. */
  readonly owners: readonly string[];
  readonly names: readonly string[];
  /** SHA-256 of an entry or a bundle, as 64 hex digits. */
  readonly digests: readonly string[];
  readonly certificates: readonly string[];
};

export type ConcernKind = 'issued_for_owner' | 'issued_under_name' | 'look_alike' | 'issued_for_digest';

/** Visually similar characters: look-alike letters, and separators. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[-_. ]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1|!i]/g, 'l'],
  [/0/g, 'o'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
];
const MARKS = /\p{M}/gu;
/** Shorter names often differ by only one letter. */
const NAME_MIN = 5;

function toSkeleton(name: string): string {
  const plain = name.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return ALIKE.reduce((text, [pattern, letter]) => text.replace(pattern, letter), plain);
}

/** At most one inserted, deleted or changed letter, or one swap of neighbours. */
function isOneOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const [restOne, restOther] = [one.slice(at), other.slice(at)];
  const isSwapped =
    restOne[0] === restOther[1] && restOne[1] === restOther[0] && restOne.slice(2) === restOther.slice(2);
  return (
    isSwapped ||
    restOne.slice(1) === restOther.slice(1) ||
    restOne.slice(1) === restOther ||
    restOne === restOther.slice(1)
  );
}

export function isLookAlike(name: string, own: string): boolean {
  if (name === own) return false;
  const [one, other] = [toSkeleton(name), toSkeleton(own)];
  return one === other || (Math.min(one.length, other.length) >= NAME_MIN && isOneOff(one, other));
}

/** The watches that a sealed payload matches; empty if none. */
export function findConcerns(payload: Dict, { owners, names, digests }: Interests): ConcernKind[] {
  const { name, ownerWallet } = payload;
  const sealed = isDict(payload.digests) ? payload.digests : {};
  const known = [sealed.entrySha256, sealed.rawSha256, sealed.bundleSha256, sealed.treeSha256].filter(isText);
  const isOwned = isText(ownerWallet) && owners.some((owner) => owner.toLowerCase() === ownerWallet.toLowerCase());
  const found: ConcernKind[] = [];
  if (isOwned) found.push('issued_for_owner');
  if (isText(name) && names.includes(name)) found.push('issued_under_name');
  if (isText(name) && !isOwned && names.some((own) => isLookAlike(name, own))) found.push('look_alike');
  if (digests.some((digest) => known.includes(digest))) found.push('issued_for_digest');
  return found;
}
