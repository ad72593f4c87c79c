/** The service itself, from its configuration to its end. */
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { Config } from './config.ts';
import { openDatabaseHome } from './platform/db/index.ts';
import { systemNetwork } from './platform/fetch/index.ts';
import { createLogger } from './platform/log/index.ts';
import { openSigningKey } from './signing-key.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The heap may grow by this share of what is alive before it is cleaned; without it a burst of new answers quadruples it. */
const HEAP_GROWTH_PERCENT = 20;

let loading: Promise<typeof import('./app.ts')> | undefined;
/** The rest of the program: loading it takes about as long as the first start of a database. */
function loadApp() {
  loading ??= import('./app.ts');
  loading.catch(() => undefined); // whoever needs it hears of it
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
  const log = createLogger(config.logLevel);
  const home = await openDatabaseHome({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    tmpDir: tmpdir(),
    log,
    onCrash: (error) => {
      log.fatal({ err: error }, 'the embedded database ended');
      process.exit(1);
    },
    whileWaiting: loadApp,
  });
  const { composeApp } = await loadApp();
  const app = composeApp(config, {
    database: home.database,
    connection: home.connection,
    network: systemNetwork,
    signer: await openSigningKey(config.signingKey, config.dataDir),
    clock: { now: () => new Date() },
    log,
    version,
    checksAnswers: false,
  });
  const stop = async () => {
    await app.stop();
    await home.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      void stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
  try {
    await app.start();
    await app.listen();
    if (config.hasDemonstration) app.demonstration.start();
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ url: config.publicBaseUrl, reference: `${config.publicBaseUrl}/reference`, roles: config.roles }, 'ready');
  log.info(describeReaders(config));
  flushCompileCache(); // the next start has it also when this one is killed
}

/** One line at start: who reads, or how to get a reader. */
export function describeReaders({ models }: Pick<Config, 'models'>): string {
  if (models.length === 0)
    return 'instructions are read by nobody; for a reader set ASSAY_MODELS=auto (docs/guides/models.md)';
  return `instructions are read by ${models.map(({ config: { name, model } }) => `${name} (${model})`).join(', ')}`;
}
