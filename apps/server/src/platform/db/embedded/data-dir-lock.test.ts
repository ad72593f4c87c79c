import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../../../testing/index.ts';
import { DataDirInUseError, takeDataDirLock } from './data-dir-lock.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

const take = () => takeDataDirLock('/the/data', folder.path);

describe('takeDataDirLock', () => {
  it('grants the lock to one process at a time', async () => {
    const first = await take();

    await expect(take()).rejects.toThrow(new DataDirInUseError('/the/data', String(process.pid)));
    await first.release();

    await (await take()).release();
  });

  it('distinguishes a lock that cannot be taken from one that is taken', async () => {
    await mkdir(join(folder.path, 'server.lock'));

    await expect(take()).rejects.toThrow('server.lock cannot be locked');
  });
});
