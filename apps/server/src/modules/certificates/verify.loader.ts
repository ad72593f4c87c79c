import { createBatchLoader } from '../../platform/batch-loader.ts';
import type { CurrentRow } from './certificates.store.ts';

/** Batches cache misses, so that each costs only a share of a database round trip. */
export const createCertificateLoader = (findCurrent: (ids: readonly string[]) => Promise<CurrentRow[]>) =>
  createBatchLoader<CurrentRow>(async (ids) => new Map((await findCurrent(ids)).map((row) => [row.sealed.id, row])));
