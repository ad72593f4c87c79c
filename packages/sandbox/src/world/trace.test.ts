import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlantedSecrets } from './planted-secrets.ts';
import { createTracer, TRACE_LIMITS } from './trace.ts';

const { canaries } = createPlantedSecrets('digest', ['ACME_TOKEN']);
const tracer = createTracer(canaries);
const needles = canaries.flatMap(({ name, needles: all }) => all.map((needle) => ({ name, needle })));

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const rot13 = (text: string): string =>
  text.replace(/[a-zA-Z]/g, (char) => String.fromCharCode(char.charCodeAt(0) + (/[a-m]/i.test(char) ? 13 : -13)));
const ENCODERS: Record<string, (text: string) => string> = {
  plain: (text) => text,
  base64: (text) => latin1(text).toString('base64'),
  base64url: (text) => latin1(text).toString('base64url'),
  hex: (text) => latin1(text).toString('hex'),
  HEX: (text) => latin1(text).toString('hex').toUpperCase(),
  url: (text) => [...text].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  gzip: (text) => gzipSync(latin1(text)).toString('latin1'),
  zlib: (text) => deflateSync(latin1(text)).toString('latin1'),
  reversed: (text) => [...text].reverse().join(''),
  rot13,
  wrapped: (text) => latin1(text).toString('base64').replace(/.{20}/g, '$&\n'),
  labels: (text) => `${latin1(text).toString('hex').replace(/.{30}/g, '$&.')}.x.example.invalid`,
};
const encoder = fc.constantFrom(...Object.keys(ENCODERS));
const printable = fc.string({ unit: fc.constantFrom(...'abc XYZ019-_.:/{}"'), maxLength: 40 });
const encode = (name: string, text: string): string => ENCODERS[name]?.(text) ?? text;

describe('createTracer', () => {
  it('finds a secret at any offset under any one encoding', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...needles),
        encoder,
        printable,
        printable,
        ({ name, needle }, how, before, after) => {
          expect(tracer.find(encode(how, `${before}${needle}${after}`))).toContain(`canary:${name}`);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('finds a secret under two encodings', () => {
    const outer = fc.constantFrom('base64', 'hex', 'url');
    const inner = fc.constantFrom('gzip', 'zlib', 'base64', 'hex', 'reversed', 'rot13');
    fc.assert(
      fc.property(fc.constantFrom(...needles), inner, outer, ({ name, needle }, first, second) => {
        expect(tracer.find(encode(second, encode(first, needle)))).toContain(`canary:${name}`);
      }),
      { numRuns: 200 },
    );
  });

  it('finds any piece of at least twelve characters', () => {
    fc.assert(
      fc.property(fc.constantFrom(...needles), fc.nat(), ({ name, needle }, at) => {
        const from = at % (needle.length - TRACE_LIMITS.windowChars + 1);
        expect(tracer.find(`?q=${needle.slice(from, from + TRACE_LIMITS.windowChars)}`)).toContain(`canary:${name}`);
      }),
    );
  });

  it('says how the secret was disguised and which variable it came from', () => {
    const [value = ''] = canaries.find(({ variable }) => variable === 'ACME_TOKEN')?.needles ?? [];
    expect(tracer.find(encode('base64', value))).toEqual(['canary:env-token', 'env:ACME_TOKEN', 'via:base64']);
    expect(tracer.find(value)).toEqual(['canary:env-token', 'env:ACME_TOKEN']);
  });

  it('sees nothing in text without secrets', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(tracer.find(text)).toEqual([]);
      }),
    );
    expect(tracer.find(encode('base64', 'the quick brown fox jumps over the lazy dog'))).toEqual([]);
  });

  it('ends on a compression bomb and on endless nesting', () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000)).toString('latin1');
    expect(tracer.find(bomb)).toEqual([]);
    let nested = 'x'.repeat(10_000);
    for (let layer = 0; layer < 5; layer += 1) nested = encode('base64', nested);
    expect(tracer.find(nested)).toEqual([]);
  });

  it('shows a secret by its name', () => {
    const [{ needle } = { needle: '' }] = needles;
    expect(tracer.mask(`a ${needle} b`)).toBe('a ‹ssh-key› b');
  });
});
