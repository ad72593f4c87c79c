import { AssayError, type VerifyRecord } from '@assay/client';
import type { Service } from '../service/connect.ts';
import type { LockedSkill } from './lock.ts';
import { type Provenance, sealedProvenance } from './provenance.ts';
import { isSameRepository } from './source.ts';

/** A later certified version of a locked skill. */
export type Newer = { readonly now: VerifyRecord; readonly next: VerifyRecord; readonly from: Provenance };

const CANDIDATES_MAX = 20;

/**
 * The newest valid certificate of the same folder of the same repository, issued later, for the same owner. The owner counts: anybody can
 * submit a commit that only a fork holds under the name of the repository.
 */
export async function findNewer({ certificateId }: LockedSkill, service: Service): Promise<Newer | undefined> {
  if (certificateId === null) return undefined;
  const { client, api } = service;
  const { record: now } = await client.verify(certificateId);
  const place = now && sealedProvenance(now.source, ['SKILL.md']);
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
    const from = next && sealedProvenance(next.source, ['SKILL.md']);
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

/** As sealed; `undefined` where no owner is sealed or proven: two certificates without one need not be of the same person. */
async function ownerOf(id: string, { client }: Service): Promise<string | undefined> {
  try {
    const { ownerWallet } = (await client.verifySeal(id)).payload as { ownerWallet?: unknown };
    return typeof ownerWallet === 'string' ? ownerWallet : undefined;
  } catch (error) {
    if (error instanceof AssayError) return undefined;
    throw error;
  }
}
