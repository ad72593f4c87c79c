import { AssayError, type VerifyRecord } from '@assay/client';
import type { Service } from '../service/connect.ts';
import type { LockedSkill } from './lock.ts';
import { type SealedProvenance, sealedProvenance } from './provenance.ts';
import { isSameRepository } from './source.ts';

/** A later certified version of a locked skill. */
export type Newer = { readonly now: VerifyRecord; readonly next: VerifyRecord; readonly from: SealedProvenance };

const CANDIDATES_MAX = 20;

/**
 * The newest valid certificate of the same folder of the same repository, issued later for the same owner. The owner
 * matters: under the repository's name, anyone can submit a commit that exists only in a fork.
 */
export async function findNewer(locked: LockedSkill, service: Service): Promise<Newer | undefined> {
  const { certificateId } = locked;
  if (certificateId === null) return undefined;
  const { client, api } = service;
  const { record: now } = await client.verify(certificateId);
  const place = now && placeOf(locked, now);
  if (!now || !place) return undefined;
  const { items } = await api.call('listCertificates', {
    query: { q: now.skillName, status: 'APPROVED', limit: 100, sort: 'newest' },
  });
  const owner = await ownerOf(certificateId, service);
  const later = items.filter(
    ({ id, issuedAt, source }) =>
      id !== certificateId &&
      issuedAt > now.certificateIssuedAt &&
      source.url !== null &&
      isSameRepository(source.url, place.source),
  );
  for (const { id } of later.sort((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1)).slice(0, CANDIDATES_MAX)) {
    const { record: next, valid } = await client.verify(id);
    const from = next && placeOf(locked, next);
    const isSame = from && from.path === place.path && isSameRepository(from.source, place.source);
    if (
      next &&
      from &&
      valid &&
      isSame &&
      next.bundleSha256 !== now.bundleSha256 &&
      owner !== undefined &&
      (await ownerOf(id, service)) === owner
    )
      return { now, next, from };
  }
  return undefined;
}

/** The certificate of a plugin names a file somewhere in its folder. */
function placeOf({ kind, path }: LockedSkill, { source }: VerifyRecord): SealedProvenance | undefined {
  const sealed = sealedProvenance(source, ['SKILL.md']);
  const isInside = kind === 'plugin' && (path === '.' || source.entry.startsWith(`${path}/`));
  return sealed && isInside ? { ...sealed, path } : sealed;
}

/** The sealed owner; `undefined` if no owner is sealed or proven. Two certificates without an owner need not have the same one. */
async function ownerOf(id: string, { client }: Service): Promise<string | undefined> {
  try {
    const { ownerWallet } = (await client.verifySeal(id)).payload as { ownerWallet?: unknown };
    return typeof ownerWallet === 'string' ? ownerWallet : undefined;
  } catch (error) {
    if (error instanceof AssayError) return undefined;
    throw error;
  }
}
