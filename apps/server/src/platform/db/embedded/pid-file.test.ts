import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../../../testing/index.ts';
import { disarmPidFile, findPidInFile } from './pid-file.ts';

let folder: TemporaryFolder;
let path: string;
beforeEach(async () => {
  folder = await createTemporaryFolder();
  path = join(folder.path, 'postmaster.pid');
});
afterEach(() => folder.remove());

describe('the pid file', () => {
  it('receives the pid of this process, and keeps the shared memory key', async () => {
    await writeFile(path, '4194303\n/data\n1700000000\n5432\n/tmp\n\n  5432001    65536\nready   \n');

    await disarmPidFile(folder.path);

    expect(await findPidInFile(folder.path)).toBe(process.pid);
    expect(await readFile(path, 'utf8')).toBe(
      `${process.pid}\n/data\n1700000000\n5432\n/tmp\n\n  5432001    65536\nready   \n`,
    );
  });

  it('is not created when it does not exist', async () => {
    await disarmPidFile(folder.path);

    expect(await findPidInFile(folder.path)).toBeUndefined();
  });

  it('is never written through a symlink', async () => {
    const precious = join(folder.path, 'precious');
    await writeFile(precious, 'untouched');
    await symlink(precious, path);

    await expect(disarmPidFile(folder.path)).rejects.toMatchObject({ code: 'ELOOP' });

    expect(await readFile(precious, 'utf8')).toBe('untouched');
    await rm(path);
  });
});
