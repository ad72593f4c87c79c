import { chmod, lstat, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, silentLog, type TemporaryFolder } from '../../../testing/index.ts';
import { type Home, openHome } from './home.ts';
import { openSocketFolder } from './socket-folder.ts';

let folder: TemporaryFolder;
let home: Home;
beforeEach(async () => {
  folder = await createTemporaryFolder();
  home = await openHome(join(folder.path, 'data'), silentLog);
});
afterEach(() => folder.remove());

describe('openSocketFolder', () => {
  it('creates a folder that only PostgreSQL can enter, and finds it again', async () => {
    const first = await openSocketFolder(home, folder.path);
    const second = await openSocketFolder(home, folder.path);

    const entry = await lstat(first);
    expect(second).toBe(first);
    expect({ mode: entry.mode & 0o777, uid: entry.uid }).toEqual({ mode: 0o700, uid: home.account.uid });
  });

  it('refuses a symlink in its place', async () => {
    const path = await openSocketFolder(home, folder.path);
    const planted = join(folder.path, 'planted');
    await mkdir(planted);
    await mkdir(join(planted, 'target'), { mode: 0o700 });
    await symlink(join(planted, 'target'), join(planted, path.slice(folder.path.length)));

    await expect(openSocketFolder(home, planted)).rejects.toThrow('was made by someone else or is open to others');
  });

  it('refuses a folder that others can enter', async () => {
    const path = await openSocketFolder(home, folder.path);
    await chmod(path, 0o755);

    await expect(openSocketFolder(home, folder.path)).rejects.toThrow('open to others');
  });
});
