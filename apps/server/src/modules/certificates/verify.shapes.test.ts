import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVerifyShapes } from './verify.shapes.ts';

const ascii = fc.string({ unit: fc.constantFrom(...'ab":,\\{}[]0-9e.', '\u0001') });
const record = fc.record({
  id: fc.stringMatching(/^[0-9a-f]{24}$/),
  name: ascii,
  'odd:"name"': fc.option(ascii),
  count: fc.double({ noNaN: true }),
  isOpen: fc.boolean(),
  list: fc.array(fc.oneof(ascii, fc.integer(), fc.constant(null), fc.constant([['a'], { b: [1] }])), { maxLength: 3 }),
});

describe('createVerifyShapes', () => {
  it('restores every text exactly, regardless of the number of shapes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            record.map((value) => JSON.stringify(value)),
            ascii,
          ),
          { maxLength: 40 },
        ),
        (texts) => {
          const shapes = createVerifyShapes();
          const kept = texts.map((text) => shapes.pack(text));
          expect(kept.map((one) => shapes.unpack(one))).toEqual(texts);
        },
      ),
    );
  });

  it('stores only the values of a second answer that differ from the first', () => {
    const shapes = createVerifyShapes();
    const answerOf = (id: string) => JSON.stringify({ valid: true, id, level: 'LOW', scope: ['skills', 'tools'] });
    shapes.pack(answerOf('a'.repeat(24)));
    expect(shapes.pack(answerOf('b'.repeat(24))).length).toBeLessThan(20);
  });

  it('stores only the differences of warnings in a list, until the limit of shapes is reached', () => {
    const shapes = createVerifyShapes();
    const warningOf = (id: string) => ({ id, message: 'The newest version is run, whatever it is that day.' });
    const answerOf = (id: string, warnings: number) =>
      JSON.stringify({ id, warnings: Array.from({ length: warnings }, () => warningOf(id)) });
    shapes.pack(answerOf('a'.repeat(32), 1));
    expect(shapes.pack(answerOf('b'.repeat(32), 1)).length).toBeLessThan(50);

    for (let warnings = 0; warnings < 200; warnings++) shapes.pack(answerOf('a'.repeat(32), warnings % 50));
    for (let n = 0; n < 200; n++) shapes.pack(JSON.stringify({ [`name${n}`]: [{ n }] }));
    const text = answerOf('c'.repeat(32), 30).replace('warnings', 'others');
    expect(shapes.unpack(shapes.pack(text))).toBe(text);
    expect(shapes.count()).toBeLessThan(256);
  });

  it('stores texts whole beyond the limit of shapes', () => {
    const shapes = createVerifyShapes();
    const texts = Array.from({ length: 400 }, (_, n) => JSON.stringify({ [`name${n}`]: n }));
    const kept = texts.map((text) => shapes.pack(text));
    expect(kept.map((one) => shapes.unpack(one))).toEqual(texts);
    expect(shapes.count()).toBeLessThan(300);
  });
});
