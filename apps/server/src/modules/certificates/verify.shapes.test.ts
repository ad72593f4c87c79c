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
  it('gives every text back letter for letter, however many shapes there are', () => {
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
          const kept = texts.map((text) => shapes.shape(text));
          expect(kept.map((one) => shapes.text(one))).toEqual(texts);
        },
      ),
    );
  });

  it('keeps of a second answer only what the first did not say', () => {
    const shapes = createVerifyShapes();
    const answerOf = (id: string) => JSON.stringify({ valid: true, id, level: 'LOW', scope: ['skills', 'tools'] });
    shapes.shape(answerOf('a'.repeat(24)));
    expect(shapes.shape(answerOf('b'.repeat(24))).values.length).toBeLessThan(40);
  });

  it('keeps texts whole when there are too many shapes', () => {
    const shapes = createVerifyShapes();
    const texts = Array.from({ length: 400 }, (_, n) => JSON.stringify({ [`name${n}`]: n }));
    const kept = texts.map((text) => shapes.shape(text));
    expect(kept.map((one) => shapes.text(one))).toEqual(texts);
    expect(new Set(kept.map(({ shape }) => shape)).size).toBeLessThan(300);
  });
});
