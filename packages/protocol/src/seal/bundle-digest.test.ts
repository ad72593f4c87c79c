import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sha256 } from '../ids.ts';
import type { GitMode } from '../wire/sealed.ts';
import { type BundleFile, bundleSha256, describeBundle, treeSha256 } from './bundle-digest.ts';

const file = (path: string, text: string): BundleFile => ({ path, bytes: new TextEncoder().encode(text) });
const sha256 = (data: string | Uint8Array) => Sha256.parse(createHash('sha256').update(data).digest('hex'));

const path = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'));
const bundleFiles = fc.uniqueArray(fc.record({ path, bytes: fc.uint8Array({ maxLength: 40 }) }), {
  selector: (candidate) => candidate.path,
  minLength: 1,
  maxLength: 8,
});
const digestOf = (files: readonly BundleFile[]) => describeBundle(files, files[0]?.path ?? '').bundleSha256;

describe('describeBundle', () => {
  it('returns digests that API users can compute with sha256sum', () => {
    const digests = describeBundle([file('scripts/run.sh', 'echo\n'), file('SKILL.md', '# A\r\nB\r')], 'SKILL.md');

    expect(digests).toEqual({
      entrySha256: sha256('# A\nB\n'),
      skillMdSha256: sha256('# A\nB\n'),
      rawSha256: sha256('# A\r\nB\r'),
      bundleSha256: sha256(`SKILL.md\0${sha256('# A\r\nB\r')}\nscripts/run.sh\0${sha256('echo\n')}\n`),
      treeSha256: sha256(`100644 SKILL.md\0${sha256('# A\r\nB\r')}\n100644 scripts/run.sh\0${sha256('echo\n')}\n`),
      files: [
        { path: 'SKILL.md', mode: '100644', size: 7, sha256: sha256('# A\r\nB\r') },
        { path: 'scripts/run.sh', mode: '100644', size: 5, sha256: sha256('echo\n') },
      ],
    });
  });

  it('returns a SKILL.md in a folder, but no other entry, as skillMdSha256', () => {
    expect(describeBundle([file('pdf/SKILL.md', 'x')], 'pdf/SKILL.md').skillMdSha256).toBe(sha256('x'));
    for (const entry of ['openapi.yaml', 'skill.md', 'NOTSKILL.md', 'SKILL.md/readme']) {
      expect(describeBundle([file(entry, 'x')], entry).skillMdSha256).toBeNull();
    }
  });

  it('sorts by UTF-8 bytes, not in UTF-16 order', () => {
    const paths = describeBundle(
      [file('\u{1f600}', ''), file('\uffee', ''), file('a/b', ''), file('a', '')],
      'a',
    ).files;
    expect(paths.map((each) => each.path)).toEqual(['a', 'a/b', '\uffee', '\u{1f600}']);
  });

  it.each([
    ['a missing entry', [file('a', '')], 'b', 'entry_missing'],
    ['a submodule as entry', [{ ...file('a', '1'.repeat(40)), mode: '160000' as const }], 'a', 'entry_missing'],
    ['no files', [], 'a', 'entry_missing'],
    ['the same path twice', [file('a', '1'), file('b', ''), file('a', '1')], 'a', 'duplicate_path'],
    ['an empty path', [file('', '')], '', 'bad_path'],
    ['a NUL in a path', [file('a\0b', '')], 'a\0b', 'bad_path'],
    ['a lone surrogate in a path', [file('\ud800', '')], '\ud800', 'bad_path'],
  ])('refuses %s', (_name, files, entry, code) => {
    expect(() => describeBundle(files, entry)).toThrow(expect.objectContaining({ code }));
  });
});

describe('bundleSha256', () => {
  it('does not depend on the order of files', () => {
    fc.assert(
      fc.property(bundleFiles, (files) => {
        expect(digestOf(files.toReversed())).toBe(digestOf(files));
      }),
    );
  });

  it('changes with every byte of every file', () => {
    fc.assert(
      fc.property(bundleFiles, fc.nat(), fc.nat(), (files, fileSeed, byteSeed) => {
        const chosen = fileSeed % files.length;
        const changed = files.map((each, index) =>
          index === chosen ? { ...each, bytes: withChangedByte(each.bytes, byteSeed) } : each,
        );
        expect(digestOf(changed)).not.toBe(digestOf(files));
      }),
    );
  });

  it('changes with every path, even when two files swap theirs', () => {
    fc.assert(
      fc.property(bundleFiles, fc.nat(), (files, seed) => {
        const chosen = seed % files.length;
        const renamed = files.map((each, index) => (index === chosen ? { ...each, path: `${each.path}_` } : each));
        fc.pre(new Set(renamed.map((each) => each.path)).size === files.length);
        expect(digestOf(renamed)).not.toBe(digestOf(files));
      }),
    );
    expect(digestOf([file('a', '1'), file('b', '2')])).not.toBe(digestOf([file('a', '2'), file('b', '1')]));
  });

  it('can be recomputed from the listed files alone', () => {
    fc.assert(
      fc.property(bundleFiles, (files) => {
        const digests = describeBundle(files, files[0]?.path ?? '');
        expect(bundleSha256(digests.files.toReversed())).toBe(digests.bundleSha256);
      }),
    );
  });
});

describe('treeSha256', () => {
  const modes: readonly GitMode[] = ['100644', '100755', '120000', '160000'];
  const tree = (files: readonly BundleFile[]) => describeBundle(files, files[0]?.path ?? '').treeSha256;

  it('distinguishes a symlink from a file with the same bytes, which bundleSha256 does not', () => {
    const entry = file('SKILL.md', '# A');
    const plain = [entry, file('key', '/root/.ssh/id_rsa')];
    const linked = [entry, { ...file('key', '/root/.ssh/id_rsa'), mode: '120000' as const }];

    expect(digestOf(linked)).toBe(digestOf(plain));
    expect(tree(linked)).not.toBe(tree(plain));
  });

  it('changes with the kind of every file, and a missing kind means a plain file', () => {
    fc.assert(
      fc.property(bundleFiles, fc.constantFrom(...modes), (files, mode) => {
        const listed = describeBundle(files, files[0]?.path ?? '').files;
        const [first, ...rest] = listed;
        if (first === undefined) throw new Error('a bundle has a file');
        expect(treeSha256([{ path: first.path, sha256: first.sha256 }, ...rest])).toBe(treeSha256(listed));
        expect(treeSha256([{ ...first, mode }, ...rest]) === treeSha256(listed)).toBe(mode === '100644');
      }),
    );
  });

  it('covers the commit of a submodule, which bundleSha256 omits', () => {
    const entry = file('SKILL.md', '# A');
    const at = (digit: string) => [entry, { ...file('lib', digit.repeat(40)), mode: '160000' as const }];

    expect(digestOf(at('1'))).toBe(digestOf([entry]));
    expect(tree(at('1'))).not.toBe(tree(at('2')));
    expect(tree(at('1'))).not.toBe(tree([entry]));
  });

  it('can be recomputed from the listed files alone', () => {
    fc.assert(
      fc.property(bundleFiles, (files) => {
        const digests = describeBundle(files, files[0]?.path ?? '');
        expect(treeSha256(digests.files.toReversed())).toBe(digests.treeSha256);
      }),
    );
  });
});

/** Flips one bit of one byte; an empty file gets a byte. */
function withChangedByte(bytes: Uint8Array, seed: number): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(0);
  return bytes.map((byte, index) => (index === seed % bytes.length ? byte ^ (1 << (seed % 8)) : byte));
}
