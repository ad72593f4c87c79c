import type { RandomBytes } from '@assay/protocol';
import type { DeriveKey } from './auth/index.ts';
import type { Database } from './db/index.ts';
import type { NoticeBus } from './events/index.ts';
import type { GuardedFetch } from './fetch/index.ts';
import type { RateLimiter } from './http/index.ts';
import type { Jobs } from './jobs/index.ts';
import type { Logger } from './log/index.ts';
import type { Metrics } from './metrics/index.ts';

/** The dependencies of every module. `Tx` lists the stores that it uses in a transaction. */
export type PlatformServices<Tx> = {
  readonly db: Database;
  /** Separate connections for short reads that must not wait behind transactions. */
  readonly quickDb: Database;
  /** For public lists and figures that may lag behind the primary. The primary if no replica is configured. */
  readonly readDb: Database;
  /** The same stores outside any transaction, for reads. */
  readonly stores: Tx;
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly bus: NoticeBus;
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  readonly fetch: GuardedFetch;
  readonly limiter: RateLimiter;
  readonly deriveKey: DeriveKey;
  /** The URL of a declared route on this service. */
  readonly urlOf: (route: { readonly path: string }, id: string) => string;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};
