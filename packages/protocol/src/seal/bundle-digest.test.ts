import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sha256 } from '../ids.ts';
import { type BundleFile, bundleSha256, describeBundle } from './bundle-digest.ts';

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
  it('gives the digests that api readers can compute with sha256sum', () => {
    const digests = describeBundle([file('scripts/run.sh', 'echo\n'), file('SKILL.md', '# A\r\nB\r')], 'SKILL.md');

    expect(digests).toEqual({
      entrySha256: sha256('# A\nB\n'),
      skillMdSha256: sha256('# A\nB\n'),
      rawSha256: sha256('# A\r\nB\r'),
      bundleSha256: sha256(`SKILL.md\0${sha256('# A\r\nB\r')}\nscripts/run.sh\0${sha256('echo\n')}\n`),
      files: [
        { path: 'SKILL.md', size: 7, sha256: sha256('# A\r\nB\r') },
        { path: 'scripts/run.sh', size: 5, sha256: sha256('echo\n') },
      ],
    });
  });

  it('names a SKILL.md in a folder, but no other entry, as skillMdSha256', () => {
    expect(describeBundle([file('pdf/SKILL.md', 'x')], 'pdf/SKILL.md').skillMdSha256).toBe(sha256('x'));
    for (const entry of ['openapi.yaml', 'skill.md', 'NOTSKILL.md', 'SKILL.md/readme']) {
      expect(describeBundle([file(entry, 'x')], entry).skillMdSha256).toBeNull();
    }
  });

  it('sorts by UTF-8 bytes, where UTF-16 order would differ', () => {
    const paths = describeBundle(
      [file('\u{1f600}', ''), file('\uffee', ''), file('a/b', ''), file('a', '')],
      'a',
    ).files;
    expect(paths.map((each) => each.path)).toEqual(['a', 'a/b', '\uffee', '\u{1f600}']);
  });

  it.each([
    ['a missing entry', [file('a', '')], 'b', 'entry_missing'],
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

  it('changes with every path, also when two files swap theirs', () => {
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

/** One bit of one byte turned over; an empty file gets a byte. */
function withChangedByte(bytes: Uint8Array, seed: number): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(0);
  return bytes.map((byte, index) => (index === seed % bytes.length ? byte ^ (1 << (seed % 8)) : byte));
}
