/** Small commands that inspect the database or write to it while the service may run. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { fileCheckpointMemory } from './checkpoint-memory.ts';
import { composeAudit } from './compose-audit.ts';
import type { Config } from './config.ts';
import { replaySubmission } from './modules/council/compose.ts';
import { inspectionStore, verifyLedger } from './modules/ledger/index.ts';
import { createOperators } from './modules/operators/index.ts';
import { auditLogStore, checkAuditLog, supportStores } from './modules/support/index.ts';
import { reopenLog } from './modules/transparency/compose.ts';
import { logSigner } from './modules/transparency/index.ts';
import { rotateKeys } from './modules/trust/compose.ts';
import { importCanaryFolder } from './modules/validators/compose.ts';
import { webhookSigner } from './modules/webhooks/index.ts';
import { recomputeFork, resumeWorld, verifyWorld, worldStores } from './modules/world/index.ts';
import { type OperatorCommand, runOperatorCommand } from './operator-commands.ts';
import { credentialStore, keyDerivation, operatorStore } from './platform/auth/index.ts';
import { type Database, openDatabaseHome } from './platform/db/index.ts';
import { eventStore } from './platform/events/index.ts';
import { createLogger } from './platform/log/index.ts';
import { openSigningKey } from './signing-key.ts';

const systemClock = { now: () => new Date() };

/** Opens the database, prints the report of an inspection, and exits non-zero unless the report is intact. */
async function inspect(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  check: (db: Database) => Promise<{ isIntact: boolean }>,
  { joins = false }: { joins?: boolean } = {},
): Promise<void> {
  const log = createLogger('warn', process.stderr); // standard output carries only the report
  const home = await openDatabaseHome({
    databaseUrl,
    dataDir,
    tmpDir: tmpdir(),
    log,
    joins,
    onCrash: () => process.exit(1),
  });
  try {
    const report = await check(home.database.db);
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    process.exitCode = report.isIntact ? 0 : 1;
  } finally {
    await home.stop();
  }
}

/**
 * Expects the hour of the report, a reason and optionally the inputs to leave out. Without arguments it reports why the
 * world stopped.
 */
async function resumeWorldInDatabase(db: Database, [hour, reason, option]: readonly string[]) {
  const prefix = '--set-aside=';
  const setAside = option?.startsWith(prefix) ? option.slice(prefix.length).split(',').map(Number) : [];
  const isDecided = hour !== undefined && reason !== undefined;
  const decision = isDecided ? { hour: Number(hour), reason, setAside } : undefined;
  const needs = { random: randomBytes, clock: systemClock };
  return db.transaction((handle) =>
    resumeWorld(
      { ...worldStores(handle), ...supportStores(handle, randomBytes), events: eventStore(handle) },
      decision,
      needs,
    ),
  );
}

async function rotateKeysInDatabase(db: Database, config: Config, atOnce: boolean) {
  const { signingKey, dataDir, publicBaseUrl: baseUrl } = config;
  if (config.twoPersonHours > 0)
    throw new Error(
      'TWO_PERSON_HOURS is set: an administrator proposes the rotation on the operator page, and another one confirms it.',
    );
  const signer = await openSigningKey(signingKey, dataDir);
  const deriveKey = keyDerivation(signer);
  const lasting = { webhookSigner: webhookSigner(deriveKey), logSigner: logSigner(deriveKey) };
  const needs = { signer, deriveKey, ...lasting, baseUrl, random: randomBytes };
  return { isIntact: true, ...(await rotateKeys(db, atOnce, { ...needs, clock: systemClock })) };
}

async function reopenLogInDatabase(db: Database, config: Config, statement: readonly [string, string]) {
  const place = { baseUrl: config.publicBaseUrl, mounts: config.mounts };
  const memory = fileCheckpointMemory(config.dataDir);
  return {
    isIntact: true,
    ...(await reopenLog(db, statement, { place, memory, random: randomBytes, clock: systemClock })),
  };
}

/** Starts its own engine and stops it afterwards. */
async function replayFromDatabase(db: Database, { signingKey, dataDir }: Config, submissionId: string) {
  const deriveKey = keyDerivation(await openSigningKey(signingKey, dataDir));
  const { audit, stop } = composeAudit();
  try {
    return await replaySubmission(db, audit, deriveKey, submissionId);
  } finally {
    stop();
  }
}

function createOperatorCommands(db: Database) {
  const stores = (handle: Database) => ({
    operators: operatorStore(handle),
    credentials: credentialStore(handle),
    ...supportStores(handle, randomBytes),
  });
  return createOperators({
    rule: { hours: 0 }, // a caller with access to the machine needs no second administrator
    store: operatorStore(db),
    inTransaction: (work) => db.transaction((handle) => work(stores(handle))),
    random: randomBytes,
    clock: systemClock,
  });
}

/** The database commands of this configuration. */
export const inspectionsOf = (config: Config) => ({
  rotateKeys: (atOnce: boolean) => inspect(config, (db) => rotateKeysInDatabase(db, config, atOnce), { joins: true }),
  reopenLog: (origin: string, reason: string) =>
    inspect(config, (db) => reopenLogInDatabase(db, config, [origin, reason]), { joins: true }),
  verifyLedger: () => inspect(config, (db) => verifyLedger(inspectionStore(db))),
  verifyAuditLog: () =>
    inspect(config, async (db) => {
      const { rows, brokenAt } = await checkAuditLog(auditLogStore(db));
      return { isIntact: brokenAt === undefined, rows, brokenAt: brokenAt ?? null };
    }),
  verifyWorld: () => inspect(config, (db) => verifyWorld(worldStores(db))),
  recomputeFork: (id: string) => inspect(config, (db) => recomputeFork(worldStores(db), id)),
  resumeWorld: (options: readonly string[]) =>
    inspect(config, (db) => resumeWorldInDatabase(db, options), { joins: true }),
  manageOperators: (command: OperatorCommand) =>
    inspect(
      config,
      async (db) => ({ isIntact: true, ...(await runOperatorCommand(createOperatorCommands(db), command)) }),
      {
        joins: true,
      },
    ),
  replay: (submissionId: string) => inspect(config, (db) => replayFromDatabase(db, config, submissionId)),
  importCanaries: (folder: string) =>
    inspect(config, (db) => importCanaryFolder(db, folder, { random: randomBytes, clock: systemClock })),
});
