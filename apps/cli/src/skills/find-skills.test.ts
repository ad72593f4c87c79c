import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { findSkills } from './find-skills.ts';

const names = (cwd: string, ...paths: string[]) => findSkills(paths, cwd).skills.map(({ name }) => name);

describe('findSkills', () => {
  it('finds every folder with a SKILL.md in any case, including inside another skill', () => {
    using folder = createFolder({ 'a/SKILL.md': '', 'a/sub/skill.md': '', 'b/c/Skill.MD': '', 'd/README.md': '' });
    expect(names(folder.path, '.')).toEqual(['a', 'a/sub', 'b/c']);
  });

  it('resolves a SKILL.md to its folder and names a skill once', () => {
    using folder = createFolder({ 'a/SKILL.md': '' });
    expect(names(folder.path, 'a/SKILL.md', 'a', '.')).toEqual(['a']);
  });

  it('does not search .git and node_modules of a project', () => {
    using folder = createFolder({ '.git/x/SKILL.md': '', 'node_modules/y/SKILL.md': '', 'z/SKILL.md': '' });
    expect(names(folder.path, '.')).toEqual(['z']);
  });

  it.each([
    ['.claude/skills/node_modules/SKILL.md', '.claude/skills/node_modules'],
    ['.claude/skills/node_modules/x/SKILL.md', '.claude/skills/node_modules/x'],
    ['.claude/Skills/.git/SKILL.md', '.claude/Skills/.git'],
    ['skills/a/node_modules/b/SKILL.md', 'skills/a/node_modules/b'],
    ['node_modules/SKILL.md', 'node_modules'],
    ['.git/SKILL.md', '.git'],
    ['mine/node_modules/skill.md', 'mine/node_modules'],
  ])('does not skip a skill because of its folder name: %s', (path, name) => {
    using folder = createFolder({ [path]: '', 'README.md': '' });
    expect(names(folder.path, '.')).toEqual([name]);
  });

  it('follows symlinks that stay inside the folder or its repository, once per real path', () => {
    using folder = createFolder({
      '.git/HEAD': '',
      '.agents/skills/x/SKILL.md': '',
      '.agents/skills/deep/y/SKILL.md': '',
      '.claude/skills/own/SKILL.md': '',
    });
    const at = (path: string) => join(folder.path, path);
    symlinkSync('../../.agents/skills/x', at('.claude/skills/x'));
    symlinkSync('../../.agents/skills/x', at('.claude/skills/again'));
    symlinkSync(at('.agents/skills/deep'), at('.claude/skills/deep'));
    symlinkSync('..', at('.claude/skills/circle'));
    const expected = ['.agents/skills/deep/y', '.agents/skills/x', '.claude/skills/own'];
    expect(findSkills(['.claude/skills'], folder.path)).toMatchObject({ gaps: [] });
    expect(names(folder.path, '.claude/skills')).toEqual(expected);
    expect(names(folder.path, '.')).toEqual(expected);
  });

  it('follows a symlink that the user names', () => {
    using folder = createFolder({ 'real/x/SKILL.md': '' });
    symlinkSync(join(folder.path, 'real'), join(folder.path, 'named'));
    expect(names(folder.path, 'named')).toEqual(['real/x']);
  });

  it('reports a symlink to a folder that leaves the folder and its repository, or is broken', () => {
    using folder = createFolder({ 'real/deep/SKILL.md': '', 'tree/skills/y/SKILL.md': '' });
    symlinkSync('../../real', join(folder.path, 'tree/skills/linked'));
    symlinkSync('../nowhere', join(folder.path, 'tree/skills/gone'));
    expect(findSkills(['tree'], folder.path).gaps).toEqual([
      expect.stringContaining('skills/gone: a dangling link'),
      expect.stringContaining('skills/linked: a link out of the scanned folder'),
    ]);
  });

  it('reports what it could not read', () => {
    using folder = createFolder({ 'notes.txt': '' });
    mkdirSync(join(folder.path, 'empty'));
    expect(findSkills(['missing', 'notes.txt', 'empty'], folder.path)).toEqual({
      skills: [],
      gaps: ['missing: does not exist.', 'notes.txt: neither a folder nor a SKILL.md.'],
    });
  });
});
