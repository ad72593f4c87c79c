import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../platform/db/index.ts';
import { silentLog } from './silent-log.ts';

type Given = Pick<EmbeddedPostgresOptions, 'dataDir' | 'tmpDir'> & Partial<EmbeddedPostgresOptions>;

/** An embedded PostgreSQL without log output, which is not expected to crash. */
export const startQuietPostgres = (given: Given): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    log: silentLog,
    onCrash(error) {
      throw error;
    },
    ...given,
  });
