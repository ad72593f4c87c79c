import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLineFeeds } from './line-endings.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('lf-v1', () => {
  it.each([
    ['a\r\nb', 'a\nb'],
    ['a\rb', 'a\nb'],
    ['\r\r\n\n\r', '\n\n\n\n'],
    ['\r\n', '\n'],
    ['\ufeff# Title\r\n', '\ufeff# Title\n'],
    ['a \t\n', 'a \t\n'],
    ['', ''],
  ])('converts %j into %j', (input, expected) => {
    expect(toLineFeeds(bytes(input))).toEqual(bytes(expected));
  });

  it('works on bytes: invalid UTF-8 stays unchanged', () => {
    expect(toLineFeeds(Uint8Array.of(0xff, 0x0d, 0x0a, 0xc3))).toEqual(Uint8Array.of(0xff, 0x0a, 0xc3));
  });

  it('equals the definition by text replacement, and does not change its input', () => {
    const endings = fc.string({ unit: fc.constantFrom('\r', '\n', 'a', '\ufeff') });
    fc.assert(
      fc.property(endings, (text) => {
        const input = bytes(text);
        expect(toLineFeeds(input)).toEqual(bytes(text.replaceAll(/\r\n?/g, '\n')));
        expect(input).toEqual(bytes(text));
      }),
    );
  });

  it('does not change a Buffer either', () => {
    const input = Buffer.from('# A\r\nB\r\n');

    expect(toLineFeeds(input)).toEqual(bytes('# A\nB\n'));
    expect(input).toEqual(Buffer.from('# A\r\nB\r\n'));
  });
});
