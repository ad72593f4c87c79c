import { describe, expect, it } from 'vitest';
import { etagOf, isUnchanged } from './etag.ts';

describe('isUnchanged', () => {
  const etag = etagOf('body');

  it.each([
    [etag, true],
    [`W/${etag}`, true],
    [`"other", ${etag}`, true],
    ['*', true],
    ['"other"', false],
    ['', false],
    [undefined, false],
  ])('answers %s with %s', (header, expected) => {
    expect(isUnchanged(header, etag)).toBe(expected);
  });

  it('returns different tags for different bytes', () => {
    expect(etagOf('a')).not.toBe(etagOf('b'));
  });
});
