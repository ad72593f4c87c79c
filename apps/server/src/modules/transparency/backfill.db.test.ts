import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalize, hashLeaf, LogLeaf } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '../../platform/db/index.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OWN_MIGRATION = '0016-transparency.sql';
const idOf = (digit: string) => digit.repeat(24);
const at = (day: number) => new Date(Date.UTC(2026, 0, day, 12, 0, 0, 120 + day));

let database: TestDatabase;
let server: TestServer;

/** Applies the migrations from before the log existed. */
async function migrateBefore({ connection }: TestDatabase): Promise<void> {
  const folder = await createTemporaryFolder();
  const names = (await readMigrations(MIGRATIONS_DIRECTORY))
    .map(({ name }) => name)
    .filter((name) => name < OWN_MIGRATION);
  for (const name of names) await copyFile(join(MIGRATIONS_DIRECTORY, name), join(folder.path, name));
  await migrate({ connection, directory: folder.path, log: silentLog });
  await folder.remove();
}

type Change = readonly [day: number, status: string, reason: string | null];

async function insert(digit: string, changes: readonly Change[]): Promise<void> {
  const [[issuedDay = 0] = []] = changes as readonly [Change];
  const id = idOf(digit);
  await database.pool.query(
    `INSERT INTO certificates (id, submission_id, skill_key, name, version, description, product_type, security_level, warnings, source_ref,
       entry_sha256, raw_sha256, bundle_sha256, payload, payload_hash, payload_sha256, key_id, statement, sealed_at)
     VALUES ($1, gen_random_uuid(), $1, 'n', '1', 'd', 'SKILL', 'CLEAR', '{}', 'r', 'e', 'r', 'b', '{}', $2, 's', 'k', '{}', $3)`,
    [id, `0x${digit.repeat(64)}`, at(issuedDay)],
  );
  const [, status, reason] = changes.at(-1) ?? [0, 'APPROVED', null];
  await database.pool.query(
    'INSERT INTO certificate_states (certificate_id, status, status_reason, status_changed_at) VALUES ($1, $2, $3, $4)',
    [id, status, reason, at(issuedDay)],
  );
  for (const [index, [day, each, because]] of changes.entries())
    await database.pool.query(
      `INSERT INTO certificate_status_changes (certificate_id, position, status, status_reason, revoked, note, at)
       VALUES ($1, $2, $3, $4, false, NULL, $5)`,
      [id, index + 1, each, because, at(day)],
    );
}

beforeAll(async () => {
  database = await createTestDatabase({ migrate: false });
  await migrateBefore(database);
  await insert('b', [
    [5, 'APPROVED', null],
    [9, 'SUSPENDED', 'RE_AUDIT_FAILED'],
    [8, 'APPROVED', null], // The clock went back.
  ]);
  await insert('a', [
    [3, 'APPROVED', null],
    [6, 'DEPRECATED', 'NEWER_VERSION'],
  ]);
  await insert('c', [[5, 'APPROVED', null]]);
  await migrate({ connection: database.connection, log: silentLog });
  server = await startTestServer({ database });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

describe('certificates from before the log', () => {
  it('come first, in order and with their own dates', async () => {
    const { rows } = await database.pool.query<{ leaf: string; hash: Buffer }>(
      'SELECT leaf, hash FROM log_leaves ORDER BY leaf_index',
    );
    const leaves = rows.map(({ leaf }) => LogLeaf.parse(JSON.parse(leaf)));
    expect(leaves.map((leaf) => [leaf.certificateId?.[0], leaf.type, leaf.status, leaf.at, leaf.prev])).toEqual([
      ['a', 'ISSUED', 'APPROVED', at(3).toISOString(), null],
      ['b', 'ISSUED', 'APPROVED', at(5).toISOString(), null],
      ['c', 'ISSUED', 'APPROVED', at(5).toISOString(), null],
      ['a', 'STATUS', 'DEPRECATED', at(6).toISOString(), 0],
      ['b', 'STATUS', 'SUSPENDED', at(9).toISOString(), 1],
      ['b', 'STATUS', 'APPROVED', at(8).toISOString(), 4],
    ]);
    for (const { leaf, hash } of rows) {
      expect(canonicalize(JSON.parse(leaf))).toBe(leaf);
      expect(Buffer.from(hashLeaf(new TextEncoder().encode(leaf))).equals(hash)).toBe(true);
    }
  });

  it('are followed by new certificates, with the same proofs', async () => {
    const id = await issueCertificate(server);
    await server.app.transparency.publisher.work();
    const proof = async (query: string) => (await server.get(`/api/v1/public/transparency/proof?${query}`)).body;
    expect(await proof(`certificateId=${id}`)).toMatchObject({ leafIndex: 6, treeSize: 7 });
    expect(await proof(`certificateId=${idOf('a')}`)).toMatchObject({
      leafIndex: 0,
      leaf: { at: at(3).toISOString() },
    });
  });
});
