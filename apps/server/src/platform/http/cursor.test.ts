import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readCursor, toCursor } from './cursor.ts';

const Position = z.tuple([z.string(), z.number()]);
const NOW = new Date('2026-01-01T00:00:00.000Z');
const DAY_MS = 86_400_000;

describe('cursors', () => {
  it('decode to the position that they encode', () => {
    fc.assert(
      fc.property(fc.tuple(fc.string(), fc.integer()), (position) => {
        expect(readCursor(Position, toCursor(position, NOW), NOW)).toEqual(position);
      }),
    );
  });

  it('are valid for one day', () => {
    const cursor = toCursor(['a', 1], NOW);
    expect(readCursor(Position, cursor, new Date(NOW.getTime() + DAY_MS))).toEqual(['a', 1]);
    expect(() => readCursor(Position, cursor, new Date(NOW.getTime() + DAY_MS + 1))).toThrowError(
      expect.objectContaining({ code: 'cursor_expired' }),
    );
  });

  it('are refused when they have any other form', () => {
    for (const cursor of ['', 'x', '%%', toCursor({ other: 'list' }, NOW), Buffer.from('[1]').toString('base64url')]) {
      expect(() => readCursor(Position, cursor, NOW)).toThrowError(
        expect.objectContaining({ code: 'validation_failed' }),
      );
    }
  });
});
