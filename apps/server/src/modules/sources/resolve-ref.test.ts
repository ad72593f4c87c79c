import { describe, expect, it } from 'vitest';
import { commitId } from '../../testing/github-stand-in.ts';
import type { GitRefs } from './git-refs.ts';
import { parseGithubUrl } from './github-url.ts';
import { findRef, isAdvertised, isRefName, locate } from './resolve-ref.ts';

const MAIN = commitId('main');
const FEATURE = commitId('feature/x');
const TAGGED = commitId('v1');
const OLDER = commitId('older');

const refs: GitRefs = {
  head: MAIN,
  defaultBranch: 'main',
  branches: new Map([
    ['main', MAIN],
    ['feature/x', FEATURE],
    ['both', FEATURE],
    [`${OLDER}/trap`, FEATURE],
  ]),
  tags: new Map([
    ['v1', TAGGED],
    ['feature', TAGGED],
    ['both', TAGGED],
  ]),
};

const at = (path: string, sourceRef?: string) => {
  const found = locate(refs, parseGithubUrl(`https://github.com/acme/skills${path}`), sourceRef);
  return found && [found.ref.kind, found.ref.commit, found.path];
};

describe('findRef', () => {
  it.each([
    ['main', 'branch', MAIN],
    ['refs/heads/main', 'branch', MAIN],
    ['v1', 'tag', TAGGED],
    ['refs/tags/both', 'tag', TAGGED],
    ['both', 'branch', FEATURE],
    ['HEAD', 'default', MAIN],
    [OLDER.toUpperCase(), 'commit', OLDER],
  ])('finds %s', (name, kind, commit) => {
    expect(findRef(refs, name)).toMatchObject({ kind, commit });
  });

  it.each(['gone', 'refs/heads/v1', 'refs/pull/1/head', OLDER.slice(0, 12), '', 'main^', 'main~1', '@'])(
    'does not find %j',
    (name) => {
      expect(findRef(refs, name)).toBeUndefined();
    },
  );
});

describe('isRefName', () => {
  it.each(['a', 'a/b', 'v1.0', 'a-b_c', 'ünï'])('accepts %j', (name) => {
    expect(isRefName(name)).toBe(true);
  });

  it.each([
    '',
    '@',
    '/a',
    'a/',
    'a//b',
    'a..b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a.',
    'a b',
    'a:b',
    'a?',
    'a*',
    'a[',
  ])('rejects %j', (name) => {
    expect(isRefName(name)).toBe(false);
  });

  it('accepts 255 bytes and rejects 256', () => {
    expect([isRefName('a'.repeat(255)), isRefName('a'.repeat(256))]).toEqual([true, false]);
  });
});

describe('locate', () => {
  it.each([
    ['', 'default', MAIN, ''],
    ['/tree/main', 'branch', MAIN, ''],
    ['/tree/main/a/b', 'branch', MAIN, 'a/b'],
    ['/tree/feature/x', 'branch', FEATURE, ''],
    ['/tree/feature/x/a', 'branch', FEATURE, 'a'],
    ['/tree/feature/y', 'tag', TAGGED, 'y'],
    ['/blob/feature/x', 'tag', TAGGED, 'x'],
    ['/blob/refs/heads/feature/x/S.md', 'branch', FEATURE, 'S.md'],
    [`/blob/${OLDER}/trap/S.md`, 'commit', OLDER, 'trap/S.md'],
  ])('splits "%s" into a %s and a path', (path, kind, commit, rest) => {
    expect(at(path)).toEqual([kind, commit, rest]);
  });

  it('prefers the requested ref to the ref in the URL', () => {
    expect(at('/blob/feature/x/S.md', 'v1')).toEqual(['tag', TAGGED, 'S.md']);
    expect(at('', OLDER)).toEqual(['commit', OLDER, '']);
  });

  it('finds the path even if the ref in the URL does not exist', () => {
    expect(at('/blob/deleted/a/S.md', 'main')).toEqual(['branch', MAIN, 'a/S.md']);
  });

  it('finds nothing for refs that do not exist', () => {
    expect([at('/tree/gone'), at('', 'gone'), at('/tree/main', 'gone')]).toEqual([undefined, undefined, undefined]);
  });
});

describe('isAdvertised', () => {
  it('is true only for tips of branches and tags', () => {
    expect([MAIN, FEATURE, TAGGED, OLDER].map((commit) => isAdvertised(refs, commit))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
