import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packed, packOf, withSum, writeTree } from '../../testing/git-store.ts';
import { applyDelta } from './git-delta.ts';
import { type PackLimits, readPack } from './git-pack.ts';

const LIMITS: PackLimits = { objectsMax: 100, objectBytesMax: 10_000, unpackedBytesMax: 20_000, deltaDepthMax: 3 };
const read = (pack: Buffer, limits: Partial<PackLimits> = {}) => readPack(pack, { ...LIMITS, ...limits });

const BLOB = 3;
const OFFSET_DELTA = 6;
const ID_DELTA = 7;

function packOfEntries(...entries: Buffer[]): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(entries.length, 8);
  return withSum(Buffer.concat([head, ...entries]));
}

/** A delta that inserts all of `text`, regardless of its base. */
const insertion = (baseLength: number, text: string): Buffer =>
  Buffer.from([baseLength, text.length, text.length, ...Buffer.from(text)]);

const malformed = expect.objectContaining({ name: 'MalformedPack' });
const past = (limit: string) => expect.objectContaining({ name: 'PackTooLarge', limit });

describe('readPack', () => {
  it('returns every object under the id of its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.uint8Array({ maxLength: 300 }), { maxKeys: 8 }),
        async (files) => {
          const { all } = writeTree(files);
          const objects = await read(packOf(all));
          for (const { id, type, bytes } of all) {
            expect(objects.get(id)).toMatchObject({ type, bytes });
          }
          expect(objects.size).toBe(new Set(all.map(({ id }) => id)).size);
        },
      ),
    );
  });

  it('resolves a delta to an earlier object, by offset and by id', async () => {
    const base = packed(BLOB, Buffer.from('base'));
    const byPlace = packed(OFFSET_DELTA, insertion(4, 'other'), Buffer.of(base.length));

    const objects = await read(packOfEntries(base, byPlace));

    expect([...objects.values()].map(({ bytes }) => String(bytes))).toEqual(['base', 'other']);
    const [baseId = ''] = objects.keys();
    const byId = packed(ID_DELTA, insertion(4, 'more'), Buffer.from(baseId, 'hex'));
    expect([...(await read(packOfEntries(base, byId))).values()].map(({ bytes }) => String(bytes))).toContain('more');
    await expect(read(packOfEntries(base, packed(ID_DELTA, insertion(4, 'x'), Buffer.alloc(20, 1))))).rejects.toEqual(
      malformed,
    );
  });

  it('rejects any changed byte', async () => {
    const pack = packOf(writeTree({ 'SKILL.md': '# A', 'b/c': 'text' }).all);
    for (let at = 0; at < pack.length; at += 1) {
      const changed = Buffer.from(pack);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x41, at);
      await expect(read(changed)).rejects.toThrow();
    }
  });

  it('never returns changed bytes under an id, even if the checksum matches', async () => {
    const { all } = writeTree({ 'SKILL.md': '# A', 'b/c': 'text' });
    const known = new Map(all.map(({ id, bytes }) => [id, bytes]));
    const body = packOf(all).subarray(0, -20);
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x41, at);
      const objects = await read(withSum(changed)).catch(() => new Map<string, { bytes: Buffer }>());
      for (const [id, { bytes }] of objects) expect(known.get(id) ?? bytes).toEqual(bytes);
    }
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<html>'.repeat(10))],
    ['another version', withSum(Buffer.from('PACK\0\0\0\x03\0\0\0\0', 'latin1'))],
    ['fewer objects than it says', withSum(Buffer.from('PACK\0\0\0\x02\0\0\0\x01', 'latin1'))],
    ['more bytes than objects', withSum(Buffer.from('PACK\0\0\0\x02\0\0\0\0tail', 'latin1'))],
    ['a type that nobody knows', packOfEntries(packed(5, Buffer.from('x')))],
    ['a delta on nothing', packOfEntries(packed(OFFSET_DELTA, insertion(4, 'x'), Buffer.of(9)))],
    ['a delta on itself', packOfEntries(packed(OFFSET_DELTA, insertion(4, 'x'), Buffer.of(0)))],
  ])('rejects %s', async (_name, pack) => {
    await expect(read(pack)).rejects.toEqual(malformed);
  });
});

describe('limits', () => {
  const three = packOf(writeTree({ a: 'one', b: 'two' }).all);

  it.each<[keyof PackLimits, number, Buffer]>([
    ['objectsMax', 3, three],
    ['objectBytesMax', 100, packOfEntries(packed(BLOB, Buffer.alloc(100)))],
    ['unpackedBytesMax', 200, packOfEntries(packed(BLOB, Buffer.alloc(99)), packed(BLOB, Buffer.alloc(101)))],
  ])('%s is accepted at the limit and rejected one past it', async (limit, value, pack) => {
    expect((await read(pack, { [limit]: value })).size).toBeGreaterThan(0);
    await expect(read(pack, { [limit]: value - 1 })).rejects.toEqual(past(limit));
  });

  it('apply to delta chains', async () => {
    const base = packed(BLOB, Buffer.from('0000'));
    const chain = [base];
    for (let depth = 1; depth <= 4; depth += 1) {
      chain.push(packed(OFFSET_DELTA, insertion(4, `000${depth}`), Buffer.of(chain.at(-1)?.length ?? 0)));
    }

    expect((await read(packOfEntries(...chain.slice(0, 4)))).size).toBe(4);
    await expect(read(packOfEntries(...chain))).rejects.toEqual(past('deltaDepthMax'));
  });

  it('apply to the result of a small delta', async () => {
    const huge = Buffer.from([4, 0xff, 0xff, 0x7f, 1, 0x41]);
    const base = packed(BLOB, Buffer.from('base'));

    await expect(read(packOfEntries(base, packed(OFFSET_DELTA, huge, Buffer.of(base.length))))).rejects.toEqual(
      past('objectBytesMax'),
    );
  });

  it('apply to an object that is longer than its header states', async () => {
    const lying = packed(BLOB, Buffer.alloc(5_000));
    lying.writeUInt8(0x31, 0); // The header states one byte and no further size bytes.
    await expect(read(packOfEntries(lying))).rejects.toThrow();
  });
});

describe('applyDelta', () => {
  const base = Buffer.from('0123456789');

  it('copies and inserts', () => {
    const delta = Buffer.from([10, 7, 0x91, 2, 3, 2, 0x41, 0x42, 0x90, 2]);
    expect(applyDelta(base, delta, 100)).toEqual(Buffer.from('234AB01'));
  });

  it('copies 64 KiB if no size is given', () => {
    const large = Buffer.alloc(0x10000, 7);
    expect(applyDelta(large, Buffer.from([0x80, 0x80, 4, 0x80, 0x80, 4, 0x80]), 0x10000)).toEqual(large);
  });

  it.each([
    ['another base', [9, 1, 1, 0x41]],
    ['a copy past the end', [10, 3, 0x91, 8, 3]],
    ['an insertion past the end', [10, 5, 5, 0x41]],
    ['less than it promises', [10, 2, 1, 0x41]],
    ['more than it promises', [10, 1, 2, 0x41, 0x42]],
    ['a step that is kept for the future', [10, 1, 0, 1, 0x41]],
    ['no sizes', []],
    ['a size without end', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])('rejects %s', (_name, delta) => {
    expect(applyDelta(base, Buffer.from(delta), 100)).toBe('malformed');
  });

  it('never throws, and never exceeds the limit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), fc.uint8Array({ maxLength: 60 }), (one, delta) => {
        const result = applyDelta(Buffer.from(one), Buffer.from(delta), 50);
        if (typeof result !== 'string') expect(result.length).toBeLessThanOrEqual(50);
      }),
      { numRuns: 2_000 },
    );
  });
});
