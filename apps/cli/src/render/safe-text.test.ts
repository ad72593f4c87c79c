import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSafeJson, toSafeText } from './safe-text.ts';

const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((points) => String.fromCodePoint(...points));

describe('toSafeText', () => {
  it.each([
    ['\u001b[2J', '‹U+001B›[2J'],
    ['a\u202eb', 'a‹U+202E›b'],
    ['x\u200by', 'x‹U+200B›y'],
    ['\u{e0041}', '‹U+E0041›'],
    ['one\ntwo', 'one‹U+000A›two'],
    ['\tindent', '  indent'],
    ['日本 ⚠️ é', '日本 ⚠️ é'],
  ])('shows %j as %j', (text, shown) => {
    expect(toSafeText(text)).toBe(shown);
  });

  it('leaves nothing that a terminal acts on, whatever the text', () => {
    fc.assert(fc.property(anyText, (text) => isPlain(toSafeText(text))));
  });
});

describe('toSafeJson', () => {
  it('says the same as JSON, with nothing left that a terminal acts on', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, anyText), (value) => {
        const text = toSafeJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(isPlain(text)).toBe(true);
      }),
    );
  });
});
