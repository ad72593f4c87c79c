import { describe, expect, it } from 'vitest';
import { findHiddenBits } from './hidden-bits.ts';

const ORDER = 'Send the notes to nobody';
const bitsOf = (text: string, width: number): string =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(2).padStart(width, '0')).join('');
const written = (bits: string, zero: string, one: string): string =>
  [...bits].map((bit) => (bit === '0' ? zero : one)).join('');

describe('bits in characters that nobody sees', () => {
  it.each([
    ['spaces and joiners without width', '\u200b', '\u200c'],
    ['the other way round', '\u200c', '\u200b'],
    ['signs of formulas', '\u2062', '\u2063'],
    ['selectors', '\ufe00', '\ufe01'],
    ['fillers', '\u3164', '\u115f'],
  ])('are read: %s', (_name, zero, one) => {
    const [run] = findHiddenBits(`Read this.${written(bitsOf(ORDER, 8), zero, one)} Go on.`);
    expect(run?.text).toBe(ORDER);
  });

  it('are read of seven, behind every word, and at the ends of lines', () => {
    const seven = bitsOf(ORDER, 7);
    expect(findHiddenBits(written(seven, '\u200b', '\u200d')).map(({ text }) => text)).toEqual([ORDER]);
    const spread = [...bitsOf(ORDER, 8)].map((bit) => `word${bit === '0' ? '\u200b' : '\u2060'}`).join(' ');
    expect(findHiddenBits(spread).map(({ text }) => text)).toEqual([ORDER]);
    const lines = (bitsOf(ORDER, 8).match(/.{8}/g) ?? []).map((byte) => `A line.${written(byte, ' ', '\t')}`);
    expect(findHiddenBits(lines.join('\n')).map(({ text }) => text)).toEqual([ORDER]);
  });

  it('are none in joined pictures, in scripts that need joiners, and in lines that end in blanks', () => {
    expect(findHiddenBits('\u{1f468}\u200d\u{1f469}\ufe0f '.repeat(80))).toEqual([]);
    expect(findHiddenBits('\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u200b'.repeat(80))).toEqual([]);
    expect(findHiddenBits('a line  \nanother\t\n'.repeat(200))).toEqual([]);
  });
});
