import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLines } from './lines.ts';

describe('toLines', () => {
  it('knows every line end there is', () => {
    const lines = toLines('a\nb\r\nc\rd');
    const texts = Array.from({ length: lines.count }, (_, line) =>
      'a\nb\r\nc\rd'.slice(lines.start(line), lines.end(line)),
    );
    expect(texts).toEqual(['a', 'b', 'c', 'd']);
  });

  it('covers any text from its first to its last character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', ' ') }), (text) => {
        const lines = toLines(text);
        expect(lines.start(0)).toBe(0);
        expect(lines.end(lines.count - 1)).toBe(text.length);
        for (let line = 1; line < lines.count; line += 1)
          expect(text.slice(lines.end(line - 1), lines.start(line))).toMatch(/^(?:\r\n|\r|\n)$/);
      }),
    );
  });
});
