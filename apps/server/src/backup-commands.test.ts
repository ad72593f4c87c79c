import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, spawnServer } from './testing/server-process.ts';
import { createMemoryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';
import { seedUsedDataDir } from './testing/used-data-dir.ts';

const LIMIT_MS = 240_000;
const BACKUP_PASSPHRASE = 'correct horse battery staple';

let folder: TemporaryFolder;
let dataDir: string;
let backups: string;
let server: ServerProcess;
beforeAll(async () => {
  folder = await createMemoryFolder();
  dataDir = join(folder.path, 'data');
  backups = join(folder.path, 'backups');
  await seedUsedDataDir(folder.path);
  await mkdir(backups);
  server = spawnServer({ env: { DATA_DIR: dataDir, WORLD_TICK_MS: '0' } });
  await server.ready();
}, LIMIT_MS);
afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended();
  await folder.remove();
});

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnServer({ env: { DATA_DIR: dataDir, BACKUP_PASSPHRASE, ...env }, args }).ended();

describe('the backup commands', () => {
  it(
    'back up beside the running service, keep the newest, and restore into an empty data directory',
    async () => {
      const older = ['assay-20200101T000000Z.backup', 'assay-20200102T000000Z.backup', 'notes.txt'];
      for (const name of older) await writeFile(join(backups, name), '');

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

      const again = await run(['restore', file], { DATA_DIR: other });
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The database is not empty')]);
    },
    LIMIT_MS,
  );

  it(
    'state their required options in one line',
    async () => {
      const without = await run(['backup', backups], { BACKUP_PASSPHRASE: '' });
      const missing = await run(['verify-backup', join(backups, 'none.backup')]);
      const unknown = await run(['backup', backups, '--all']);

      expect([without.code, without.stderr]).toEqual([1, expect.stringMatching(/^Set BACKUP_PASSPHRASE/)]);
      expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/no such file/)]);
      expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/^--all is no option/)]);
    },
    LIMIT_MS,
  );
});
