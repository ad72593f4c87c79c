import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BackupError, seal, unseal } from './sealed-stream.ts';

const PASSPHRASE = 'correct horse battery staple';
const CHUNK = 1 << 20;
/** A scrypt of its real cost runs for every one. */
const RUNS = 3;

async function* partsOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
const sealed = (bytes: Uint8Array) => collect(seal(partsOf(bytes, 100_000), PASSPHRASE));
const opened = (bytes: Uint8Array, passphrase = PASSPHRASE) => collect(unseal(partsOf(bytes, 65_536), passphrase));
/** Where the chunks of a sealed file begin. */
function chunksOf(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = bytes.indexOf(0x0a) + 1; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at);
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return chunks;
}
const long = Buffer.alloc(2 * CHUNK + 5, 'assay');

describe('a sealed stream', () => {
  it.each([0, CHUNK, CHUNK + 1])('of %i bytes opens to the same bytes', async (length) => {
    const bytes = Buffer.alloc(length, 'x');

    expect((await opened(await sealed(bytes))).equals(bytes)).toBe(true);
  });

  it('shows nothing of what is in it', async () => {
    expect((await sealed(long)).includes('assay'.repeat(3))).toBe(false);
  });

  it('does not open with another passphrase', async () => {
    await expect(opened(await sealed(long), 'another passphrase 123')).rejects.toThrow(/passphrase/);
  });

  it('does not open after a change of any byte', async () => {
    const bytes = await sealed(Buffer.from('a few bytes'));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), async (at) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        await expect(opened(changed)).rejects.toThrow(BackupError);
      }),
      { numRuns: RUNS },
    );
  });

  it('does not open when it is cut off, chunks are left out or exchanged, or something follows', async () => {
    const bytes = await sealed(long);
    const head = bytes.subarray(0, bytes.indexOf(0x0a) + 1);
    const [one, two, three] = chunksOf(bytes) as [Buffer, Buffer, Buffer];
    const wrong = [
      bytes.subarray(0, -1),
      Buffer.concat([head, one, two]),
      Buffer.concat([head, two, one, three]),
      Buffer.concat([bytes, three]),
    ];

    for (const each of wrong) await expect(opened(each)).rejects.toThrow(BackupError);
  });

  it('may not choose how costly its key is', async () => {
    const bytes = await sealed(Buffer.from('x'));
    const text = bytes.toString('latin1').replace('"N":131072', '"N":999999');

    await expect(opened(Buffer.from(text, 'latin1'))).rejects.toThrow(/header/);
  });
});
