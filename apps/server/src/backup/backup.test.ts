import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectionStore, verifyLedger } from '../modules/ledger/index.ts';
import { auditLogStore, checkAuditLog } from '../modules/support/index.ts';
import { migrate } from '../platform/db/index.ts';
import { issueCertificate, UNREAD } from '../testing/certificate-builder.ts';
import { DEV, registerDeveloper } from '../testing/developer.ts';
import { SERVICE_SEED } from '../testing/service-seed.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { exportDatabase, rawTypes } from './export-database.ts';
import { BackupError, type BackupSummary, restoreBackup, verifyBackup, writeBackup } from './index.ts';

const PASSPHRASE = 'correct horse battery staple';
const LIMIT_MS = 180_000;
const FACTS = {
  createdAt: '2026-11-18T00:00:00.000Z',
  version: '1',
  signingKey: Buffer.from(SERVICE_SEED).toString('hex'),
};
const STRANGE_NAME = 'line\u2028end \\N {"kind":"end"} \u{1f600}';

let folder: TemporaryFolder;
let server: TestServer;
let empty: TestDatabase;
let paths: string[];
let path: string;
let summary: BackupSummary;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  path = join(folder.path, 'one.backup');
  server = await startTestServer();
  const developer = await registerDeveloper(server, 'kept@people.example');
  await developer.patch(`${DEV}/me`, { displayName: STRANGE_NAME.slice(0, 20) });
  const ids = [await issueCertificate(server), await issueCertificate(server, { description: STRANGE_NAME })];
  await server.operate(`/api/v1/operator/certificates/${ids[0]}/suspend`, { reason: 'Under investigation.' });
  await server.app.trustRoots.rotate(true); // a key that only the database stores
  ids.push(await issueCertificate(server), await issueCertificate(server, UNREAD));
  await server.operate(`/api/v1/operator/certificates/${ids[2]}/revoke`, { reason: 'It does harm.' });
  await server.operate('/api/v1/operator/grants', {
    walletAddress: `0x${'ab'.repeat(20)}`,
    amount: '1000000',
    reason: 'A first stake.',
  });
  await server.published();
  await server.app.transparency.publisher.work();
  const recordsOf = (id: string) => ['', '/verify', '/statement'].map((end) => `${id}${end}`);
  paths = [
    '/.well-known/trust-root.json',
    '/api/v1/public/transparency/checkpoint',
    ...ids.flatMap(recordsOf).map((path) => `/api/v1/public/certificates/${path}`),
  ];
  await writeBackup(path, server.database.connection, PASSPHRASE, FACTS);
  summary = await verifyBackup(path, PASSPHRASE);
  empty = await createTestDatabase({ migrate: false });
}, LIMIT_MS);
afterAll(async () => {
  await server.close();
  await empty.close();
  await folder.remove();
});

const restoreInto = (
  database: TestDatabase,
  file = path,
  placeKey: (seed: string) => Promise<boolean> = async () => true,
) => restoreBackup(file, PASSPHRASE, { connection: database.connection, log: silentLog, placeKey });

/** What a restore takes away for a while. */
const guardsOf = async ({ pool }: TestDatabase): Promise<unknown> => {
  const triggers = `select tgrelid::regclass::text as "table", tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`;
  const keys = `select conrelid::regclass::text as "table", conname, convalidated, pg_get_constraintdef(oid) as text from pg_constraint order by 1, 2`;
  return [(await pool.query(triggers)).rows, (await pool.query(keys)).rows];
};

describe('a backup', () => {
  it('counts every row', () => {
    expect(summary.tables.certificates?.rows).toBe(4);
    expect(summary.rows).toBeGreaterThan(20);
    expect(Object.keys(summary.tables).length).toBeGreaterThan(80);
  });

  it('is never written over another file', async () => {
    await expect(writeBackup(path, server.database.connection, PASSPHRASE, FACTS)).rejects.toThrow(/exists already/);
    expect(await verifyBackup(path, PASSPHRASE)).toEqual(summary);
  });

  it('with a byte changed is refused before anything is written', async () => {
    const changed = join(folder.path, 'changed.backup');
    const bytes = await readFile(path);
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    await writeFile(changed, bytes);

    await expect(verifyBackup(changed, PASSPHRASE)).rejects.toThrow(BackupError);
    await expect(restoreInto(empty, changed)).rejects.toThrow(BackupError);
    const { rows } = await empty.pool.query("select 1 from pg_class where relnamespace = 'public'::regnamespace");
    expect(rows).toEqual([]);
  });

  it('of another signing key is refused', async () => {
    await expect(restoreInto(empty, path, async () => false)).rejects.toThrow(/signing key of the backup differs/);
  });
});

describe('a restore into an empty database', () => {
  it(
    'gives the same rows, guards, sequences, keys, log root and verify answers',
    async () => {
      let seed = '';
      const restored = await restoreInto(empty, path, async (given) => {
        seed = given;
        return true;
      });
      const again = join(folder.path, 'again.backup');
      await writeBackup(again, empty.connection, PASSPHRASE, FACTS);
      const second = await startTestServer({ database: empty, clock: server.clock });

      expect(seed).toBe(FACTS.signingKey);
      expect(restored).toEqual(summary);
      expect(await verifyBackup(again, PASSPHRASE)).toEqual(summary);
      expect(await guardsOf(empty)).toEqual(await guardsOf(server.database));
      for (const at of paths) {
        const { status, text } = await server.get(at);
        expect([at, status]).toEqual([at, 200]);
        expect((await second.get(at)).text).toBe(text);
      }
      expect(await verifyLedger(inspectionStore(empty.db))).toMatchObject({ isIntact: true });
      expect(await checkAuditLog(auditLogStore(empty.db))).toMatchObject({ brokenAt: undefined });
      expect(await issueCertificate(second)).toMatch(/./); // sequences go on
      await second.close();
    },
    LIMIT_MS,
  );

  it('that was interrupted keeps every service, backup and second restore off', async () => {
    const half = await createTestDatabase({ migrate: false });
    const { connection } = half;
    try {
      const interrupted = restoreInto(half, path, () => Promise.reject(new Error('interrupted')));
      await expect(interrupted).rejects.toThrow('interrupted');

      await expect(migrate({ connection, log: silentLog })).rejects.toThrow(/has not finished.*new database/);
      const backup = writeBackup(join(folder.path, 'half.backup'), connection, PASSPHRASE, FACTS);
      await expect(backup).rejects.toThrow(BackupError);
      await expect(restoreInto(half)).rejects.toThrow(/not empty/);
    } finally {
      await half.close();
    }
  });

  it('is refused a second time', async () => {
    await expect(restoreInto(empty)).rejects.toThrow(/not empty/);
  });
});

describe('a closed account', () => {
  it('leaves neither its address nor its name in any table', async () => {
    const email = 'leaving@people.example';
    const developer = await registerDeveloper(server, email);
    await developer.patch(`${DEV}/me`, { displayName: 'Quentin Leaving' });
    const linesWith = async (...words: string[]): Promise<string[]> => {
      const client = new Client({ ...server.database.connection, types: rawTypes });
      await client.connect();
      const found: string[] = [];
      for await (const line of exportDatabase(client, FACTS))
        if (words.some((word) => line.includes(word))) found.push(line);
      await client.end();
      return found;
    };
    const words = [email, 'Quentin Leaving', Buffer.from(email).toString('hex')];

    expect((await linesWith(...words)).length).toBeGreaterThan(0);
    expect((await developer.delete(`${DEV}/me`)).status).toBe(204);

    expect(await linesWith(...words)).toEqual([]);
  });
});
