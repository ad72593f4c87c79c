/** Runs the service from configuration to shutdown. */
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { App } from './app.ts';
import { fileCheckpointMemory } from './checkpoint-memory.ts';
import type { Config } from './config.ts';
import { greet } from './greeting.ts';
import { type DatabaseHome, openDatabaseHome } from './platform/db/index.ts';
import { systemNetwork } from './platform/fetch/index.ts';
import { createLogger, textLines } from './platform/log/index.ts';
import { openSigningKey } from './signing-key.ts';
import { stopOnSignal } from './stop-signals.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * The heap may grow by this share of its live size before a collection. Without it, a burst of new answers quadruples
 * the heap.
 */
const HEAP_GROWTH_PERCENT = 20;

/**
 * Time limit for the whole stop except the drain and the embedded database. Supervisors wait at least 10 s before they
 * kill.
 */
const STOP_LIMIT_MS = 6_000;

let loading: Promise<typeof import('./app.ts')> | undefined;
/** The rest of the program. Loading takes about as long as the first start of a database. */
function loadApp() {
  loading ??= import('./app.ts');
  loading.catch(() => undefined); // the callers receive the error
  return loading;
}

/** Composes and starts the configured roles. */
export async function serve(config: Config): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  // On a busy machine, V8 concludes during the start that request objects are long-lived and allocates them in the old
  // space, which costs four full collections a second.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // Few request objects survive a scavenge, so waking other threads takes longer than the scavenge itself.
  setFlagsFromString('--no-parallel-scavenge');
  const isText = config.logFormat === undefined ? process.stdout.isTTY === true : config.logFormat === 'text';
  const log = createLogger(config.logLevel, isText ? textLines(process.stdout) : undefined);
  if (isText) process.stdout.write('Assay is starting. The first start prepares the database and takes longer.\n');
  let app: App | undefined;
  let home: DatabaseHome | undefined;
  let stopped: Promise<void> | undefined;
  /** Before the database is open there is nothing to stop: an embedded one ends with this process. */
  const stop = () => {
    stopped ??= Promise.resolve(app?.stop({ limitMs: STOP_LIMIT_MS })).finally(() => {
      if (isText) log.level = 'silent'; // abandoned work fails without its database, and those errors are noise
      return home?.stop();
    });
    return stopped;
  };
  stopOnSignal(log, stop);
  home = await openDatabaseHome({
    databaseUrl: config.databaseUrl,
    pooledUrl: config.pooledUrl,
    replica: replicaOf(config),
    dataDir: config.dataDir,
    tmpDir: tmpdir(),
    log,
    onCrash: (error) => {
      log.fatal({ err: error }, 'embedded database ended');
      process.exit(1);
    },
    whileWaiting: loadApp,
  });
  const { composeApp } = await loadApp();
  app = composeApp(config, {
    database: home.database,
    connection: home.connection,
    network: systemNetwork,
    signer: await openSigningKey(config.signingKey, config.dataDir),
    clock: { now: () => new Date() },
    log,
    checkpointMemory: fileCheckpointMemory(config.dataDir),
    version,
    checksAnswers: false,
  });
  try {
    const { chain } = app;
    const isChainShared = config.databaseUrl !== undefined && config.chain.kind === 'embedded' && chain.hasChain;
    if (isChainShared) await chain.claim();
    await app.start();
    if (isChainShared) await chain.claim(); // the start can outlast the lease
    await app.listen();
    if (config.hasDemonstration) app.demonstration.start();
  } catch (error) {
    const wasAsked = stopped !== undefined;
    await stop();
    if (wasAsked) return; // an error that the stop caused is not a failed start
    throw error;
  }
  log.info({ url: config.publicBaseUrl, reference: `${config.publicBaseUrl}/reference`, roles: config.roles }, 'ready');
  if (isText) process.stdout.write(greet(config));
  else log.info(describeReaders(config));
  flushCompileCache(); // keeps the cache even when this process is killed
}

/** Only an API process serves public reads. */
const replicaOf = ({ readUrl, readMaxLagMs, roles }: Config) =>
  readUrl === undefined || !roles.includes('api') ? undefined : { url: readUrl, maxLagMs: readMaxLagMs };

/** The log line at start: the configured readers, or how to configure one. */
export function describeReaders({ models }: Pick<Config, 'models'>): string {
  if (models.length === 0)
    return 'no reader: instructions stay unread; to use a model set ASSAY_MODELS=auto (docs/guides/models.md)';
  return `instructions are read by ${models.map(({ config: { name, model } }) => `${name} (${model})`).join(', ')}`;
}
