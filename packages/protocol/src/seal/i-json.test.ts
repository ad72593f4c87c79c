import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import documents from '../vectors/rfc8785-documents.json' with { type: 'json' };
import { canonicalBytes, canonicalize } from './canonical-json.ts';
import { type IJsonError, PAYLOAD_JSON_LIMITS, parseIJson, parseIJsonBytes, REQUEST_JSON_LIMITS } from './i-json.ts';

const brackets = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const braces = (depth: number) => '{"a":'.repeat(depth - 1) + '{}'.padEnd(depth + 1, '}');

/** The values of I-JSON documents: well-formed text, numbers inside the safe range, no -0. */
const { value: iJsonValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.string({ unit: 'binary' }),
    fc.maxSafeInteger().map((number) => number || 0),
    fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }).map((number) => number || 0),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('__proto__')), tie('value'), { maxKeys: 5 }),
  ),
}));

describe('parseIJson', () => {
  it('parses exactly what canonicalize wrote', () => {
    fc.assert(
      fc.property(iJsonValue, (value) => {
        expect(parseIJson(canonicalize(value))).toEqual(value);
      }),
    );
  });

  it('makes canonicalize idempotent', () => {
    fc.assert(
      fc.property(iJsonValue, (value) => {
        const text = canonicalize(value);
        expect(canonicalize(parseIJson(text))).toBe(text);
      }),
    );
  });

  it('agrees with JSON.parse on every text it accepts, and accepts nothing that JSON.parse refuses', () => {
    const fragments = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00e9"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'null',
      ' ',
      '\t',
    ];
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...fragments), maxLength: 8 }),
      fc.json({ maxDepth: 4 }),
      fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom(...fragments)).map(([json, seed, fragment]) => {
        const at = seed % (json.length + 1);
        return json.slice(0, at) + fragment + json.slice(at);
      }),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        const accepted = attempt(() => parseIJson(candidate));
        if (accepted) expect(canonicalize(accepted.value)).toBe(canonicalize(JSON.parse(candidate)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses the same faults in a long string as in a short one, at the same distance', () => {
    const piece = fc.constantFrom(
      'a',
      '\\\\',
      '\\"',
      '\\u00e9',
      'é',
      '\u0001',
      '\n',
      '\\x',
      '\\',
      '"',
      '\ud800',
      '\\ud800',
      '😀',
    );
    const refusalOf = (text: string): { offset: number; reason: string } | undefined => {
      try {
        parseIJson(text);
        return undefined;
      } catch (error) {
        return error as IJsonError;
      }
    };
    const padding = 'p'.repeat(1_000);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const [short, long] = [refusalOf(`["${text}"]`), refusalOf(`["${padding}${text}"]`)];

        expect(long?.reason).toBe(short?.reason);
        if (short !== undefined && short.reason !== 'lone_surrogate') {
          expect(long?.offset).toBe(short.offset + padding.length);
        }
        if (short === undefined) expect(parseIJson(`"${padding}${text}"`)).toBe(JSON.parse(`"${padding}${text}"`));
      }),
    );
  });

  it('accepts every text of safe values that JSON.stringify can indent', () => {
    fc.assert(
      fc.property(iJsonValue, fc.constantFrom(0, 2, '\t'), (value, indent) => {
        expect(parseIJson(JSON.stringify(value, null, indent))).toEqual(value);
      }),
    );
  });

  it.each([
    ['an empty text', '', 'unexpected_end', 0, ''],
    ['an open array', '[1', 'unexpected_end', 2, ''],
    ['an open string', '{"a":"b', 'unexpected_end', 7, '/a'],
    ['a trailing comma in an array', '[1,]', 'unexpected_character', 3, '/1'],
    ['a trailing comma in an object', '{"a":1,}', 'unexpected_character', 7, ''],
    ['a missing colon', '{"a" 1}', 'unexpected_character', 5, '/a'],
    ['a missing comma', '{"a":[1 2]}', 'unexpected_character', 8, '/a'],
    ['a bare key', '{a:1}', 'unexpected_character', 1, ''],
    ['single quotes', "['a']", 'unexpected_character', 1, '/0'],
    ['a comment', '[/**/1]', 'unexpected_character', 1, '/0'],
    ['a misspelt literal', '[nul]', 'unexpected_character', 1, '/0'],
    ['NaN', 'NaN', 'unexpected_character', 0, ''],
    ['a non-breaking space', '\u00a01', 'unexpected_character', 0, ''],
    ['a plus sign', '+1', 'unexpected_character', 0, ''],
    ['a leading zero', '[01]', 'unexpected_character', 2, ''],
    ['a bare point', '[1.]', 'unexpected_character', 3, '/0'],
    ['a point without a digit before it', '[.5]', 'unexpected_character', 1, '/0'],
    ['an empty exponent', '[1e+]', 'unexpected_character', 4, '/0'],
    ['a lone minus', '[-]', 'unexpected_character', 2, '/0'],
    ['a second document', '{} {}', 'trailing_text', 3, ''],
    ['a trailing NUL', '{}\0', 'trailing_text', 2, ''],
    ['a byte order mark', '\ufeff{}', 'byte_order_mark', 0, ''],
    ['a raw newline in a string', '["a\nb"]', 'control_character', 3, '/0'],
    ['an unknown escape', '["\\x41"]', 'bad_escape', 3, '/0'],
    ['a short unicode escape', '["\\u12g4"]', 'bad_escape', 3, '/0'],
    ['a lone high surrogate escape', '{"a":["\\ud800"]}', 'lone_surrogate', 6, '/a/0'],
    ['a lone low surrogate escape', '["x\\udc00"]', 'lone_surrogate', 1, '/0'],
    ['a reversed surrogate pair', '["\\udc00\\ud800"]', 'lone_surrogate', 1, '/0'],
    ['a raw lone surrogate', '["\ud800"]', 'lone_surrogate', 1, '/0'],
    ['a lone surrogate in a key', '{"\\ud800":1}', 'lone_surrogate', 1, ''],
    ['a doubled key', '{"a":1,"b":{},"a":1}', 'duplicate_key', 14, '/a'],
    ['a key doubled by an escape', '{"x":{"a/b":1,"\\u0061\\/b":2}}', 'duplicate_key', 14, '/x/a~1b'],
    ['a doubled __proto__', '{"__proto__":1,"__proto__":2}', 'duplicate_key', 15, '/__proto__'],
    ['an integer past the safe range', '[9007199254740992]', 'unsafe_number', 1, '/0'],
    ['a negative integer past the safe range', '-9007199254740992', 'unsafe_number', 0, ''],
    ['a safe-looking exponent past the range', '{"n":1E30}', 'unsafe_number', 5, '/n'],
    ['a fraction that rounds past the range', '9007199254740991.9', 'unsafe_number', 0, ''],
    ['an infinite number', '1e999', 'unsafe_number', 0, ''],
  ])('refuses %s', (_name, text, reason, offset, pointer) => {
    expect(() => parseIJson(text)).toThrow(expect.objectContaining({ reason, offset, pointer }));
  });

  it.each(documents.documents)(
    'parses the RFC 8785 input $name, unless it contains a number beyond the safe range',
    (document) => {
      const attempted = attempt(() => bytesToHex(canonicalBytes(parseIJson(document.input))));
      expect(attempted?.value).toBe(document.input.includes('1E30') ? undefined : document.canonicalHex);
    },
  );

  it('parses the numbers at the edge of the safe range', () => {
    expect(parseIJson('[9007199254740991,-9007199254740991,1e-400,5e-324]')).toEqual([
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      0,
      5e-324,
    ]);
  });

  it('parses negative zero as zero', () => {
    for (const text of ['-0', '-0.0', '-0e5']) expect(Object.is(parseIJson(text), 0)).toBe(true);
  });

  it('parses every escape and joins surrogate pairs', () => {
    expect(parseIJson('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9\\ud83d\\ude02\ud83d\\ude02"')).toBe('"\\/\b\f\n\r\té😂😂');
  });

  it('parses __proto__ and constructor as ordinary members', () => {
    const value = parseIJson('{"__proto__":{"admin":true},"constructor":1,"toString":2}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value).not.toHaveProperty('admin');
    expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor', 'toString']);
  });

  it.each([
    ['a request', REQUEST_JSON_LIMITS, 32],
    ['a payload', PAYLOAD_JSON_LIMITS, 64],
  ])('accepts the maximum nesting of %s and refuses one level more', (_name, limits, depth) => {
    for (const nest of [brackets, braces]) {
      expect(canonicalize(parseIJson(nest(depth), limits))).toBe(nest(depth));
      expect(() => parseIJson(nest(depth + 1), limits)).toThrow(expect.objectContaining({ reason: 'too_deep' }));
    }
    expect(() => parseIJson('['.repeat(1_000_000), limits)).toThrow(expect.objectContaining({ reason: 'too_deep' }));
  });

  it('applies the request limit by default', () => {
    expect(() => parseIJson(brackets(33))).toThrow(expect.objectContaining({ reason: 'too_deep', offset: 32 }));
  });
});

describe('parseIJsonBytes', () => {
  it('parses UTF-8', () => {
    expect(parseIJsonBytes(canonicalBytes(['é', '😂']))).toEqual(['é', '😂']);
  });

  it.each([
    ['a byte that UTF-8 does not know', [0x22, 0xff, 0x22], 'invalid_utf8'],
    ['an overlong encoding', [0x22, 0xc0, 0xaf, 0x22], 'invalid_utf8'],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 'invalid_utf8'],
    ['a cut sequence', [0x22, 0xc3], 'invalid_utf8'],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x31], 'byte_order_mark'],
  ])('refuses %s', (_name, bytes, reason) => {
    expect(() => parseIJsonBytes(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ reason }));
  });
});

function attempt<Value>(work: () => Value): { value: Value } | undefined {
  try {
    return { value: work() };
  } catch {
    return undefined;
  }
}
