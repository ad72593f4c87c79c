import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIgnore, parseIgnorePatterns } from './ignore-pattern.ts';

const isIgnored = (source: string, path: string, isFolder = false): boolean =>
  findIgnore(parseIgnorePatterns(source), path, isFolder) !== undefined;

describe('ignore patterns', () => {
  it.each([
    ['*.png', 'logo.png'],
    ['*.png', 'deep/down/logo.png'],
    ['/evals', 'evals/a.md'],
    ['evals/', 'skills/x/evals/a.md'],
    ['skills/*/evals', 'skills/x/evals/a.md'],
    ['skills/**/tmp', 'skills/a/b/tmp'],
    ['skills/**/tmp', 'skills/tmp'],
    ['docs/**', 'docs/a/b'],
    ['a?c', 'abc'],
    ['[x].md', '[x].md'],
  ])('%s covers %s', (source, path) => {
    expect(isIgnored(source, path)).toBe(true);
  });

  it.each([
    ['/evals', 'skills/evals'],
    ['evals/', 'evals'],
    ['*.png', 'logo.png.md'],
    ['skills/*', 'other/a'],
    ['a?c', 'a/c'],
    ['docs/**', 'docs'],
    ['# *.md', 'a.md'],
    ['', 'a.md'],
    ['[ab].md', 'a.md'],
  ])('%s does not cover %s', (source, path) => {
    expect(isIgnored(source, path)).toBe(false);
  });

  it('let a later line revoke an earlier one, but not inside an ignored folder', () => {
    expect(isIgnored('*.md\n!keep.md', 'keep.md')).toBe(false);
    expect(isIgnored('evals/\n!evals/keep.md', 'evals/keep.md')).toBe(true);
  });

  it('name the line that decided', () => {
    expect(findIgnore(parseIgnorePatterns('# notes\n\n*.md'), 'a.md', false)?.line).toBe(3);
  });

  it('accept any text as an ignore file', () => {
    fc.assert(fc.property(fc.string(), fc.string({ minLength: 1 }), (source, path) => void isIgnored(source, path)));
  });
});
