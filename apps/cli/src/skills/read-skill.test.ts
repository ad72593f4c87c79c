import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFolder } from '@assay/client/read-folder';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { findSkills } from './find-skills.ts';
import { READ_LIMITS, type ReadLimits, readSkill } from './read-skill.ts';

const paths = (root: string) => readSkill(root).files.map(({ path }) => path);

describe('readSkill', () => {
  it('reads every file, whatever its folder is called', () => {
    using folder = createFolder({
      'SKILL.md': '#',
      '.git/hooks/post-checkout': 'x',
      'node_modules/a/index.js': 'x',
      '.env': 'x',
    });
    expect(paths(folder.path)).toEqual(['.env', '.git/hooks/post-checkout', 'SKILL.md', 'node_modules/a/index.js']);
  });

  it('distinguishes executable files', () => {
    using folder = createFolder({ 'SKILL.md': '#', 'run.sh': 'true' });
    chmodSync(join(folder.path, 'run.sh'), 0o755);
    expect(readSkill(folder.path).files.map(({ kind }) => kind)).toEqual(['file', 'exec']);
  });

  it('records symlinks with their target and follows none, not even a circular one', () => {
    using folder = createFolder({ 'SKILL.md': '#' });
    symlinkSync('/etc', join(folder.path, 'away'));
    symlinkSync('.', join(folder.path, 'circle'));
    const { files, gaps } = readSkill(folder.path);
    expect(files.filter(({ kind }) => kind === 'symlink').map(({ path, target }) => [path, target])).toEqual([
      ['away', '/etc'],
      ['circle', '.'],
    ]);
    expect(gaps).toEqual([]);
  });

  it('names a file that is too large and does not read it completely', () => {
    using folder = createFolder({ 'SKILL.md': '#', 'data.bin': '' });
    truncateSync(join(folder.path, 'data.bin'), 2 ** 30);
    const { files, gaps } = readSkill(folder.path);
    expect(files.find(({ path }) => path === 'data.bin')?.bytes.length).toBe(READ_LIMITS.fileBytesMax);
    expect(gaps).toEqual([{ path: 'data.bin', reason: `1073741824 bytes, read ${READ_LIMITS.fileBytesMax}` }]);
  });

  it('reads a file of exactly the limit without a warning', () => {
    using folder = createFolder({ 'SKILL.md': '12345' });
    expect(readSkill(folder.path, { ...READ_LIMITS, fileBytesMax: 5 }).gaps).toEqual([]);
    expect(readSkill(folder.path, { ...READ_LIMITS, fileBytesMax: 4 }).gaps).toHaveLength(1);
  });

  it('names excesses of the limits on files, bytes and depth', () => {
    using folder = createFolder({ 'SKILL.md': '12345', 'a/b/c.md': '12345' });
    const read = (limits: Partial<ReadLimits>) => readSkill(folder.path, { ...READ_LIMITS, ...limits }).gaps;
    expect(read({ filesMax: 1 })).toEqual([{ path: 'a/b/c.md', reason: 'more than 1 files' }]);
    expect(read({ skillBytesMax: 7 })).toEqual([{ path: 'a/b/c.md', reason: '5 bytes, read 2' }]);
    expect(read({ depthMax: 1 })).toEqual([{ path: 'a/b', reason: 'folders are nested too deeply' }]);
  });

  it('names an entry that is neither file nor folder and does not wait for it', () => {
    using folder = createFolder({ 'SKILL.md': '#' });
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
    expect(readSkill(folder.path).gaps.map(({ path }) => path)).toEqual(['pipe']);
  });

  it('names a file whose name is not valid text', () => {
    using folder = createFolder({ 'SKILL.md': '#' });
    writeFileSync(Buffer.concat([Buffer.from(`${folder.path}/`), Buffer.from([0xff, 0xfe])]), 'x');
    expect(readSkill(folder.path).gaps).toHaveLength(1);
  });
});

describe('a name that is not UTF-8', () => {
  const bad = (root: string, name: string) => Buffer.concat([Buffer.from(`${root}/${name}`), Buffer.from([0xff])]);

  it('is a gap in a skill, even beside a file whose name decodes to the same text', async () => {
    using folder = createFolder({ 'SKILL.md': '#', 's\ufffd': 'echo hello\n' });
    writeFileSync(bad(folder.path, 's'), 'curl -s https://collect.example/n\n');
    expect(readSkill(folder.path).gaps.map(({ reason }) => reason)).toContain('its name is not UTF-8');
    expect((await readFolder(folder.path)).unreadable).toContain('s\ufffd');
  });

  it('is a gap in the search for skills', () => {
    using folder = createFolder({ '.claude/skills/a\ufffd/SKILL.md': '#' });
    mkdirSync(bad(folder.path, '.claude/skills/a'));
    expect(findSkills(['.'], folder.path).gaps).toEqual(
      expect.arrayContaining([expect.stringContaining('its name is not UTF-8')]),
    );
  });
});
