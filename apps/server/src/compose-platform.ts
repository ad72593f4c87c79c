/** Selects the adapters for the modules from the configuration and the environment. */
import { randomBytes } from 'node:crypto';
import { fillPath, mountPath, type Signer } from '@assay/protocol';
import type { Audit } from './compose-audit.ts';
import type { Config } from './config.ts';
import type { ReadingThreads } from './modules/submissions/compose.ts';
import type { CheckpointMemory } from './modules/transparency/index.ts';
import type { Genesis } from './modules/world/compose.ts';
import { keyDerivation } from './platform/auth/index.ts';
import { type DatabaseConnection, type OpenDatabase, openListener } from './platform/db/index.ts';
import { createNoticeBus } from './platform/events/index.ts';
import { createGuardedFetch, createUrlCheck, type Network } from './platform/fetch/index.ts';
import { createRateLimiter } from './platform/http/index.ts';
import { createJobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';
import { createMetrics } from './platform/metrics/index.ts';
import type { PlatformServices } from './platform/services.ts';
import { createTransactions, type Stores } from './transactions.ts';

export type Outside = {
  readonly database: OpenDatabase;
  /** Used by the listener for its own connection. */
  readonly connection: DatabaseConnection;
  readonly network: Network;
  readonly signer: Signer;
  readonly clock: { now(): Date };
  readonly log: Logger;
  /** Stores the last signed checkpoint of the log. */
  readonly checkpointMemory: CheckpointMemory;
  readonly version: string;
  /** Tests validate every response against its schema before it is sent. */
  readonly checksAnswers: boolean;
  /** Tests review with another set of rules. */
  readonly audit?: Audit;
  /** Tests start from a world smaller than the default. */
  readonly genesis?: Genesis;
  /** Tests share the threads that read submitted texts. */
  readonly readingThreads?: ReadingThreads;
  /** Tests fetch over plain HTTP from a stand-in server. */
  readonly fetchesHttp?: boolean;
};

export function composePlatform(config: Config, outside: Outside) {
  const { database, connection, clock, log, signer } = outside;
  const { db, quickDb, replica } = database;
  const random = (length: number) => randomBytes(length);
  const deriveKey = keyDerivation(signer);
  const bus = createNoticeBus({ listen: (options) => openListener({ ...options, connection, log }), clock });
  const jobs = createJobs({ db, bus, log });
  const fetchRules = {
    network: outside.network,
    allowHttp: outside.fetchesHttp ?? false,
    ...(config.fetchAllowHosts === undefined ? {} : { allowHosts: config.fetchAllowHosts }),
  };
  const limiter = createRateLimiter({
    overrides: config.rateLimits === 'off' ? {} : config.rateLimits,
    refuses: config.rateLimits !== 'off',
  });
  const { stores, inTransaction, connect } = createTransactions({ db, bus, jobs, random, clock, signer, deriveKey });
  const metrics = createMetrics();
  metrics.gauge(
    'assay_replica_lag_seconds',
    'Age of the newest proof that the read replica is fresh; 0 without one',
    () => (replica === undefined ? 0 : replica.lagMs() / 1000),
  );
  const platform: PlatformServices<Stores> = {
    db,
    quickDb,
    readDb: replica?.db ?? db,
    stores,
    inTransaction,
    bus,
    jobs,
    metrics,
    fetch: createGuardedFetch(fetchRules),
    limiter,
    deriveKey,
    urlOf: ({ path }, id) => config.publicBaseUrl + fillPath(mountPath(path, config.mounts), { id }),
    random,
    clock,
    log,
  };
  const webhookRules = { ...fetchRules, allowLoopback: config.webhooksAllowLoopback };
  const webhookFetch = createGuardedFetch(webhookRules);
  return { platform, checkWebhookUrl: createUrlCheck(webhookRules), webhookFetch, connect };
}
export type Platform = ReturnType<typeof composePlatform>;
