import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { type Header, pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { MalformedTar, readTar } from './tar-reader.ts';

type Named = Partial<Header> & Pick<Header, 'name'>;

async function tarOf(...entries: [Named, string?][]): Promise<Buffer> {
  const tar = pack();
  for (const [header, content = ''] of entries) tar.entry(header, content);
  tar.finalize();
  return buffer(tar);
}

async function* inPieces(bytes: Uint8Array, pieceBytes: number) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function listOf(tar: Uint8Array, pieceBytes = 512) {
  const list = [];
  for await (const { read, ...entry } of readTar(inPieces(tar, pieceBytes))) {
    list.push({ ...entry, content: Buffer.from(await read()).toString() });
  }
  return list;
}

/** Changes one byte of the first header. Recomputes the checksum unless `keepSum` is set. */
function patched(tar: Buffer, at: number, text: string, { keepSum = false } = {}): Buffer {
  const copy = Buffer.from(tar);
  copy.write(text, at, 'latin1');
  if (keepSum) return copy;
  copy.fill(' ', 148, 156);
  const sum = copy.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  copy.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return copy;
}

describe('readTar', () => {
  it('reads files, folders and symlinks with their modes', async () => {
    const tar = await tarOf(
      [{ name: 'r/', type: 'directory' }],
      [{ name: 'r/run.sh', mode: 0o755 }, 'echo'],
      [{ name: 'r/a', mode: 0o644 }, ''],
      [{ name: 'r/link', type: 'symlink', linkname: '../../etc/passwd' }],
    );

    expect(await listOf(tar)).toMatchObject([
      { path: 'r/', type: 'directory' },
      { path: 'r/run.sh', type: 'file', isExecutable: true, size: 4, content: 'echo' },
      { path: 'r/a', type: 'file', isExecutable: false, size: 0, content: '' },
      { path: 'r/link', type: 'symlink', target: '../../etc/passwd' },
    ]);
  });

  it('reads long and non-ASCII names from pax records, which apply to one entry only', async () => {
    const long = `r/${'é'.repeat(150)}`;
    const tar = await tarOf([{ name: long }, 'x'], [{ name: 'r/next' }, 'y']);

    expect((await listOf(tar)).map(({ path }) => path)).toEqual([long, 'r/next']);
  });

  it('joins prefix and name', async () => {
    const path = `${'folder/'.repeat(20)}file`;

    expect(await listOf(await tarOf([{ name: path }, 'x']))).toMatchObject([{ path }]);
  });

  it('skips content that the caller does not read', async () => {
    const tar = await tarOf([{ name: 'a' }, 'x'.repeat(1_500)], [{ name: 'b' }, 'y']);
    const paths = [];
    for await (const { path } of readTar(inPieces(tar, 700))) paths.push(path);

    expect(paths).toEqual(['a', 'b']);
  });

  it('returns the packed files, regardless of the chunk size', async () => {
    const file = fc.record({ name: fc.stringMatching(/^[a-z]{1,20}$/), content: fc.string({ maxLength: 2_000 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { maxLength: 5 }),
        fc.integer({ min: 1, max: 3_000 }),
        async (files, pieceBytes) => {
          const tar = await tarOf(...files.map(({ name, content }): [Named, string] => [{ name }, content]));
          const read = await listOf(tar, pieceBytes);
          expect(read.map(({ path, content }) => ({ name: path, content }))).toEqual(files);
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each(['1', '3', '4', '6', '7', 'L', 'S'])('reports an entry of type %s as other', async (flag) => {
    const tar = patched(await tarOf([{ name: 'a' }, 'x']), 156, flag);

    expect(await listOf(tar)).toMatchObject([{ type: 'other' }]);
  });

  it('rejects a broken archive', async () => {
    const tar = await tarOf([{ name: 'a' }, 'content']);
    const broken = [
      tar.subarray(0, 512 + 100),
      tar.subarray(0, 1_024),
      tar.subarray(0, 100),
      Buffer.alloc(0),
      patched(tar, 0, 'b', { keepSum: true }),
      patched(tar, 257, 'USTAR'),
      patched(tar, 124, '\x80'),
      patched(tar, 124, '        -1'),
      patched(tar, 100, 'rwxrwxrw'),
    ];

    for (const bytes of broken) await expect(listOf(bytes)).rejects.toThrow(MalformedTar);
  });

  it('rejects a size in a pax record, because two sizes are ambiguous', async () => {
    const tar = await tarOf([{ name: 'a', pax: { size: '1' } }, 'content']);

    await expect(listOf(tar)).rejects.toThrow(MalformedTar);
  });

  it.each(['9 path=b', '99 path=b\n', '0 path=b\n', '7 path\n\n', 'path=b\n'])(
    'rejects the pax record %j',
    async (record) => {
      const tar = patched(await tarOf([{ name: 'pax' }, record], [{ name: 'a' }, 'x']), 156, 'x');

      await expect(listOf(tar)).rejects.toThrow(MalformedTar);
    },
  );

  it('rejects a bundle whose names are not UTF-8', async () => {
    const tar = patched(await tarOf([{ name: 'abc' }, 'x']), 1, '\xff');

    await expect(listOf(tar)).rejects.toMatchObject({ code: 'bundle_rejected' });
  });
});
