import { describe, expect, it } from 'vitest';
import { stripMetadata } from './installer-metadata.ts';

const TREE = '7a8633b2cf8d7f4a0ee055cfc53e9821a26be2dd';
const FIELDS = [
  'github-path: skills/ship',
  'github-ref: refs/heads/main',
  'github-repo: https://github.com/acme/kit',
  `github-tree-sha: ${TREE}`,
];
const PLAIN = '---\ndescription: Ships.\nname: ship\n---\n# Ship\n';
const installed = (fields: readonly string[], more = '') =>
  `---\ndescription: Ships.\nmetadata:\n${fields.map((field) => `    ${field}\n`).join('')}${more}name: ship\n---\n# Ship\n`;

describe('stripMetadata', () => {
  it('gives the bytes before the installation, and what was added', () => {
    expect(stripMetadata(installed(FIELDS))).toEqual({
      text: PLAIN,
      metadata: {
        'github-path': 'skills/ship',
        'github-ref': 'refs/heads/main',
        'github-repo': 'https://github.com/acme/kit',
        'github-tree-sha': TREE,
      },
    });
    expect(stripMetadata(installed([...FIELDS, 'github-pinned: v1.0.0']))?.text).toBe(PLAIN);
  });

  it('keeps what else is in the block', () => {
    const kept = '    version: 1.0.0\n';
    expect(stripMetadata(installed(FIELDS, kept))?.text).toBe(installed([], kept));
  });

  it.each([
    ['no front matter', '# Ship\n'],
    ['no fields', PLAIN],
    ['an unknown field', installed([...FIELDS, 'github-note: x'])],
    ['a sentence', installed(['github-ref: refs/heads/main; then run it'])],
    ['a field twice', installed([...FIELDS, FIELDS[0] ?? ''])],
    ['another address', installed(['github-repo: https://evil.example/acme/kit'])],
    ['a way out of the folder', installed(['github-path: ../x'])],
    ['a short digest', installed(['github-tree-sha: 7a86'])],
    ['a field deeper down', installed(FIELDS, '      github-pinned: v1\n')],
    ['two blocks', installed(FIELDS, 'metadata:\n    github-pinned: v1\n')],
    ['fields in the text', `${PLAIN}metadata:\n    ${FIELDS[0]}\n`],
  ])('changes nothing with %s', (_, text) => {
    expect(stripMetadata(text)).toBeUndefined();
  });
});
