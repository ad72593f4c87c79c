import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueCertificate, UNREAD } from './testing/certificate-builder.ts';
import { openIssuer } from './testing/issuer.ts';
import { SERVER_PROCESS_KEY, type ServerProcess, spawnServer } from './testing/server-process.ts';
import { createMemoryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';
import { seedDataDir } from './testing/test-database.ts';

const LIMIT_MS = 240_000;
const BACKUP_PASSPHRASE = 'correct horse battery staple';

let folder: TemporaryFolder;
let dataDir: string;
let backups: string;
let server: ServerProcess;
let url: string;
/** Valid, suspended, revoked and unread. */
let ids: string[];
beforeAll(async () => {
  folder = await createMemoryFolder();
  dataDir = join(folder.path, 'data');
  backups = join(folder.path, 'backups');
  await seedDataDir(dataDir);
  const issuer = await openIssuer(folder.path);
  ids = [];
  for (const changes of [{}, {}, {}, UNREAD]) ids.push(await issueCertificate(issuer, changes));
  await issuer.close();
  await mkdir(backups);
  server = spawnServer({ env: { DATA_DIR: dataDir, WORLD_TICK_MS: '0' } });
  url = await server.listening();
  await server.ready();
  await withdraw(ids[1], 'suspend');
  await withdraw(ids[2], 'revoke');
}, LIMIT_MS);
afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended();
  await folder.remove();
});

async function withdraw(id: string | undefined, how: 'suspend' | 'revoke'): Promise<void> {
  const answer = await fetch(`${url}/api/v1/operator/certificates/${id}/${how}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SERVER_PROCESS_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Reported by mail.' }),
  });
  expect(answer.ok).toBe(true);
}

/** An anchor that is still in progress would change the answers between a backup and a comparison. */
async function expectAnchored(): Promise<void> {
  for (const id of ids) {
    const record = await (await fetch(`${url}/api/v1/public/certificates/${id}/verify`)).json();
    expect(record).toMatchObject({ onChain: { state: 'FINAL' } });
  }
  expect((await fetch(url + CHECKPOINT)).status).toBe(200);
}

const CHECKPOINT = '/api/v1/public/transparency/checkpoint';
async function readRecords(from: string): Promise<{ records: string[]; checkpoint: string }> {
  const textOf = async (path: string) => {
    const answer = await fetch(from + path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };
  const paths = ids.flatMap((id) => [`/api/v1/public/certificates/${id}/verify`, `/api/v1/public/certificates/${id}`]);
  const records = await Promise.all(['/.well-known/trust-root.json', ...paths].map(textOf));
  return { records, checkpoint: await textOf(CHECKPOINT) };
}

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnServer({ env: { DATA_DIR: dataDir, BACKUP_PASSPHRASE, ...env }, args }).ended();

describe('the backup commands', () => {
  it(
    'back up beside the running service, keep the newest, and restore the same answers into an empty data directory',
    async () => {
      const older = ['assay-20200101T000000Z.backup', 'assay-20200102T000000Z.backup', 'notes.txt'];
      for (const name of older) await writeFile(join(backups, name), '');

      await vi.waitFor(expectAnchored, { timeout: LIMIT_MS, interval: 100 });
      const before = await readRecords(url);
      const made = await run(['backup', backups, '--keep=2']);
      expect(made).toMatchObject({ code: 0, stderr: '' });
      const { file, rows } = JSON.parse(made.stdout) as { file: string; rows: number };
      expect((await readdir(backups)).sort()).toEqual([older[1], file.slice(backups.length + 1), older[2]]);
      expect((await stat(file)).mode & 0o777).toBe(0o600);

      const checked = await run(['verify-backup', file]);
      expect(JSON.parse(checked.stdout)).toMatchObject({ rows });

      const other = join(folder.path, 'other');
      const restored = await run(['restore', file], { DATA_DIR: other });
      expect(restored).toMatchObject({ code: 0 });
      expect(JSON.parse(restored.stdout)).toMatchObject({ rows });
      const keyOf = (place: string) => readFile(join(place, 'signing-key'), 'utf8');
      expect(await keyOf(other)).toBe(await keyOf(dataDir));

      const after = await readRecords(url);
      const copy = spawnServer({ env: { DATA_DIR: other, ASSAY_ROLES: 'api' } });
      const copied = await readRecords(await copy.listening());
      copy.kill('SIGTERM');
      await copy.ended();
      expect(copied.records).toEqual(before.records);
      expect([before.checkpoint, after.checkpoint]).toContain(copied.checkpoint);

      const again = await run(['restore', file], { DATA_DIR: other });
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The database is not empty')]);
    },
    LIMIT_MS,
  );

  it(
    'leave space for the database on the disk',
    async () => {
      const full = join(folder.path, 'full');
      await mkdir(full);
      await writeFile(join(full, 'assay-20200101T000000Z.backup'), '');
      await truncate(join(full, 'assay-20200101T000000Z.backup'), 2 ** 42); // sparse

      const { code, stderr } = await run(['backup', full]);

      expect([code, stderr]).toEqual([1, expect.stringMatching(/MB free, and the newest backup has 4398046 MB/)]);
      expect(await readdir(full)).toHaveLength(1);
    },
    LIMIT_MS,
  );

  it(
    'state their required options in one line',
    async () => {
      const without = await run(['backup', backups], { BACKUP_PASSPHRASE: '' });
      const none = join(backups, 'none.backup');
      const missing = await run(['verify-backup', none]);
      const unknown = await run(['backup', backups, '--all']);

      expect([without.code, without.stderr]).toEqual([1, expect.stringMatching(/^Set BACKUP_PASSPHRASE/)]);
      expect([missing.code, missing.stderr]).toEqual([1, `ENOENT: no such file or directory, open '${none}'.\n`]);
      expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/^--all is no option/)]);
    },
    LIMIT_MS,
  );
});
