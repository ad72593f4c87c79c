import { createCipheriv } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { SOURCE_LIMITS } from './source-limits.ts';
import { unpackTree } from './source-tree.ts';

type Named = Partial<Header> & Pick<Header, 'name'>;
type Entry = string | [Named, (string | Buffer)?];

/** Entries under the top folder `r`; a plain string is a small file. */
async function archiveOf(...entries: Entry[]): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: 'r/', type: 'directory' });
  for (const entry of entries) {
    const [header, content = '']: [Named, (string | Buffer)?] =
      typeof entry === 'string' ? [{ name: `r/${entry}` }, entry] : entry;
    tar.entry(header, content);
  }
  tar.finalize();
  return gzipSync(await buffer(tar), { level: 1 });
}

/** The same bytes every time, and no compressor can make anything of them. */
const noise = (bytes: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(bytes));

const pathsOf = async (archive: Buffer, under = '') => (await unpackTree(archive, under)).files.map(({ path }) => path);

describe('unpackTree', () => {
  it('keeps every file with its kind, and follows no link', async () => {
    const archive = await archiveOf(
      'SKILL.md',
      [{ name: 'r/bin/run', mode: 0o755 }, '#!/bin/sh'],
      [{ name: 'r/out', type: 'symlink', linkname: '/etc/passwd' }],
    );

    expect(await unpackTree(archive, '')).toEqual({
      files: [
        { path: 'SKILL.md', bytes: Buffer.from('SKILL.md'), kind: 'file' },
        { path: 'bin/run', bytes: Buffer.from('#!/bin/sh'), kind: 'exec' },
        { path: 'out', bytes: Buffer.from('/etc/passwd'), kind: 'symlink', target: '/etc/passwd' },
      ],
      exportRules: [],
    });
  });

  it('takes one folder out of a repository, and paths start there', async () => {
    const archive = await archiveOf('README.md', 'a/SKILL.md', 'a/x/y.md', 'ab/SKILL.md', 'b/a/SKILL.md');

    expect(await pathsOf(archive, 'a')).toEqual(['SKILL.md', 'x/y.md']);
    expect(await pathsOf(archive, 'none')).toEqual([]);
  });

  it('reports an empty folder as the submodule it is', async () => {
    const archive = await archiveOf('a.md', [{ name: 'r/full/', type: 'directory' }], 'full/b.md', [
      { name: 'r/vendor/lib/', type: 'directory' },
    ]);

    expect((await unpackTree(archive, '')).files.at(-1)).toEqual({
      path: 'vendor/lib',
      bytes: new Uint8Array(),
      kind: 'submodule',
    });
    expect(await pathsOf(archive)).toEqual(['a.md', 'full/b.md', 'vendor/lib']);
  });

  it('says which attributes may hide files from the archive, also outside the folder', async () => {
    const archive = await archiveOf(
      [{ name: 'r/.gitattributes' }, '*.sh export-ignore\n'],
      [{ name: 'r/a/.gitattributes' }, '* text=auto\n'],
      [{ name: 'r/a/b/.gitattributes' }, 'version export-subst\n'],
    );

    expect((await unpackTree(archive, 'a')).exportRules).toEqual(['.gitattributes', 'a/b/.gitattributes']);
  });

  it.each([
    ['r/../evil', 'an empty, "." or ".." part'],
    ['r/a/../../evil', 'an empty, "." or ".." part'],
    ['r//evil', 'absolute'],
    ['/etc/passwd', 'outside the repository'],
    ['../evil', 'outside the repository'],
    ['other/evil', 'outside the repository'],
    ['r/a\\b', 'a backslash'],
    ['r/a\nb', 'a control character'],
    ['r/c:/x', 'absolute'],
    [`r/${'d/'.repeat(32)}x`, 'deeper than 32 folders'],
    [`r/${'n'.repeat(513)}`, 'longer than 512 bytes'],
  ])('rejects the path %j', async (name, reason) => {
    const attempt = unpackTree(await archiveOf([{ name }, 'x']), '');

    await expect(attempt).rejects.toMatchObject({ code: 'bundle_rejected', message: expect.stringContaining(reason) });
  });

  it.each([
    ['README.md', 'readme.MD'],
    ['caf\u00e9', 'cafe\u0301'],
    ['same', 'same'],
    ['a', 'A/b'],
    ['A/b', 'a'],
  ])('rejects %j beside %j', async (one, other) => {
    await expect(unpackTree(await archiveOf(one, other), '')).rejects.toMatchObject({ code: 'bundle_rejected' });
  });

  it('lets two folders differ by case as long as their files do not collide', async () => {
    expect(await pathsOf(await archiveOf('Docs/a.md', 'docs/b.md'))).toEqual(['Docs/a.md', 'docs/b.md']);
  });

  it.each(['link', 'fifo', 'character-device', 'block-device'] as const)('rejects a %s', async (type) => {
    const attempt = unpackTree(await archiveOf('a', [{ name: 'r/b', type, linkname: 'r/a' }]), '');

    await expect(attempt).rejects.toMatchObject({ code: 'bundle_rejected' });
  });

  it('takes 2,000 files and not one more', async () => {
    const names = Array.from({ length: SOURCE_LIMITS.filesMax }, (_, index) => `f${index}`);

    expect(await pathsOf(await archiveOf(...names))).toHaveLength(2_000);
    await expect(pathsOf(await archiveOf(...names, 'last'))).rejects.toMatchObject({ code: 'bundle_rejected' });
  });

  it('takes a file of 4 MiB and not one byte more', async () => {
    const file = (bytes: number): Entry => [{ name: 'r/a' }, noise(bytes)];

    expect(await pathsOf(await archiveOf(file(SOURCE_LIMITS.fileBytesMax)))).toEqual(['a']);
    await expect(pathsOf(await archiveOf(file(SOURCE_LIMITS.fileBytesMax + 1)))).rejects.toMatchObject({
      code: 'source_too_large',
      data: { maxBytes: SOURCE_LIMITS.fileBytesMax },
    });
  });

  it('takes 16 MiB together and not one byte more', async () => {
    const quarter = noise(SOURCE_LIMITS.fileBytesMax);
    const four = ['a', 'b', 'c', 'd'].map((name): Entry => [{ name: `r/${name}` }, quarter]);

    expect(await pathsOf(await archiveOf(...four))).toHaveLength(4);
    await expect(pathsOf(await archiveOf(...four, [{ name: 'r/e' }, 'x']))).rejects.toMatchObject({
      code: 'source_too_large',
      data: { maxBytes: SOURCE_LIMITS.unpackedBytesMax },
    });
  });

  it('passes over what lies outside the folder, whatever it weighs', async () => {
    const archive = await archiveOf([{ name: 'r/big' }, noise(SOURCE_LIMITS.fileBytesMax + 1)], 'a/SKILL.md');

    expect(await pathsOf(archive, 'a')).toEqual(['SKILL.md']);
  });

  it('walks over 50,000 entries and not one more', async () => {
    const emptyFile = gunzipSync(await archiveOf([{ name: 'r/outside' }])).subarray(512, 1_024);
    const walkedOver = (entries: number): Buffer =>
      gzipSync(Buffer.concat([...new Array<Buffer>(entries).fill(emptyFile), Buffer.alloc(1_024)]), { level: 1 });

    expect(await pathsOf(walkedOver(SOURCE_LIMITS.walkedEntriesMax), 'a')).toEqual([]);
    await expect(pathsOf(walkedOver(SOURCE_LIMITS.walkedEntriesMax + 1), 'a')).rejects.toMatchObject({
      code: 'bundle_rejected',
    });
  });

  it('rejects a bomb by its ratio before it is unpacked', async () => {
    const attempt = unpackTree(await archiveOf([{ name: 'r/zeros' }, Buffer.alloc(3_000_000)]), '');

    await expect(attempt).rejects.toMatchObject({
      code: 'bundle_rejected',
      message: expect.stringContaining('100 times'),
    });
  });

  it('calls the source unavailable when its archive is cut or is none', async () => {
    const whole = await archiveOf([{ name: 'r/a' }, noise(50_000)]);
    const broken = [
      whole.subarray(0, 20_000),
      whole.subarray(0, -8),
      Buffer.from('<html>'),
      gzipSync('not a tar'),
      Buffer.alloc(0),
    ];

    for (const bytes of broken) {
      await expect(unpackTree(bytes, '')).rejects.toMatchObject({ code: 'source_unavailable' });
    }
  });
});
