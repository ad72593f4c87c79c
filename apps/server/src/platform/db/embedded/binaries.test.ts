import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryFolder, silentLog, type TemporaryFolder } from '../../../testing/index.ts';
import { mayRun } from './account.ts';
import { locateInstalled, prepareBinaries } from './binaries.ts';
import { type Home, openHome } from './home.ts';

let folder: TemporaryFolder;
let home: Home;
beforeEach(async () => {
  folder = await createMemoryFolder();
  home = await openHome(join(folder.path, 'data'), silentLog);
});
afterEach(() => folder.remove());

describe('prepareBinaries', () => {
  it('returns programs that run, even when they are installed where PostgreSQL has no access', async () => {
    const closed = join(folder.path, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await promisify(execFile)('cp', ['-a', locateInstalled(), closed]);

    const first = await prepareBinaries(home, silentLog, join(closed, 'native'));
    const second = await prepareBinaries(home, silentLog, join(closed, 'native'));

    expect(second).toEqual(first);
    expect(await mayRun(home.account, first.initdb, ['--version'])).toBe(true);
    expect((await readdir(home.folder)).filter((name) => name.includes('draft'))).toEqual([]);
  });
});
