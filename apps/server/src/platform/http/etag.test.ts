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

  it('gives different bytes different tags', () => {
    expect(etagOf('a')).not.toBe(etagOf('b'));
  });
});
