/** Reads the configuration, composes and starts the roles asked for; or runs one of the small commands. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { composeApp } from './app.ts';
import { composeAudit } from './compose-audit.ts';
import { readConfig, redactConfig } from './config.ts';
import { replaySubmission } from './modules/council/compose.ts';
import { inspectionStore, verifyLedger } from './modules/ledger/index.ts';
import { auditLogStore, checkAuditLog, supportStores } from './modules/support/index.ts';
import { rotateKeys } from './modules/trust/compose.ts';
import { importCanaryFolder } from './modules/validators/compose.ts';
import { webhookSigner } from './modules/webhooks/index.ts';
import { resumeWorld, verifyWorld, worldStores } from './modules/world/index.ts';
import { keyDerivation } from './platform/auth/index.ts';
import { type Database, openDatabaseHome } from './platform/db/index.ts';
import { eventStore } from './platform/events/index.ts';
import { systemNetwork } from './platform/fetch/index.ts';
import { createLogger } from './platform/log/index.ts';
import { openSigningKey } from './signing-key.ts';
import { explainStart } from './start-errors.ts';

const USAGE = `Usage: npm run server -- [command]

  (none)            start the service
  config            print the configuration in force, secrets left out
  faucet ADDRESS    give a wallet test USDC and gas money on the embedded chain of the running service
  keys rotate [--at-once]  make a new signing key: announced now, signing in 15 minutes, the old one believed a day longer;
                    --at-once, when somebody else may have the old one: it ends now. Also beside a running service
  ledger-verify     walk the ledger's hash chain and say whether any row was changed, removed or slipped in
  audit-log-verify  the same for the audit log
  world verify      live the agent world again from its oldest kept state and say whether every hash is as recorded
  world resume [HOUR REASON [--set-aside=NUMBER,NUMBER]]  say why the world stands still; with the hour of that report and a
                    reason, let it go on, without the inputs of these numbers. Also beside a running service
  replay SUBMISSION review the stored bytes again, draw its panels again, and say whether both come out as recorded
  canaries-import DIR  take test cases into the database, one folder each with its case.json, and say how many there are for
                    calibrations and as canaries: "use" in case.json says for which, else chance
  help              print this text

The verify commands, replay and canaries-import need the database for themselves when it is the embedded one: stop the service first.
`;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The heap may grow by this share of what is alive before it is cleaned; without it a burst of new answers quadruples it. */
const HEAP_GROWTH_PERCENT = 20;

async function serve(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  // A start on a busy machine teaches V8 that what a request makes lives long; made in the old space, it would be cleaned up
  // by four full collections a second.
  setFlagsFromString('--no-allocation-site-pretenuring');
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
    if (config.databaseUrl === undefined && config.chain.kind === 'embedded') app.demonstration.start();
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ url: config.publicBaseUrl, reference: `${config.publicBaseUrl}/reference`, roles: config.roles }, 'ready');
}

/** Opens the database, prints what an inspection found, and exits non-zero unless everything holds. */
async function inspect(
  look: (db: Database) => Promise<{ isIntact: boolean }>,
  { joins = false }: { joins?: boolean } = {},
): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger('warn', process.stderr); // standard output is for the report alone
  const { databaseUrl, dataDir } = config;
  const home = await openDatabaseHome({
    databaseUrl,
    dataDir,
    tmpDir: tmpdir(),
    log,
    joins,
    onCrash: () => process.exit(1),
  });
  try {
    const report = await look(home.database.db);
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    process.exitCode = report.isIntact ? 0 : 1;
  } finally {
    await home.stop();
  }
}

async function run([command, argument, ...options]: readonly string[]): Promise<void> {
  const [option] = options;
  switch (command) {
    case undefined:
      return serve();
    case 'config':
      process.stdout.write(`${JSON.stringify(redactConfig(readConfig(process.env)), null, 2)}\n`);
      return undefined;
    case 'faucet':
      if (argument === undefined) return refuse('Name the address of the wallet.');
      return askFaucet(argument);
    case 'keys':
      if (argument !== 'rotate' || (option !== undefined && option !== '--at-once'))
        return refuse('The command for keys is: keys rotate [--at-once]');
      return inspect((db) => rotateBeside(db, option === '--at-once'), { joins: true });
    case 'ledger-verify':
      return inspect((db) => verifyLedger(inspectionStore(db)));
    case 'audit-log-verify':
      return inspect(async (db) => {
        const { rows, brokenAt } = await checkAuditLog(auditLogStore(db));
        return { isIntact: brokenAt === undefined, rows, brokenAt: brokenAt ?? null };
      });
    case 'world':
      if (argument === 'verify') return inspect((db) => verifyWorld(worldStores(db)));
      if (argument === 'resume') return inspect((db) => resumeBeside(db, options), { joins: true });
      return refuse('The commands for the world are: world verify, world resume');
    case 'replay':
      if (argument === undefined) return refuse('Name the submission to replay.');
      return inspect((db) => replayBeside(db, argument));
    case 'canaries-import':
      if (argument === undefined) return refuse('Name the folder that holds the cases.');
      return inspect((db) =>
        importCanaryFolder(db, argument, { random: randomBytes, clock: { now: () => new Date() } }),
      );
    case 'help':
      process.stdout.write(USAGE);
      return undefined;
    default:
      return refuse(`Unknown command ${JSON.stringify(command)}.`);
  }
}

/** The hour of the report and a reason, then perhaps the inputs to leave out; without them it says why the world stands still. */
async function resumeBeside(db: Database, [hour, reason, option]: readonly string[]) {
  const prefix = '--set-aside=';
  const setAside = option?.startsWith(prefix) ? option.slice(prefix.length).split(',').map(Number) : [];
  const isDecided = hour !== undefined && reason !== undefined;
  const decision = isDecided ? { hour: Number(hour), reason, setAside } : undefined;
  const needs = { random: randomBytes, clock: { now: () => new Date() } };
  return db.transaction((handle) =>
    resumeWorld(
      { ...worldStores(handle), ...supportStores(handle, randomBytes), events: eventStore(handle) },
      decision,
      needs,
    ),
  );
}

async function rotateBeside(db: Database, atOnce: boolean) {
  const { signingKey, dataDir, publicBaseUrl: baseUrl } = readConfig(process.env);
  const signer = await openSigningKey(signingKey, dataDir);
  const deriveKey = keyDerivation(signer);
  const needs = { signer, deriveKey, webhookSigner: webhookSigner(deriveKey), baseUrl, random: randomBytes };
  return { isIntact: true, ...(await rotateKeys(db, atOnce, { ...needs, clock: { now: () => new Date() } })) };
}

/** With an engine of its own, that ends with it. */
async function replayBeside(db: Database, submissionId: string) {
  const { audit, stop } = composeAudit();
  try {
    return await replaySubmission(db, audit, submissionId);
  } finally {
    stop();
  }
}

/** Over HTTP, like anybody: the chain belongs to the running service. */
async function askFaucet(address: string): Promise<void> {
  const { host, port } = readConfig(process.env);
  const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/dev/faucet`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ address }) }).catch(
    (cause: unknown) => {
      throw new Error(`Nothing answers at ${url}. Start the service first: npm start`, { cause });
    },
  );
  process.stdout.write(`${await answer.text()}\n`);
  process.exitCode = answer.ok ? 0 : 1;
}

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n\n${USAGE}`);
  process.exitCode = 64;
}

/** Ends the process when it could not do what it was asked for. */
export async function runProgram(words: readonly string[]): Promise<void> {
  try {
    await run(words);
  } catch (error) {
    process.stderr.write(`${explainStart(error)}\n`);
    process.exit(1);
  }
}
