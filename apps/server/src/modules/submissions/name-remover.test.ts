import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameRemover } from './name-remover.ts';

/** The reference implementation as a pattern. It is correct, but takes hours for hostile texts. */
function removeByPattern(name: string, text: string): string {
  const words = name.split(/[\s_-]+/).filter((word) => word !== '');
  if (words.join('').length < 3) return text;
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return text.replace(new RegExp(escaped.join('[\\s_-]*'), 'giu'), '');
}
const remove = (name: string, text: string) => createNameRemover(name)?.(text) ?? text;

describe('createNameRemover', () => {
  it('removes exactly what the pattern of the name removes', () => {
    const letter = fc.constantFrom('a', 'A', 'b', 'ſ', 'S', 'ß', 'İ', 'ı', 'i', 'K', '𐐀', '𐐨', '.', '*', '\u200b');
    const gap = fc.constantFrom(' ', '_', '-', '\u00a0', '\ufeff', '\n');
    const text = fc.string({ unit: fc.oneof({ weight: 4, arbitrary: letter }, gap), maxLength: 60 });
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(letter, gap), maxLength: 8 }), text, (name, given) => {
        expect(remove(name, given)).toBe(removeByPattern(name, given));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['as often as it stands there', 'pdf-tools', 'The PDF Tools: pdf_tools, pdftools.', 'The : , .'],
    ['longer than a word of the processor', 'a'.repeat(70), `x${'a'.repeat(71)}y`, 'xay'],
    ['not when it is too short', 'a-b', 'a-b', 'a-b'],
    ['not when it is longer than any name', 'n'.repeat(257), 'n'.repeat(300), 'n'.repeat(300)],
  ])('removes a name %s', (_, name, text, left) => {
    expect(remove(name, text)).toBe(left);
  });
});
