import { join } from 'node:path';
import { CertificateRecord, payloadHash, VerifyRecord } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrate, openDatabase } from './platform/db/index.ts';
import { chainOpen } from './testing/chain-server.ts';
import { insertEarlierRows, writeBaseline, writeMigrationsBeforeBaseline } from './testing/earlier-data.ts';
import earlier from './testing/fixtures/first-schema.json' with { type: 'json' };
import { startQuietPostgres } from './testing/quiet-postgres.ts';
import { spawnServer } from './testing/server-process.ts';
import { SERVICE_SEED } from './testing/service-seed.ts';
import { silentLog } from './testing/silent-log.ts';
import { createMemoryFolder, createTemporaryFolder } from './testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase({ migrate: false });
  const { connection } = database;
  const baseline = await createTemporaryFolder();
  await writeBaseline(baseline.path);
  await migrate({ connection, directory: baseline.path, log: silentLog });
  await baseline.remove();
  await insertEarlierRows(database.pool);
  await migrate({ connection, log: silentLog });
  server = await startTestServer({ database, env: { ASSAY_ROLES: 'api,worker' } });
  await chainOpen(server);
});
afterAll(() => server.close());

const read = async (path: string) => (await server.get(`/api/v1/public/certificates/${path}`)).body;

describe('a certificate of the first schema', () => {
  it('stays valid at its sealed level, and states that its readers are unknown', async () => {
    expect(VerifyRecord.parse(await read(`${earlier.certificateId}/verify`))).toMatchObject({
      valid: true,
      securityLevel: 'CLEAR',
      reviewers: [],
      instructionsReadBy: 'NONE',
      treeSha256: null,
      retainedWarnings: [],
    });
  });

  it('is served as it was sealed', async () => {
    const { payload, seal } = CertificateRecord.parse(await read(earlier.certificateId));

    expect(payload.schema).toBe('assay-certificate/v1');
    expect(payloadHash(payload)).toBe(seal.payloadHash);
  });

  it('is found by its digests', async () => {
    const record = VerifyRecord.parse(await read(`${earlier.certificateId}/verify`));
    const ask = (query: string) => server.get(`/api/v1/public/verify/by-digest/sha256:${record.bundleSha256}${query}`);

    expect((await ask('')).body).toMatchObject({ valid: true, matches: [{ matchedBy: 'bundleSha256' }] });
    expect((await ask(`?treeSha256=${'0'.repeat(64)}`)).body).toMatchObject({ valid: true });
  });
});

describe('a submission of the first schema that was in progress', () => {
  it('is certified for its bytes alone, because its commit was not verified', async () => {
    const id = await vi.waitFor(
      async () => {
        const { rows } = await database.pool.query('SELECT id FROM certificates WHERE submission_id = $1', [
          earlier.submissionId,
        ]);
        expect(rows).toHaveLength(1);
        return rows[0].id;
      },
      { timeout: 60_000, interval: 50 },
    );

    expect(VerifyRecord.parse(await read(`${id}/verify`))).toMatchObject({
      valid: true,
      securityLevel: 'LOW',
      instructionsReadBy: 'NONE',
      treeSha256: expect.any(String),
      source: { type: 'inline', url: null, commit: null, entry: 'SKILL.md', binding: 'CONTENT' },
      retainedWarnings: [{ ruleId: 'assay/instructions-unread' }],
    });
    const { rows } = await database.pool.query('SELECT DISTINCT draw_rules FROM panels');
    expect(rows).toEqual([{ draw_rules: 3 }]);
  });
});

/** The data directory of the last version before the baseline: its own PostgreSQL, its schema, and rows. */
async function makeDataDirBeforeBaseline(dataDir: string, tmpDir: string): Promise<void> {
  const migrations = await createTemporaryFolder();
  const postgres = await startQuietPostgres({ dataDir, tmpDir });
  try {
    const { connection } = postgres;
    await writeMigrationsBeforeBaseline(migrations.path);
    await migrate({ connection, directory: migrations.path, log: silentLog });
    const own = openDatabase({ connection, log: silentLog });
    await insertEarlierRows(own.pool).finally(own.close);
  } finally {
    await postgres.stop();
    await migrations.remove();
  }
}

describe('a data directory from before the baseline', () => {
  it('opens, and its certificate stays valid and is served as sealed', async () => {
    const folder = await createMemoryFolder();
    const dataDir = join(folder.path, 'data');
    await makeDataDirBeforeBaseline(dataDir, folder.path);

    const SIGNING_KEY = Buffer.from(SERVICE_SEED).toString('hex');
    const service = spawnServer({ env: { DATA_DIR: dataDir, SIGNING_KEY, ASSAY_ROLES: 'api' } });
    try {
      const url = `${await service.listening()}/api/v1/public/certificates/${earlier.certificateId}`;
      const { payload, seal } = CertificateRecord.parse(await (await fetch(url)).json());
      const record = VerifyRecord.parse(await (await fetch(`${url}/verify`)).json());

      expect(payloadHash(payload)).toBe(seal.payloadHash);
      expect(record).toMatchObject({ valid: true, securityLevel: 'CLEAR' });
    } finally {
      service.kill('SIGTERM');
      await service.ended();
      await folder.remove();
    }
  });
});
