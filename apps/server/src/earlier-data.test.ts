import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CertificateRecord, payloadHash, VerifyRecord } from '@assay/protocol';
import { escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MIGRATIONS_DIRECTORY, migrate } from './platform/db/index.ts';
import { chainOpen } from './testing/chain-server.ts';
import earlier from './testing/fixtures/first-schema.json' with { type: 'json' };
import { silentLog } from './testing/silent-log.ts';
import { createTemporaryFolder } from './testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase({ migrate: false });
  await migrateAsThen(database);
  await insertRows(database);
  await migrate({ connection: database.connection, log: silentLog });
  server = await startTestServer({ database, env: { ASSAY_ROLES: 'api,worker' } });
  await chainOpen(server);
});
afterAll(() => server.close());

/** The schema that the earlier program had. */
async function migrateAsThen({ connection }: TestDatabase): Promise<void> {
  const folder = await createTemporaryFolder();
  for (const name of earlier.migrations) await copyFile(join(MIGRATIONS_DIRECTORY, name), join(folder.path, name));
  await migrate({ connection, directory: folder.path, log: silentLog });
  await folder.remove();
}

/** As they were stored: no rule of the database takes part in putting them back. */
async function insertRows({ pool }: TestDatabase): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET session_replication_role = 'replica'`);
    for (const [table, rows] of Object.entries(earlier.tables)) {
      const columns = Object.keys(rows[0] ?? {})
        .map((name) => escapeIdentifier(name))
        .join(', ');
      const name = escapeIdentifier(table);
      await client.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
        [JSON.stringify(rows)],
      );
    }
    await client.query(`SET session_replication_role = 'origin'`);
  } finally {
    client.release();
  }
}

const read = async (path: string) => (await server.get(`/api/v1/public/certificates/${path}`)).body;

describe('a certificate of the first schema', () => {
  it('stays valid at its sealed level, and says that nobody is known to have read it', async () => {
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

  it('is found by the digests it has', async () => {
    const record = VerifyRecord.parse(await read(`${earlier.certificateId}/verify`));
    const ask = (query: string) => server.get(`/api/v1/public/verify/by-digest/sha256:${record.bundleSha256}${query}`);

    expect((await ask('')).body).toMatchObject({ valid: true, matches: [{ matchedBy: 'bundleSha256' }] });
    expect((await ask(`?treeSha256=${'0'.repeat(64)}`)).body).toMatchObject({ valid: true });
  });
});

describe('a submission that was on its way', () => {
  it('is certified for its bytes alone: nobody proved that its commit holds them', async () => {
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
