import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLinksThatLeave, LINK_HOPS_MAX } from './bundle-links.ts';

const leavers = (links: Record<string, string>): string[] =>
  findLinksThatLeave(Object.entries(links).map(([path, target]) => ({ path, target }))).map(({ path }) => path);

describe('a symlink leaves the bundle', () => {
  it.each([
    ['by an absolute path', { a: '/etc/passwd' }],
    ['by too many steps up', { 'a/b': '../../x' }],
    ['by steps up behind steps down', { a: 'b/c/../../../x' }],
    ['by a drive', { a: 'C:/Users' }],
    ['by a backslash', { a: '..\\..\\x' }],
    ['into the folder of git', { a: '.Git/hooks/pre-commit' }],
    ['in a circle', { a: 'b', b: 'a' }],
  ])('%s', (_name, links) => {
    expect(leavers(links)).toContain('a' in links ? 'a' : 'a/b');
  });

  it('through another symlink, when the text alone stays inside', () => {
    expect(leavers({ 'a/b/up': '..', out: 'a/b/up/../..' })).toEqual(['out']);
  });

  it('through a symlink whose name is written in another case', () => {
    expect(leavers({ 'a/b/up': '..', out: 'A/B/UP/../..' })).toEqual(['out']);
  });

  it('after more symlinks than an operating system follows', () => {
    const chain = Object.fromEntries(Array.from({ length: LINK_HOPS_MAX + 1 }, (_, n) => [`l${n}`, `l${n + 1}`]));
    expect(leavers(chain)).toEqual(['l0']);
  });
});

describe('a symlink stays in the bundle', () => {
  it.each([
    ['beside itself', { a: 'SKILL.md' }],
    ['one folder up', { 'a/b': '../SKILL.md' }],
    ['at the root', { 'a/b': '..' }],
    ['through a link that goes deeper', { l: 'x/y', a: 'l/../../SKILL.md' }],
    ['with doubled slashes and dots', { a: './b//c/./d' }],
  ])('%s', (_name, links) => {
    expect(leavers(links)).toEqual([]);
  });
});

describe('on this system', () => {
  /** Symlinks among three existing folders. */
  const step = fc.constantFrom('..', 'p', 'q', 'r', 'l1', 'l2', '.');
  const target = fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => steps.join('/'));

  it('a symlink that resolves outside is reported as leaving', () => {
    fc.assert(
      fc.property(target, target, (first, second) => {
        const links = { 'p/l1': first, 'p/q/l2': second };
        const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-links-')));
        try {
          mkdirSync(join(root, 'p/q/r'), { recursive: true });
          for (const [path, to] of Object.entries(links)) symlinkSync(to, join(root, path));
          for (const path of Object.keys(links)) {
            const end = findRealPath(join(root, path));
            const isOutside = end !== undefined && end !== root && !end.startsWith(root + sep);
            if (isOutside) expect(leavers(links)).toContain(path);
          }
        } finally {
          rmSync(root, { recursive: true });
        }
      }),
    );
  });
});

const findRealPath = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};
