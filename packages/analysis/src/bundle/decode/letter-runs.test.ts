import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBase32, findBase64, findHex, findShape } from './letter-runs.ts';

/** The same runs as regular expressions: readable, but far too slow for a large file. */
const PATTERNS = {
  base64: /(?<![\w+/-])(?:[\w+/-]{4}){4,}(?:[\w+/-]{2,3}={0,2}|={0,2})(?![\w+/-])/g,
  hex: /(?<![A-Za-z0-9])(?:[0-9a-fA-F]{2}){4,}(?![A-Za-z0-9])/g,
  base32: /(?<![A-Z0-9])[A-Z2-7]{8,}={0,6}(?![A-Za-z0-9])/g,
};

const piece = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9+/_-]{0,40}$/),
  fc.stringMatching(/^[0-9a-f]{0,40}$/),
  fc.stringMatching(/^[A-Z2-7]{0,40}$/),
  fc.stringMatching(/^[= .1é]{0,4}$/),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

describe('runs of letters', () => {
  it('finds what the patterns find', () => {
    fc.assert(
      fc.property(text, (sample) => {
        expect([...findBase64(sample, 16)]).toEqual([...findShape(sample, PATTERNS.base64)]);
        expect([...findHex(sample, 8)]).toEqual([...findShape(sample, PATTERNS.hex)]);
        expect([...findBase32(sample, 8)]).toEqual([...findShape(sample, PATTERNS.base32)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes a run of many megabytes', () => {
    const sample = 'aB3d'.repeat(4_000_000);
    expect([...findBase64(sample, 16)]).toEqual([{ start: 0, end: sample.length }]);
  });
});
