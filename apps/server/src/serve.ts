/** The service itself, from its configuration to its end. */
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

/** The heap may grow by this share of what is alive before it is cleaned; without it a burst of new answers quadruples it. */
const HEAP_GROWTH_PERCENT = 20;

/** For everything but the drain and the embedded database; a supervisor waits at least 10 s before it kills. */
const STOP_LIMIT_MS = 6_000;

let loading: Promise<typeof import('./app.ts')> | undefined;
/** The rest of the program: loading it takes about as long as the first start of a database. */
function loadApp() {
  loading ??= import('./app.ts');
  loading.catch(() => undefined); // its callers receive the error
  return loading;
}

/** Composes and starts the roles asked for. */
export async function serve(config: Config): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  // A start on a busy machine teaches V8 that what a request makes lives long; made in the old space, it would be cleaned up
  // by four full collections a second.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // Little of what requests make is alive when the young space is cleaned: waking other threads for it takes longer than doing it.
  setFlagsFromString('--no-parallel-scavenge');
  const isText = config.logFormat === undefined ? process.stdout.isTTY === true : config.logFormat === 'text';
  const log = createLogger(config.logLevel, isText ? textLines(process.stdout) : undefined);
  if (isText) process.stdout.write('Assay is starting. The first start prepares the database and takes longer.\n');
  let app: App | undefined;
  let home: DatabaseHome | undefined;
  let stopped: Promise<void> | undefined;
  /** Before the database is open there is nothing to stop: an embedded one ends by itself when this process does. */
  const stop = () => {
    stopped ??= Promise.resolve(app?.stop({ limitMs: STOP_LIMIT_MS })).finally(() => {
      if (isText) log.level = 'silent'; // work left behind fails without its database, which helps no reader
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
    if (isChainShared) await chain.claim(); // the start may have taken longer than the lease lives
    await app.listen();
    if (config.hasDemonstration) app.demonstration.start();
  } catch (error) {
    const wasAsked = stopped !== undefined;
    await stop();
    if (wasAsked) return; // what fails because of the stop is no failed start
    throw error;
  }
  log.info({ url: config.publicBaseUrl, reference: `${config.publicBaseUrl}/reference`, roles: config.roles }, 'ready');
  if (isText) process.stdout.write(greet(config));
  else log.info(describeReaders(config));
  flushCompileCache(); // the next start has it also when this one is killed
}

/** Only an API process has public reads. */
const replicaOf = ({ readUrl, readMaxLagMs, roles }: Config) =>
  readUrl === undefined || !roles.includes('api') ? undefined : { url: readUrl, maxLagMs: readMaxLagMs };

/** One line at start: who reads, or how to get a reader. */
export function describeReaders({ models }: Pick<Config, 'models'>): string {
  if (models.length === 0)
    return 'no reader: instructions stay unread; to use a model set ASSAY_MODELS=auto (docs/guides/models.md)';
  return `instructions are read by ${models.map(({ config: { name, model } }) => `${name} (${model})`).join(', ')}`;
}
