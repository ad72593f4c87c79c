import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useHostileService } from '../testing/hostile-client.ts';
import { FILES, ID } from '../testing/sealed-skill.ts';
import { FOLDER_LIMITS, fileStores, readFolder, verifyDirectory } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-client-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const { connect } = useHostileService();

describe('a folder', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'scripts'));
    for (const { path, bytes } of FILES) writeFileSync(join(folder, path), bytes);
  });

  it('is the certified one, with its .git beside it', async () => {
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(
      join(folder, '.git/config'),
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://x.example/y\n',
    );
    mkdirSync(join(folder, '.git/hooks'));
    writeFileSync(join(folder, '.git/hooks/pre-commit.sample'), '#!/bin/sh\n');
    const id = '0123456789abcdef'.repeat(4).slice(0, 40);
    for (const [path, text] of [
      [`objects/${id.slice(0, 2)}/${id.slice(2)}`, 'x'],
      [`objects/pack/pack-${id}.idx`, 'x'],
      ['refs/heads/topic/notes', `${id}\n`],
      ['refs/remotes/origin/HEAD', 'ref: refs/remotes/origin/main\n'],
      ['logs/refs/heads/topic/notes', `${id} ${id} A <a@x.example> 0 +0000\tclone\n`],
    ] as const) {
      mkdirSync(dirname(join(folder, '.git', path)), { recursive: true });
      writeFileSync(join(folder, '.git', path), text);
    }
    expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({ valid: true });
  });

  it('is the certified one except for the data in its .git, which the verdict names', async () => {
    mkdirSync(join(folder, '.git/objects/ab'), { recursive: true });
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
    const proven = await verifyDirectory(connect(), folder, ID);
    writeFileSync(join(folder, `.git/objects/ab/${'c'.repeat(38)}`), 'echo harm\n');
    const unproven = await verifyDirectory(connect(), folder, ID);
    const codes = ({ warnings }: typeof proven) => warnings.map(({ code }) => code);
    expect([proven.valid, codes(proven)]).toEqual([true, []]);
    expect([unproven.valid, codes(unproven)]).toEqual([true, ['unchecked_files']]);
    expect(unproven.warnings[0]?.detail).toContain('.git');
  });

  it.each([
    ['a setting that starts a program', '.git/config', '[core]\n\tfsmonitor = "./x; false"\n'],
    ['the same behind the name of its section', '.git/config', '[core] sshCommand = ./x\n'],
    ['settings taken from elsewhere', '.git/config', '[include]\n\tpath = ../more\n'],
    ['a name for a program', '.git/config', '[alias]\n\tst = !sh x\n'],
    ['a program that tells keys', '.git/config', '[gpg "ssh"]\n\tdefaultKeyCommand = ./x\n'],
    ['a way to update that is a program', '.git/config', '[submodule "a"]\n\tupdate = !./x\n'],
    ['a setting that goes on in the next line', '.git/config', '[remote "origin"]\n\turl = a\\\n[core]\n'],
    ['an address whose parts git joins to a program', '.git/config', '[remote "origin"]\n\turl = e"xt"::sh -c x\n'],
    ['another tree', '.git/config', '[core]\n\tworktree = /\n'],
    ['a hook', '.git/hooks/pre-commit', '#!/bin/sh\n'],
    ['a program', '.git/x', 'echo\n'],
    ['a program among the objects', '.git/objects/info/notes', 'echo\n'],
    ['a program among the old remotes', '.git/branches/x.sh', 'echo\n'],
    ['a program by the name of a pack', '.git/objects/pack/pack-0a.sh', 'echo\n'],
    ['a program by the name of a sample', '.git/hooks/run.sample', 'echo\n'],
    ['a program as HEAD', '.git/HEAD', 'echo\n'],
    ['a program as the packed references', '.git/packed-refs', 'echo\n'],
    ['a program as the fetched heads', '.git/FETCH_HEAD', 'echo\n'],
    ['a program as a commit to be merged', '.git/MERGE_HEAD', 'echo\n'],
    ['a program by the name of a branch', '.git/refs/heads/notes', 'echo\n'],
  ])('is refused with %s in its .git', async (_what, path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({
      valid: false,
      reasons: [{ code: 'extra_file' }],
    });
  });

  it('is refused with executable data in its .git', async () => {
    const path = '.git/objects/pack/pack-0a.pack';
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'echo\n', { mode: 0o755 });
    expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({
      valid: false,
      reasons: [{ code: 'extra_file' }],
    });
  });

  it('is the certified one after commits, tags, fetches, merges and a clean-up with git', async () => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@x.example', ...words], { stdio: 'pipe' });
    const origin = mkdtempSync(join(tmpdir(), 'assay-client-'));
    try {
      git('init', '-q', folder);
      git('-C', folder, 'add', '.');
      git('-C', folder, 'commit', '-qm', 'First');
      git('clone', '-q', '--bare', folder, join(origin, 'copy.git'));
      git('-C', folder, 'remote', 'add', 'origin', join(origin, 'copy.git'));
      git('-C', folder, 'fetch', '-q', 'origin');
      git('-C', folder, 'tag', '-a', 'v1', '-m', 'One');
      git('-C', folder, 'checkout', '-qb', 'topic');
      git('-C', folder, 'commit', '-q', '--allow-empty', '-m', 'Second');
      git('-C', folder, 'checkout', '-q', '-');
      git('-C', folder, 'merge', '-q', '--no-ff', 'topic', '-m', 'Both');
      git('-C', folder, 'reset', '-q', '--hard', 'HEAD');
      expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({ valid: true });
      git('-C', folder, 'gc', '-q');
      expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({ valid: true });
    } finally {
      rmSync(origin, { recursive: true, force: true });
    }
  });

  it('is refused with a .git that points into the folder itself', async () => {
    writeFileSync(join(folder, '.git'), 'gitdir: ./scripts\n');
    expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({ valid: false });
    writeFileSync(join(folder, '.git'), 'gitdir: ../outside/.git/worktrees/x\n');
    expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({ valid: false });
  });

  describe('a folder in another repository', () => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@x.example', ...words], { stdio: 'pipe' });
    let outer: string;
    beforeEach(() => {
      outer = realpathSync(mkdtempSync(join(tmpdir(), 'assay-client-')));
      git('init', '-q', folder);
      git('-C', folder, 'add', '.');
      git('-C', folder, 'commit', '-qm', 'First');
      git('init', '-q', outer);
      git('-C', outer, 'commit', '-q', '--allow-empty', '-m', 'First');
    });
    afterEach(() => rmSync(outer, { recursive: true, force: true }));
    const addSubmodule = () => {
      git('-C', outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder, 'skills/notes');
      return join(outer, 'skills/notes');
    };

    it('is the certified one as a submodule, and the verdict names the uncompared part', async () => {
      const { valid, warnings } = await verifyDirectory(connect(), addSubmodule(), ID);
      expect([valid, warnings.map(({ code }) => code)]).toEqual([true, ['unchecked_files']]);
    });

    it.each([
      ['settings that start a program', 'config', '[core]\n\tfsmonitor = ./x\n'],
      ['settings of another tree', 'config', '[core]\n\tworktree = ../../../../../../\n'],
      ['an address that starts a program', 'config', '[remote "origin"]\n\turl = e"xt"::sh -c x\n'],
      ['a hook', 'hooks/pre-commit', '#!/bin/sh\n'],
    ])('is refused as a submodule with %s', async (_what, path, text) => {
      const inner = addSubmodule();
      writeFileSync(join(outer, '.git/modules/skills/notes', path), text);
      expect(await verifyDirectory(connect(), inner, ID)).toMatchObject({
        valid: false,
        reasons: [{ code: 'extra_file' }],
      });
    });

    it('is the certified one as a worktree that uses the settings of its repository', async () => {
      git('-C', outer, 'fetch', '-q', folder, 'HEAD:refs/heads/notes');
      git('-C', outer, 'worktree', 'add', '-q', 'notes', 'notes');
      expect(await verifyDirectory(connect(), join(outer, 'notes'), ID)).toMatchObject({ valid: true });
      git('-C', outer, 'config', 'core.sshCommand', './x');
      expect(await verifyDirectory(connect(), join(outer, 'notes'), ID)).toMatchObject({ valid: false });
    });

    it('is refused with a sibling repository that it names', async () => {
      git('clone', '-q', '--bare', folder, join(outer, 'g'));
      mkdirSync(join(outer, 'notes'));
      git('-C', folder, '--work-tree', join(outer, 'notes'), 'checkout', '-q', 'HEAD', '--', '.');
      writeFileSync(join(outer, 'notes/.git'), 'gitdir: ../g\n');
      expect(await verifyDirectory(connect(), join(outer, 'notes'), ID)).toMatchObject({ valid: false });
    });
  });

  it('is the certified one in a plain git clone', async () => {
    execFileSync('git', ['init', '-q', folder]);
    execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', 'https://code.example.invalid/acme/notes.git']);
    expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({ valid: true });
  });

  it.each([
    ['a pipe as its settings', '.git/config', (path: string) => execFileSync('mkfifo', [path])],
    ['a pipe as a branch', '.git/refs/heads/main', (path: string) => execFileSync('mkfifo', [path])],
    ['a pipe that git would not read', '.git/index', (path: string) => execFileSync('mkfifo', [path])],
    ['an endless device as its settings', '.git/config', (path: string) => symlinkSync('/dev/zero', path)],
    ['an endless device as a branch', '.git/refs/heads/main', (path: string) => symlinkSync('/dev/zero', path)],
    ['an endless device in the place of .git', '.git', (path: string) => symlinkSync('/dev/zero', path)],
    ['settings that are a link', '.git/config', (path: string) => symlinkSync('../SKILL.md', path)],
    ['a pipe of its own', 'scripts/notes', (path: string) => execFileSync('mkfifo', [path])],
  ])('is refused with %s, and reading it ends', async (_what, path, make) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    make(join(folder, path));
    expect((await readFolder(folder)).unreadable).toEqual([path]);
    expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({
      valid: false,
      reasons: [{ code: 'unreadable_file' }],
    });
  });

  it('is not read past the limits', async () => {
    writeFileSync(join(folder, 'scripts/large'), '');
    truncateSync(join(folder, 'scripts/large'), FOLDER_LIMITS.bytesMax + 1);
    await expect(readFolder(folder)).rejects.toThrow(RangeError);
  });

  it('is refused with a symlink in it', async () => {
    symlinkSync('/etc/passwd', join(folder, 'scripts/notes'));
    expect((await readFolder(folder)).unreadable).toEqual(['scripts/notes']);
    expect(await verifyDirectory(connect(), folder, ID)).toMatchObject({
      valid: false,
      reasons: [{ code: 'unreadable_file' }],
    });
  });
});

describe('the file store of a client', () => {
  it('survives a restart, and only its owner can read it', async () => {
    const path = join(folder, 'deep/memory.json');
    expect(await connect(fileStores(path)).verify(ID)).toMatchObject({ valid: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    kept.seen[ID].payloadHash = `0x${'0'.repeat(64)}`;
    writeFileSync(path, JSON.stringify(kept));
    expect(await connect(fileStores(path)).verify(ID)).toMatchObject({
      valid: false,
      reasons: [{ code: 'certificate_replaced' }],
    });
  });

  it('loses no concurrent write', async () => {
    const { seen } = fileStores(join(folder, 'memory.json'));
    const entry = {
      certificateIssuedAt: '2026-01-01T00:00:00.000Z',
      payloadHash: `0x${'0'.repeat(64)}`,
      bundleSha256: '0'.repeat(64),
      status: 'APPROVED',
      firstSeenAt: '2026-01-01T00:00:00.000Z',
    } as const;
    await Promise.all(Array.from({ length: 20 }, (_, index) => seen.set(`id-${index}`, entry)));
    expect(await seen.get('id-19')).toEqual(entry);
    expect(await seen.get('toString')).toBeUndefined();
  });

  it.each(['', '[]', '{"seen":{"x":{}}}', '{"seen":1}'])(
    'is not treated as empty when it contains %j',
    async (content) => {
      const path = join(folder, 'memory.json');
      writeFileSync(path, content);
      chmodSync(path, 0o600);
      await expect(fileStores(path).seen.get('x')).rejects.toThrow();
    },
  );
});
