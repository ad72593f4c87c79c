import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { SOURCE_LIMITS } from './source-limits.ts';
import { readUploadedArchive } from './uploaded-archive.ts';

type Files = Record<string, string>;
const zip = (files: Files) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))));

/** As Python's zipfile writes it: the upper bits of a file's mode contain its kind. */
const zipWithModes = (files: Files, mode: number) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path, [Buffer.from(text), { os: 3, attrs: mode << 16 }]]),
      ),
    ),
  );

async function tarGz(files: Files, options: { symlink?: string; magic?: string } = {}): Promise<Buffer> {
  const tar = pack();
  for (const [path, text] of Object.entries(files))
    tar.entry({ name: path, mode: path.endsWith('.sh') ? 0o755 : 0o644 }, text);
  if (options.symlink !== undefined) tar.entry({ name: 'link', type: 'symlink', linkname: options.symlink });
  tar.finalize();
  const bytes = await buffer(tar);
  return gzipSync(options.magic === undefined ? bytes : withMagic(bytes, options.magic));
}

/** The same blocks in another dialect, with matching checksums. */
function withMagic(tar: Buffer, magic: string): Buffer {
  for (let at = 0; at < tar.length; at += 512) {
    if (tar.toString('latin1', at + 257, at + 262) !== 'ustar') continue;
    tar.write(magic, at + 257, 'latin1');
    tar.fill(' ', at + 148, at + 156);
    const sum = tar.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1');
  }
  return tar;
}
const read = async (archive: Buffer) =>
  Object.fromEntries(
    (await readUploadedArchive(archive)).map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
  );

const SKILL: Files = { 'SKILL.md': '# Skill', 'scripts/run.sh': 'echo hi' };
const inFolder = (files: Files, folder: string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}${path}`, text]));

describe('an archive', () => {
  it.each([
    ['a zip', () => zip(SKILL)],
    ['a zip of a folder', () => zip(inFolder(SKILL, 'my-skill/'))],
    ['a zip with Unix modes', () => zipWithModes(SKILL, 0o100644)],
    ['a tar.gz', () => tarGz(SKILL)],
    ['a tar.gz made in the folder', () => tarGz(inFolder(SKILL, './'))],
    ['a tar.gz of a folder', () => tarGz(inFolder(SKILL, 'my-skill/'))],
    ['a tar.gz as GNU writes it', () => tarGz(SKILL, { magic: 'ustar  \0' })],
  ])('as %s yields its files', async (_, make) => {
    expect(await read(await make())).toEqual(SKILL);
  });

  it('preserves executable bits and symlink targets', async () => {
    const files = await readUploadedArchive(await tarGz(SKILL, { symlink: 'scripts/../SKILL.md' }));

    expect(files.map(({ path, kind, target }) => [path, kind, target])).toEqual([
      ['SKILL.md', 'file', undefined],
      ['scripts/run.sh', 'exec', undefined],
      ['link', 'symlink', 'scripts/../SKILL.md'],
    ]);
  });

  it('distinguishes a symlink in a zip from a file', async () => {
    const [link] = await readUploadedArchive(zipWithModes({ link: 'notes.md' }, 0o120777));

    expect(link).toMatchObject({ path: 'link', kind: 'symlink', target: 'notes.md' });
  });

  it('returns all packed files for every format', async () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const files = fc.dictionary(
      name,
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      { minKeys: 2, maxKeys: 6 },
    );
    await fc.assert(
      fc.asyncProperty(files, async (given) => {
        expect(await read(zip(given))).toEqual(given);
        expect(await read(await tarGz(given))).toEqual(given);
      }),
      { numRuns: 25 },
    );
  });
});

describe('rejects', () => {
  const LONG_PATHS = Object.fromEntries(
    Array.from({ length: 1_900 }, (_, index) => [`${'a'.repeat(200)}/${'b'.repeat(200)}/${index}`, '']),
  );
  const big = 'a'.repeat(SOURCE_LIMITS.fileBytesMax + 1);
  it.each([
    ['something else', async () => Buffer.from('# Skill'), 'bundle_rejected'],
    ['a zip that was cut', async () => zip(SKILL).subarray(0, -10), 'bundle_rejected'],
    ['a tar.gz that was cut', async () => (await tarGz(SKILL)).subarray(0, -10), 'bundle_rejected'],
    ['a path that climbs, in a zip', async () => zip({ 'SKILL.md': '', '../up': '' }), 'bundle_rejected'],
    ['a path that climbs, in a tar', async () => tarGz({ 'SKILL.md': '', 'a/../../up': '' }), 'bundle_rejected'],
    ['a link that leads out of it', async () => tarGz(SKILL, { symlink: '../../etc/passwd' }), 'bundle_rejected'],
    ['two names that are one', async () => zip({ 'SKILL.md': '', 'skill.md': '' }), 'bundle_rejected'],
    ['a name of ours', async () => zip({ 'SKILL.md': '', 'urn:assay:entry:lf-v1:SKILL.md': '' }), 'bundle_rejected'],
    ['more paths than can be listed', async () => zip(LONG_PATHS), 'bundle_rejected'],
    ['a bomb', async () => zip({ 'SKILL.md': '', zeros: '\0'.repeat(SOURCE_LIMITS.fileBytesMax) }), 'bundle_rejected'],
    ['a file past the limit, in a zip', async () => zip({ 'SKILL.md': '', big }), 'source_too_large'],
    ['a file past the limit, in a tar', async () => tarGz({ 'SKILL.md': '', big }), 'source_too_large'],
    ['more than was said', async () => Buffer.alloc(SOURCE_LIMITS.archiveBytesMax + 1), 'source_too_large'],
  ])('%s', async (_, make, code) => {
    await expect(readUploadedArchive(await make())).rejects.toMatchObject({ code });
  });

  it('an encrypted file and a wrong size', async () => {
    const encrypted = zip(SKILL);
    const at = encrypted.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    encrypted.writeUInt16LE(1, at + 8);
    const lying = zip(SKILL);
    lying.writeUInt32LE(3, at + 24);

    for (const archive of [encrypted, lying]) {
      await expect(readUploadedArchive(archive)).rejects.toMatchObject({ code: 'bundle_rejected' });
    }
  });
});
