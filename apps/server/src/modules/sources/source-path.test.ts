import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPathFault, foldPath } from './source-path.ts';

describe('findPathFault', () => {
  it.each(['SKILL.md', 'a/b.txt', '.github/x', '...', 'a..b', 'naïve/日本.md', 'with space', 'ab:c'])(
    'accepts %j',
    (path) => {
      expect(findPathFault(path)).toBeUndefined();
    },
  );

  it.each([
    ['', 'an empty'],
    ['/etc/passwd', 'absolute'],
    ['c:/windows', 'absolute'],
    ['C:x', 'absolute'],
    ['a\\b', 'a backslash'],
    ['a\0b', 'a control character'],
    ['a\nb', 'a control character'],
    ['..', 'an empty'],
    ['a/../b', 'an empty'],
    ['./a', 'an empty'],
    ['a//b', 'an empty'],
    ['a/', 'an empty'],
    ['\ud800', 'not well-formed'],
    ['urn:assay:payload:x', 'names of ours'],
    ['URN:x', 'names of ours'],
  ])('rejects %j: %s', (path, fault) => {
    expect(findPathFault(path)).toContain(fault);
  });

  it('accepts at most 512 bytes and 32 parts', () => {
    expect(findPathFault('é'.repeat(256))).toBeUndefined();
    expect(findPathFault(`${'é'.repeat(256)}x`)).toContain('longer than 512 bytes');
    expect(findPathFault(new Array(32).fill('a').join('/'))).toBeUndefined();
    expect(findPathFault(new Array(33).fill('a').join('/'))).toContain('deeper than 32');
  });

  it('accepts no path that leaves its folder', () => {
    const part = fc.constantFrom('..', '.', '', 'a', '/', '\\', 'C:', '%2e%2e', '\0');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const path = parts.join('/');
        if (findPathFault(path) !== undefined) return;
        expect(new URL(encodeURI(path), 'file:///root/').pathname.startsWith('/root/')).toBe(true);
        expect(path.split(/[\\/]/)).not.toContain('..');
      }),
    );
  });
});

describe('foldPath', () => {
  it.each([
    ['README.md', 'readme.MD'],
    ['caf\u00e9', 'cafe\u0301'],
    ['straße', 'STRASSE'],
    ['\u1e9e', 'ß'],
    ['\u212a', 'k'],
  ])('treats %j and %j as equal', (one, other) => {
    expect(foldPath(one)).toBe(foldPath(other));
  });

  it('returns the same result for every form of a name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (path) => {
        const forms = [foldPath(path), path.toLowerCase(), path.toUpperCase(), path.normalize('NFD')];
        for (const form of forms) expect(foldPath(form)).toBe(foldPath(path));
      }),
      { numRuns: 1_000 },
    );
  });
});
