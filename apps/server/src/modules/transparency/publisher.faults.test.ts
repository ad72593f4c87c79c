import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseCheckpoint } from '@assay/protocol';
import { Client, escapeIdentifier } from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { restoreBackup, writeBackup } from '../../backup/index.ts';
import { volatileCheckpointMemory } from '../../checkpoint-memory.ts';
import { openDatabase } from '../../platform/db/index.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { killPublishers } from '../../testing/log-kills.ts';
import { startWitness, TEST_ORIGIN } from '../../testing/log-witness.ts';
import { SERVICE_SEED } from '../../testing/service-seed.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { BASE_URL, startTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts';
import { reopenLog } from './compose.ts';

const KILLS = 3;
const place = { baseUrl: BASE_URL, mounts: { apiPrefix: '/api/v1', playerPrefix: '/certsvc/v1' } };

async function open(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return server;
}
async function openTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  return database;
}
const publish = ({ app }: TestServer) => app.transparency.publisher.work();
const haltOf = ({ app }: TestServer) => app.transparency.publisher.haltedBecause();
const sizeOf = async ({ app }: TestServer) => (await app.transparency.log.figures()).size;

/** A copy of a database that has no active users. */
async function backUp({ connection }: TestDatabase): Promise<TestDatabase> {
  const name = `backup_${randomBytes(8).toString('hex')}`;
  const admin = new Client(inject('postgres'));
  await admin.connect();
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${connection.database}' AND pid <> pg_backend_pid()`,
  );
  await admin.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(connection.database)}`);
  const copy = openDatabase({ connection: { ...connection, database: name }, log: silentLog });
  onTestFinished(async () => {
    await copy.close();
    await admin.query(`DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`);
    await admin.end();
  });
  return { ...copy, connection: { ...connection, database: name } };
}

describe('a publisher', () => {
  it('that is killed with SIGKILL while it works leaves no fork', async () => {
    const database = await openTestDatabase();
    const report = await killPublishers({ database, connection: database.connection, kills: KILLS, roll: Math.random });
    expect(report).toMatchObject({ kills: KILLS, forks: [] });
    expect(report.checkpoints).toBeGreaterThanOrEqual(KILLS);
  });

  it('beside another one publishes one tree: every checkpoint extends the previous one', async () => {
    const database = await openTestDatabase();
    const witness = await startWitness('witness.example/two');
    onTestFinished(witness.close);
    const env = { LOG_WITNESSES: JSON.stringify([witness.entry]) };
    const [one, other] = await Promise.all([open({ database, env }), open({ database, env })]);
    for (let turn = 0; turn < 10; turn++) {
      await issueCertificate(turn % 2 === 0 ? one : other);
      // The holder of the lease publishes, and the other one does nothing.
      await Promise.all([publish(one), publish(other)]);
      await (turn % 3 === 0 ? one : other).app.transparency.publisher.release();
    }
    await Promise.all([publish(one), publish(other)]);

    const { rows } = await database.pool.query('SELECT note FROM log_checkpoints ORDER BY size');
    const sizes = rows.map(({ note }) => parseCheckpoint(note).size);
    expect(sizes.at(-1)).toBe(10);
    const { rows: cosigned } = await database.pool.query('SELECT DISTINCT size FROM log_cosignatures');
    expect(cosigned).toHaveLength(sizes.length);
  });

  it('can be replaced by a process that has only the database', async () => {
    const database = await openTestDatabase();
    const first = await open({ database });
    for (let turn = 0; turn < 3; turn++) await issueCertificate(first);
    await publish(first);
    await first.app.transparency.publisher.release();
    const second = await open({ database });
    await issueCertificate(second);

    expect(await publish(second)).toBe(1);
    expect(await sizeOf(second)).toBe(4);
  });
});

describe('a database that is older than the published checkpoint', () => {
  /** A log of five leaves, and its database from when it had three. */
  async function restore(options: TestServerOptions = {}) {
    const database = await openTestDatabase();
    const before = await startTestServer({ database, ...options });
    for (let turn = 0; turn < 3; turn++) await issueCertificate(before);
    await publish(before);
    await before.close();
    const backup = await backUp(database);
    const after = await open({ database, ...options });
    for (let turn = 0; turn < 2; turn++) await issueCertificate(after);
    expect(await publish(after)).toBe(2);
    return backup;
  }

  it('is not signed, even after it has grown past the old size', async () => {
    const checkpointMemory = volatileCheckpointMemory();
    const restored = await open({ database: await restore({ checkpointMemory }), checkpointMemory });

    expect([await publish(restored), await sizeOf(restored)]).toEqual([0, 3]);
    expect(haltOf(restored)).toMatch(/checkpoint of 5 leaves was signed .* database has 3.*log reopen/);
    for (let turn = 0; turn < 4; turn++) await issueCertificate(restored);
    expect([await publish(restored), await sizeOf(restored)]).toEqual([0, 3]);
    expect(haltOf(restored)).toMatch(/5 leaves was signed with another root/);
    expect((await restored.get('/readyz')).body).toMatchObject({ checks: { log: null } });
  });

  it('is detected by a witness if no memory beside the database exists', async () => {
    const witness = await startWitness('witness.example/memory');
    onTestFinished(witness.close);
    const env = { LOG_WITNESSES: JSON.stringify([witness.entry]) };
    const restored = await open({ database: await restore({ env }), env });
    await issueCertificate(restored);

    expect(await publish(restored)).toBe(0);
    expect(haltOf(restored)).toMatch(/5 leaves was signed \(witness witness.example\/memory\)/);
  });

  it('is signed again under a new origin after an operator states the cause', async () => {
    const checkpointMemory = volatileCheckpointMemory();
    const restored = await open({ database: await restore({ checkpointMemory }), checkpointMemory });
    await publish(restored);
    const needs = { place, memory: checkpointMemory, random: randomBytes, clock: restored.clock };
    const reason = 'The disk was lost; the backup of the day before was restored.';
    const reopen = (origin: string) => reopenLog(restored.database.db, [origin, reason], needs);
    await expect(reopen(TEST_ORIGIN)).rejects.toThrow('was an origin of this log before');

    await reopen('assay.localhost/log-2');
    await publish(restored);

    expect(haltOf(restored)).toBeNull();
    const { body } = await restored.get('/api/v1/public/transparency');
    expect(body).toMatchObject({ origin: 'assay.localhost/log-2', size: 4, former: [{ origin: TEST_ORIGIN, reason }] });
    const [{ endedWith }] = (body as { former: [{ endedWith: string }] }).former;
    expect(parseCheckpoint(endedWith)).toMatchObject({ origin: TEST_ORIGIN, size: 5 });
    const { rows } = await restored.database.pool.query(`SELECT action FROM audit_log WHERE action = 'log.reopen'`);
    expect(rows).toHaveLength(1);
    const { rows: old } = await restored.database.pool.query(
      'SELECT max(size)::int AS size FROM log_checkpoints WHERE origin = $1',
      [TEST_ORIGIN],
    );
    expect(old).toEqual([{ size: 3 }]);
  });

  it('from the restore command is not signed until an operator states the cause', async () => {
    const folder = await createTemporaryFolder();
    onTestFinished(folder.remove);
    const [file, passphrase] = [join(folder.path, 'one.backup'), 'correct horse battery staple'];
    const signingKey = Buffer.from(SERVICE_SEED).toString('hex');
    const before = await open();
    for (let turn = 0; turn < 3; turn++) await issueCertificate(before);
    await publish(before);
    const facts = { createdAt: '2026-11-18T00:00:00.000Z', version: '1', signingKey };
    // Otherwise the restored database contains a lease that is held for three more seconds.
    await before.app.transparency.publisher.release();
    await writeBackup(file, before.database.connection, passphrase, facts);
    await issueCertificate(before);
    expect(await publish(before)).toBe(1);

    const empty = await createTestDatabase({ migrate: false });
    onTestFinished(() => empty.close());
    const { connection } = empty;
    await restoreBackup(file, passphrase, { connection, log: silentLog, placeKey: async () => true });
    // Neither a witness nor a file beside the database has a record of the fourth leaf.
    const checkpointMemory = volatileCheckpointMemory();
    const restored = await open({ database: empty, checkpointMemory });
    for (let turn = 0; turn < 2; turn++) await issueCertificate(restored);

    expect([await publish(restored), await sizeOf(restored)]).toEqual([0, 3]);
    expect(haltOf(restored)).toMatch(/was restored from a backup on .*log reopen/);

    const needs = { place, memory: checkpointMemory, random: randomBytes, clock: restored.clock };
    await reopenLog(empty.db, ['assay.localhost/log-2', 'The disk was lost.'], needs);
    await publish(restored);
    expect([haltOf(restored), (await restored.get('/api/v1/public/transparency')).body]).toMatchObject([
      null,
      { origin: 'assay.localhost/log-2', former: [{ origin: TEST_ORIGIN, reason: 'The disk was lost.' }] },
    ]);
  });

  it('is not signed under another origin that only the configuration names', async () => {
    const database = await openTestDatabase();
    const first = await open({ database });
    await issueCertificate(first);
    await publish(first);
    await first.app.transparency.publisher.release();
    const renamed = await open({ database, env: { LOG_ORIGIN: 'assay.localhost/other' } });
    await issueCertificate(renamed);

    expect(await publish(renamed)).toBe(0);
    expect(haltOf(renamed)).toMatch(/LOG_ORIGIN is assay.localhost\/other, but this log was opened as/);
  });

  it('with a rewritten leaf below the published checkpoint is not signed', async () => {
    const server = await open();
    for (let turn = 0; turn < 3; turn++) await issueCertificate(server);
    await publish(server);
    await server.app.transparency.publisher.release();
    await server.database.pool.query(`
      BEGIN; SET LOCAL session_replication_role = 'replica';
      UPDATE log_leaves SET leaf = replace(leaf, 'APPROVED', 'SUSPENDED'),
        hash = sha256('\\x00'::bytea || convert_to(replace(leaf, 'APPROVED', 'SUSPENDED'), 'UTF8')) WHERE leaf_index = 1; COMMIT`);
    const next = await open({ database: server.database });
    await issueCertificate(next);

    expect(await publish(next)).toBe(0);
    expect(haltOf(next)).toMatch(/leaves below 3 differ from the published checkpoint/);
  });
});
