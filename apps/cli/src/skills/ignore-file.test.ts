import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { readIgnores } from './ignore-file.ts';

describe('readIgnores', () => {
  it('names file and line, with paths relative to the current folder', () => {
    using folder = createFolder({ '.assayignore': 'old/\n*.png\n' });
    const ignores = readIgnores(folder.path, undefined);
    expect(ignores.ofSkill(join(folder.path, 'old'))).toBe('.assayignore:1');
    expect(ignores.ofFile(join(folder.path, 'new/logo.png'))).toBe('.assayignore:2');
    expect(ignores.ofSkill(join(folder.path, 'new'))).toBeUndefined();
  });

  it('does not use the ignore file of a scanned folder', () => {
    using folder = createFolder({ 'tree/.assayignore': 'old/\n' });
    expect(readIgnores(folder.path, undefined).ofSkill(join(folder.path, 'tree/old'))).toBeUndefined();
  });

  it('uses the named file instead, relative to the current folder', () => {
    using folder = createFolder({ '.assayignore': 'old/\n', 'ci/ignored.txt': 'tree/new/\n' });
    const ignores = readIgnores(folder.path, 'ci/ignored.txt');
    expect(ignores.ofSkill(join(folder.path, 'tree/new'))).toBe('ci/ignored.txt:1');
    expect(ignores.ofSkill(join(folder.path, 'old'))).toBeUndefined();
  });

  it('refuses a named file that cannot be read', () => {
    using folder = createFolder({});
    expect(() => readIgnores(folder.path, 'missing.txt')).toThrow('--ignore-file missing.txt: does not exist.');
  });

  it('does not let a skill exclude itself', () => {
    using folder = createFolder({ '.assayignore': '*\n**\n/\n.\n' });
    expect(readIgnores(folder.path, undefined).ofSkill(folder.path)).toBeUndefined();
  });

  it('ignores nothing without an ignore file', () => {
    using folder = createFolder({});
    expect(readIgnores(folder.path, undefined).ofFile(join(folder.path, 'a'))).toBeUndefined();
  });
});
