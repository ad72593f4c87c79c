import { createBatchLoader } from '../../platform/batch-loader.ts';
import type { CurrentRow } from './certificates.store.ts';

/** What is not in memory costs a share of a round trip to the database. */
export const createCertificateLoader = (findCurrent: (ids: readonly string[]) => Promise<CurrentRow[]>) =>
  createBatchLoader<CurrentRow>(async (ids) => new Map((await findCurrent(ids)).map((row) => [row.sealed.id, row])));
