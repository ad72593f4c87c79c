import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../platform/db/index.ts';
import { silentLog } from './silent-log.ts';

type Given = Pick<EmbeddedPostgresOptions, 'dataDir' | 'tmpDir'> & Partial<EmbeddedPostgresOptions>;

/** An embedded PostgreSQL that says nothing, and whose crash nobody expects. */
export const startQuietPostgres = (given: Given): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    log: silentLog,
    onCrash(error) {
      throw error;
    },
    ...given,
  });
