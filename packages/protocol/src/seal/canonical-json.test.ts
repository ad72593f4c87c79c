import { createHash } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import es6Numbers from '../vectors/es6-numbers.json' with { type: 'json' };
import documents from '../vectors/rfc8785-documents.json' with { type: 'json' };
import numbers from '../vectors/rfc8785-numbers.json' with { type: 'json' };
import {
  CANONICAL_DEPTH_MAX,
  canonicalBytes,
  canonicalize,
  checkSealedValue,
  SEALED_BYTES_MAX,
  sealedBytes,
} from './canonical-json.ts';

function fromIeee(hex: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

function toIeee(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16);
}

/** The published ES6 sequence: listed values, then serial ones, then doubles from a chain of SHA-256 blocks. */
function* es6Sequence(): Generator<number> {
  for (const hex of es6Numbers.firstIeee) yield fromIeee(hex);
  const start = BigInt(`0x${es6Numbers.serialStart}`);
  for (let n = 0; n < es6Numbers.serialCount; n++) yield fromIeee((start + BigInt(n)).toString(16));
  let block = Buffer.alloc(32);
  for (;;) {
    block = createHash('sha256').update(block).digest();
    for (let offset = 0; offset < block.length; offset += 8) {
      const value = block.readDoubleLE(offset);
      if (value !== 0 && Number.isFinite(value)) yield value;
    }
  }
}

const nested = (depth: number): unknown => (depth === 0 ? null : [nested(depth - 1)]);
const jsonValue = fc.jsonValue({ maxDepth: 5 });

/** The same value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, reversed(member)])
      .reverse(),
  );
}

describe('canonicalize', () => {
  it.each(documents.documents)('returns the published bytes for $name', ({ input, canonicalHex }) => {
    expect(bytesToHex(canonicalBytes(JSON.parse(input)))).toBe(canonicalHex);
  });

  it.each(numbers.samples)('formats the double $ieee as RFC 8785 appendix B does', ({ ieee, json }) => {
    if (json === null) expect(() => canonicalize(fromIeee(ieee))).toThrow('not_finite');
    else expect(canonicalize(fromIeee(ieee))).toBe(json);
  });

  it.each(es6Numbers.checksums)('prints the first $lines numbers of the ES6 sequence', ({ lines, sha256 }) => {
    const hash = createHash('sha256');
    for (const value of es6Sequence().take(lines)) hash.update(`${toIeee(value)},${canonicalize(value)}\n`);
    expect(hash.digest('hex')).toBe(sha256);
  });

  it('does not depend on the order of members', () => {
    fc.assert(fc.property(jsonValue, (value) => canonicalize(reversed(value)) === canonicalize(value)));
  });

  it('is idempotent: its output is canonical', () => {
    fc.assert(fc.property(jsonValue, (value) => canonicalize(JSON.parse(canonicalize(value))) === canonicalize(value)));
  });

  it.each([
    ['undefined in an object', { a: { b: undefined } }, 'not_json', '/a/b'],
    ['a function', [() => 1], 'not_json', '/0'],
    ['a bigint', { 'a/b~c': 1n }, 'not_json', '/a~1b~0c'],
    ['a symbol', Symbol('s'), 'not_json', ''],
    ['a hole in an array', new Array(2), 'not_json', '/0'],
    ['a date', { at: new Date(0) }, 'not_plain', '/at'],
    ['a map', new Map(), 'not_plain', ''],
    ['bytes', { bytes: new Uint8Array(1) }, 'not_plain', '/bytes'],
    ['an error', [new Error('x')], 'not_plain', '/0'],
    ['a symbol key', { [Symbol('hidden')]: 1 }, 'not_plain', ''],
    ['NaN', { n: Number.NaN }, 'not_finite', '/n'],
    ['infinity', [1, Number.NEGATIVE_INFINITY], 'not_finite', '/1'],
    ['a lone surrogate in text', ['\ud800'], 'lone_surrogate', '/0'],
    ['a lone surrogate in a key', { '\udc00': 1 }, 'lone_surrogate', '/\udc00'],
  ])('refuses %s', (_name, value, reason, pointer) => {
    expect(() => canonicalize(value)).toThrow(expect.objectContaining({ reason, pointer }));
  });

  it('accepts the maximum nesting and refuses one level more, and therefore cycles', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(canonicalize(nested(CANONICAL_DEPTH_MAX))).toHaveLength(CANONICAL_DEPTH_MAX * 2 + 'null'.length);
    expect(() => canonicalize(nested(CANONICAL_DEPTH_MAX + 1))).toThrow('too_deep');
    expect(() => canonicalize(cycle)).toThrow('too_deep');
  });

  it('writes an own member called __proto__ like any other', () => {
    expect(canonicalize(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
  });

  it('treats an object without prototype as plain', () => {
    expect(canonicalize(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
  });
});

describe('sealed values', () => {
  it('accept the largest safe integer and refuse the next one', () => {
    expect(checkSealedValue([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, -0])).toBeUndefined();
    expect(checkSealedValue({ n: Number.MAX_SAFE_INTEGER + 1 })).toMatchObject({
      reason: 'not_safe_integer',
      pointer: '/n',
    });
  });

  it('refuse fractions, which canonical JSON alone permits', () => {
    expect(canonicalize(0.5)).toBe('0.5');
    expect(checkSealedValue([0.5])).toMatchObject({ reason: 'not_safe_integer', pointer: '/0' });
  });

  it('may have exactly the maximum size and not one byte more', () => {
    const fitting = 'x'.repeat(SEALED_BYTES_MAX - 2);
    expect(sealedBytes(fitting)).toHaveLength(SEALED_BYTES_MAX);
    expect(checkSealedValue(`${fitting}x`)).toMatchObject({ reason: 'too_large' });
  });

  it('count bytes, not characters', () => {
    expect(checkSealedValue('€'.repeat(SEALED_BYTES_MAX / 2))).toMatchObject({ reason: 'too_large' });
  });
});
