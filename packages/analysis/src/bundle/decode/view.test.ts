import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPieceWriter,
  createViewIds,
  derivedView,
  positionAt,
  rangeOf,
  rootView,
  says,
  sliceView,
  startOf,
  toOriginal,
  wordsAround,
  wordsBefore,
  wordsBehind,
  wordsOf,
} from './view.ts';

const ids = createViewIds();

describe('views', () => {
  it('maps a slice of a slice back to the file letter by letter', () => {
    const root = rootView(ids, 'a.md', 'one two three');
    const inner = sliceView(ids, sliceView(ids, root, 4, 13), 4, 9);

    expect(toOriginal({ view: inner, start: 0, end: 5 })).toEqual({ view: root, start: 8, end: 13 });
  });

  it('means the whole carrier when the lengths differ', () => {
    const root = rootView(ids, 'a.md', 'x QUJD y');
    const writer = createPieceWriter(root.text);
    writer.copy(0, 2);
    writer.replace('ABC', 2, 6);
    writer.copy(6, 8);
    const decoded = derivedView(ids, root, writer.finish(), 'base64@1:3');

    expect(toOriginal({ view: decoded, start: 3, end: 4 })).toEqual({ view: root, start: 2, end: 6 });
    expect(decoded.layers).toEqual(['base64@1:3']);
  });

  it('counts lines and columns from one', () => {
    const root = rootView(ids, 'a.md', 'ab\ncd\n');

    expect(positionAt(root, 4)).toEqual({ line: 2, col: 2 });
    expect(rangeOf({ view: root, start: 3, end: 5 })).toEqual({ startLine: 2, startCol: 1, endLine: 2, endCol: 3 });
  });

  it('never maps outside the file, and keeps order, whatever pieces are dropped', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 60 }),
        fc.array(fc.nat(59), { maxLength: 10 }),
        (text, dropped) => {
          const root = rootView(ids, 'a', text);
          const writer = createPieceWriter(text);
          for (let at = 0; at < text.length; at += 1) if (!dropped.includes(at)) writer.copy(at, at + 1);
          const view = derivedView(ids, root, writer.finish(), 'x');
          const starts = [...view.text].map((_, at) => toOriginal({ view, start: at, end: at + 1 }).start);

          expect(starts.every((start) => start >= 0 && start <= text.length)).toBe(true);
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
        },
      ),
    );
  });
});

describe('the words at a span', () => {
  const view = rootView(ids, 'a.sh', 'one two\nthree four\nfive');
  const three = { view, start: 8, end: 13 };

  it('are its own, and so many before and behind it', () => {
    expect(wordsOf(three)).toBe('three');
    expect(wordsBefore(three, 4)).toBe('two\n');
    expect(wordsBehind(three, 5)).toBe(' four');
    expect(wordsAround(three, 1, 2)).toBe('\nthree f');
    expect(wordsBehind(startOf(three), 3)).toBe('thr');
  });

  it('end where the text ends, however many are asked for', () => {
    expect(wordsBefore(three, 9)).toBe('one two\n');
    expect(wordsBehind(three, 99)).toBe(' four\nfive');
    expect(wordsAround(three, 99, 99)).toBe(view.text);
  });

  it('are found by what they are or by their shape, as often as one asks', () => {
    const shape = /f\w+/g;
    expect([says(view, 'two\nthree'), says(view, 'six'), says(view, shape), says(view, shape)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});
