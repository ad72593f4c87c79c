import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import vectors from '../vectors/git-trees.json' with { type: 'json' };
import { GitMode } from '../wire/sealed.ts';
import type { BundleFile } from './bundle-digest.ts';
import { gitObjectId, gitTreeId } from './git-tree.ts';

const Vectors = z.array(
  z.object({
    tree: z.string(),
    files: z.array(z.object({ path: z.string(), mode: GitMode.optional(), hex: z.string() })),
  }),
);
const utf8 = new TextEncoder();
const file = (path: string, text: string, mode?: GitMode): BundleFile => ({ path, bytes: utf8.encode(text), mode });

const part = fc.stringMatching(/^[a-z.0-9]{1,3}$/).filter((text) => !/^\.{1,2}$/.test(text));
const flat = fc.uniqueArray(
  fc.record({
    path: part,
    bytes: fc.uint8Array({ maxLength: 20 }),
    mode: fc.constantFrom<GitMode>('100644', '100755', '120000'),
  }),
  { selector: ({ path }) => path, minLength: 1, maxLength: 8 },
);

describe('gitTreeId', () => {
  it.each(Vectors.parse(vectors.trees))('equals the id that git writes: $tree', ({ tree, files }) => {
    expect(gitTreeId(files.map(({ path, mode, hex }) => ({ path, mode, bytes: hexToBytes(hex) })))).toBe(tree);
  });

  it('does not depend on the order of files', () => {
    fc.assert(
      fc.property(flat, (files) => {
        expect(gitTreeId(files.toReversed())).toBe(gitTreeId(files));
      }),
    );
  });

  it('changes with the bytes, the name and the kind of every file', () => {
    fc.assert(
      fc.property(flat, fc.nat(), (files, seed) => {
        const chosen = seed % files.length;
        const change = (to: (one: BundleFile) => BundleFile) =>
          gitTreeId(files.map((one, index) => (index === chosen ? to(one) : one)));
        const whole = gitTreeId(files);
        expect(change((one) => ({ ...one, bytes: Uint8Array.of(...one.bytes, 0) }))).not.toBe(whole);
        expect(change((one) => ({ ...one, path: `${one.path}/x` }))).not.toBe(whole);
        expect(change((one) => ({ ...one, mode: one.mode === '100644' ? '120000' : '100644' }))).not.toBe(whole);
        expect(gitTreeId(files.filter((_, index) => index !== chosen))).not.toBe(whole);
      }),
    );
  });

  it.each<[string, BundleFile[], string]>([
    ['a path twice', [file('a', ''), file('a', '')], 'duplicate_path'],
    ['a file that is a folder too', [file('a', ''), file('a/b', '')], 'duplicate_path'],
    ['a folder that is a file too', [file('a/b', ''), file('a', '')], 'duplicate_path'],
    ['a way up', [file('../a', '')], 'bad_path'],
    ['a path with an empty part', [file('a//b', '')], 'bad_path'],
    ['a path that ends in a dot', [file('a/.', '')], 'bad_path'],
    ['a submodule that names no commit', [file('a', '', '160000')], 'malformed'],
  ])('refuses %s', (_name, files, code) => {
    expect(() => gitTreeId(files)).toThrow(expect.objectContaining({ code }));
  });
});

describe('gitObjectId', () => {
  it('distinguishes the kinds of objects', () => {
    expect(gitObjectId('blob', new Uint8Array())).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
    expect(gitObjectId('tree', new Uint8Array())).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
  });
});
