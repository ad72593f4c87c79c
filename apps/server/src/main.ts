/** Reads the configuration, composes and starts the roles asked for; or runs one of the small commands. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { compose } from './compose.ts';
import { ConfigError, readConfig, redactConfig } from './config.ts';
import { seedDemonstration } from './modules/demonstration/index.ts';
import { DataDirInUseError, openDatabaseHome } from './platform/db/index.ts';
import { systemNetwork } from './platform/fetch/index.ts';
import { createLogger } from './platform/log/index.ts';
import { openSigningKey } from './signing-key.ts';

const USAGE = `Usage: npm run server -- [command]

  (none)    start the service
  config    print the configuration in force, secrets left out
  help      print this text
`;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

async function serve(): Promise<void> {
  const config = readConfig(process.env);
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
  });
  const app = compose(config, {
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
    if (config.databaseUrl === undefined)
      await seedDemonstration(app, { random: (length) => randomBytes(length), log });
    await app.listen();
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ url: config.publicBaseUrl, reference: `${config.publicBaseUrl}/reference`, roles: config.roles }, 'ready');
}

async function main(command: string | undefined): Promise<void> {
  switch (command) {
    case undefined:
      return serve();
    case 'config':
      process.stdout.write(`${JSON.stringify(redactConfig(readConfig(process.env)), null, 2)}\n`);
      return undefined;
    case 'help':
      process.stdout.write(USAGE);
      return undefined;
    default:
      process.stderr.write(`Unknown command ${JSON.stringify(command)}.\n\n${USAGE}`);
      process.exitCode = 64;
      return undefined;
  }
}

/** What the person at the terminal can do something about, in words for that person; a stack for everything else. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirInUseError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} of ${address} is in use by another program. Stop it, or set PORT.`;
  if (code === 'EACCES' && port !== undefined) return `Port ${port} needs more rights than this account has. Set PORT.`;
  return error.stack ?? error.message;
}

try {
  await main(process.argv[2]);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
