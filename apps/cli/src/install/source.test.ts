import { describe, expect, it } from 'vitest';
import { parseSource, toTransport } from './source.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

describe('parseSource', () => {
  it.each([
    ['acme/notes', { url: 'https://github.com/acme/notes', ref: undefined, path: undefined }],
    ['acme/notes/minutes@v1.2', { url: 'https://github.com/acme/notes', ref: 'v1.2', path: 'minutes' }],
    [
      `acme/notes/skills/minutes@${COMMIT}`,
      { url: 'https://github.com/acme/notes', ref: COMMIT, path: 'skills/minutes' },
    ],
    ['https://github.com/acme/notes.git', { url: 'https://github.com/acme/notes', ref: undefined, path: undefined }],
    [
      'https://github.com/acme/notes/tree/main/skills/minutes',
      { url: 'https://github.com/acme/notes', ref: 'main', path: 'skills/minutes' },
    ],
    [
      'https://github.com/acme/notes/blob/main/SKILL.md',
      { url: 'https://github.com/acme/notes', ref: 'main', path: undefined },
    ],
    [
      'https://git.example.com/team/notes#release/1',
      { url: 'https://git.example.com/team/notes', ref: 'release/1', path: undefined },
    ],
    [
      'git@git.example.com:team/notes.git',
      { url: 'git@git.example.com:team/notes.git', ref: undefined, path: undefined },
    ],
  ])('parses %s', (text, expected) => {
    expect(parseSource(text, '/project')).toEqual({ kind: 'git', ...expected });
  });

  it('recognises a folder by its first characters only, so that no folder of a clone shadows a repository', () => {
    expect(parseSource('./acme/notes', '/project')).toEqual({ kind: 'local', folder: '/project/acme/notes' });
    expect(parseSource('/srv/notes', '/project')).toEqual({ kind: 'local', folder: '/srv/notes' });
    expect(parseSource('acme/notes', '/project').kind).toBe('git');
  });

  it.each([
    'acme/x@--upload-pack=touch',
    '--yes',
    'ext::sh -c id',
    'file:///etc',
    'http://example.com/x',
    'ssh://-oProxyCommand=id/x',
    '-oProxyCommand=id@example.com:x',
    'acme/x@a..b',
    'acme/x@',
    'acme/../x',
    'https://u:p@example.com/x',
    'https://example.com/x#a b',
  ])('refuses %s', (text) => {
    expect(() => parseSource(text, '/project')).toThrow();
  });
});

describe('toTransport', () => {
  it('fetches GitHub repositories, and no others, from a mirror', () => {
    expect(toTransport('https://github.com/acme/notes', 'http://127.0.0.1:8000/')).toBe(
      'http://127.0.0.1:8000/acme/notes',
    );
    expect(toTransport('https://git.example.com/a/b', 'http://127.0.0.1:8000')).toBe('https://git.example.com/a/b');
    expect(() => toTransport('https://github.com/acme/notes', 'http://mirror.example.com')).toThrow(
      'is not a URL of a mirror',
    );
  });
});
