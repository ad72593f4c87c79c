import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGithubUrl } from './github-url.ts';
import { SOURCE_LIMITS } from './source-limits.ts';

const repo = { owner: 'acme', name: 'skills' };

describe('parseGithubUrl', () => {
  it.each([
    'https://github.com/acme/skills',
    'https://github.com/acme/skills/',
    'https://github.com/acme/skills.git',
    'https://GitHub.com/acme/skills',
    'https://github.com/acme/skills?tab=readme-ov-file#usage',
  ])('reads the repository in %s', (url) => {
    expect(parseGithubUrl(url)).toEqual({ kind: 'repository', repo });
  });

  it.each([
    ['https://github.com/acme/skills/tree/main', 'tree', ['main']],
    ['https://github.com/acme/skills/tree/main/a/b/', 'tree', ['main', 'a', 'b']],
    ['https://github.com/acme/skills/blob/feature/x/SKILL.md', 'blob', ['feature', 'x', 'SKILL.md']],
    ['https://github.com/acme/skills/blob/main/SKILL.md?plain=1#L3', 'blob', ['main', 'SKILL.md']],
    ['https://raw.githubusercontent.com/acme/skills/v1/a%20b.md', 'blob', ['v1', 'a b.md']],
    ['https://raw.githubusercontent.com/acme/skills/refs/heads/main/S.md', 'blob', ['refs', 'heads', 'main', 'S.md']],
  ])('reads ref and path in %s', (url, kind, refAndPath) => {
    expect(parseGithubUrl(url)).toEqual({ kind, repo, refAndPath });
  });

  it.each([
    '',
    'github.com/acme/skills',
    'http://github.com/acme/skills',
    'git@github.com:acme/skills.git',
    'ssh://git@github.com/acme/skills',
    'https://user@github.com/acme/skills',
    'https://github.com:8443/acme/skills',
    'https://github.com:443/acme/skills',
    'https://gist.github.com/acme/1',
    'https://gitlab.com/acme/skills',
    'https://github.com.evil.example/acme/skills',
    'https://evil.example/https://github.com/acme/skills',
    'https://github.com\\@evil.example/acme/skills',
    ' https://github.com/acme/skills',
    'https://github.com/acme/skills\n',
    'https://github.com/',
    'https://github.com/acme',
    'https://github.com/acme/',
    'https://github.com//skills',
    'https://github.com/-acme/skills',
    'https://github.com/ac me/skills',
    'https://github.com/acme/..',
    'https://github.com/acme/.git',
    'https://github.com/acme/sk%2Fills',
    'https://github.com/acme/skills/issues/1',
    'https://github.com/acme/skills/archive/main.zip',
    'https://github.com/acme/skills/tree',
    'https://github.com/acme/skills/blob/main',
    'https://github.com/acme/skills/blob/main/../../other/x',
    'https://github.com/acme/skills/blob/main/%2e%2e/x',
    'https://github.com/acme/skills/blob/main/a%2Fb',
    'https://github.com/acme/skills/blob/main/a%5Cb',
    'https://github.com/acme/skills/blob/main/a%00b',
    'https://github.com/acme/skills/blob/main/a\tb',
    'https://github.com/acme/skills/blob/main//b',
    'https://github.com/acme/skills/blob/main/%zz',
    'https://github.com/acme/skills/blob/main/%ff',
    'https://raw.githubusercontent.com/acme/skills/main',
  ])('rejects %j', (url) => {
    expect(() => parseGithubUrl(url)).toThrow(expect.objectContaining({ code: 'source_url_unsupported' }));
  });

  it('rejects a URL longer than the limit', () => {
    const start = 'https://github.com/acme/skills?';
    const atLimit = start.padEnd(SOURCE_LIMITS.urlCharsMax, 'x');

    expect(parseGithubUrl(atLimit)).toMatchObject({ kind: 'repository' });
    expect(() => parseGithubUrl(`${atLimit}x`)).toThrow();
  });

  it('returns the parts of a URL', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: no path may hold them
      return text !== '.' && text !== '..' && !/[/\\\x00-\x1f\x7f]|^[a-z]:/i.test(text);
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 8 }), (refAndPath) => {
        const url = `https://github.com/acme/skills/blob/${refAndPath.map(encodeURIComponent).join('/')}`;
        expect(parseGithubUrl(url)).toEqual({ kind: 'blob', repo, refAndPath });
      }),
    );
  });

  it('returns a GitHub reference or a coded error for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom('https://github.com/', 'a', '/', 'tree', '..', '%', '@', '\\', '.git'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        try {
          const { repo: found } = parseGithubUrl(pieces.join(''));
          expect(`${found.owner}/${found.name}`).toMatch(/^[\w-]+\/[\w.-]+$/);
        } catch (refusal) {
          expect(refusal).toMatchObject({ code: 'source_url_unsupported' });
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
