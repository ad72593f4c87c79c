import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { readIgnores } from './ignore-file.ts';

describe('readIgnores', () => {
  it('names file and line, with paths seen from the folder of the ignore file', () => {
    using folder = createFolder({ 'tree/.assayignore': 'old/\n*.png\n' });
    const ignores = readIgnores([folder.path, join(folder.path, 'tree')], folder.path);
    expect(ignores.ofSkill(join(folder.path, 'tree/old'))).toBe('tree/.assayignore:1');
    expect(ignores.ofFile(join(folder.path, 'tree/new/logo.png'))).toBe('tree/.assayignore:2');
    expect(ignores.ofSkill(join(folder.path, 'old'))).toBeUndefined();
  });

  it('does not let a skill leave itself out', () => {
    using folder = createFolder({ '.assayignore': '*\n**\n/\n.\n' });
    expect(readIgnores([folder.path], folder.path).ofSkill(folder.path)).toBeUndefined();
  });

  it('ignores nothing without an ignore file', () => {
    using folder = createFolder({});
    expect(readIgnores([folder.path], folder.path).ofFile(join(folder.path, 'a'))).toBeUndefined();
  });
});
