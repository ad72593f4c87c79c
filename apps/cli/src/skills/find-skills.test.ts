import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { findSkills } from './find-skills.ts';

const names = (cwd: string, ...paths: string[]) => findSkills(paths, cwd).skills.map(({ name }) => name);

describe('findSkills', () => {
  it('finds every folder with a SKILL.md, in any case, also inside another skill', () => {
    using folder = createFolder({ 'a/SKILL.md': '', 'a/sub/skill.md': '', 'b/c/Skill.MD': '', 'd/README.md': '' });
    expect(names(folder.path, '.')).toEqual(['a', 'a/sub', 'b/c']);
  });

  it('takes a SKILL.md for its folder and names a skill once', () => {
    using folder = createFolder({ 'a/SKILL.md': '' });
    expect(names(folder.path, 'a/SKILL.md', 'a', '.')).toEqual(['a']);
  });

  it('does not look for skills in .git and node_modules', () => {
    using folder = createFolder({ '.git/x/SKILL.md': '', 'node_modules/y/SKILL.md': '', 'z/SKILL.md': '' });
    expect(names(folder.path, '.')).toEqual(['z']);
  });

  it('follows a link that the user names and none that it meets', () => {
    using folder = createFolder({ 'real/x/SKILL.md': '', 'tree/y/SKILL.md': '' });
    symlinkSync(join(folder.path, 'real'), join(folder.path, 'named'));
    symlinkSync('..', join(folder.path, 'tree/circle'));
    expect(names(folder.path, 'named')).toEqual(['real/x']);
    expect(names(folder.path, 'tree')).toEqual(['tree/y']);
  });

  it('says when a link leads to a skill outside the folder', () => {
    using folder = createFolder({ 'real/SKILL.md': '', 'tree/y/SKILL.md': '' });
    symlinkSync('../real', join(folder.path, 'tree/linked'));
    expect(findSkills(['tree'], folder.path).gaps).toHaveLength(1);
  });

  it('says what it could not look at', () => {
    using folder = createFolder({ 'notes.txt': '' });
    mkdirSync(join(folder.path, 'empty'));
    expect(findSkills(['missing', 'notes.txt', 'empty'], folder.path)).toEqual({
      skills: [],
      gaps: ['missing: does not exist.', 'notes.txt: neither a folder nor a SKILL.md.'],
    });
  });
});
