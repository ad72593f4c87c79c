import { describe, expect, it } from 'vitest';
import { createViewIds, rootView } from '../decode/view.ts';
import { evidenceOf, showInvisible } from './evidence.ts';
import { maskSecrets } from './masking.ts';

const body = 'a8Kq2ZxV9mW4cR7tY1uB5nE3oP6sD0fGHjLk';

describe('maskSecrets', () => {
  it.each([
    ['a token', ['gh', 'p_', body].join('')],
    ['an access key', ['AK', 'IA', 'J4QZ7XNB2WTR5MPK'].join('')],
    ['a key after a name', `password = "${body}"`],
  ])('hides the middle of %s', (_name, text) => {
    expect(maskSecrets(text)).not.toContain(body.slice(6, 30));
    expect(maskSecrets(text)).toMatch(/…/);
  });

  it('leaves ordinary text alone', () => {
    expect(maskSecrets('curl https://example.com/path?x=1')).toBe('curl https://example.com/path?x=1');
  });
});

describe('evidence', () => {
  it('writes out what cannot be seen', () => {
    expect(showInvisible('a\u200bb\u202ec')).toBe('a‹U+200B›b‹U+202E›c');
  });

  it('is never longer than its limit', () => {
    const view = rootView(createViewIds(), 'a', 'x'.repeat(5_000));
    expect(evidenceOf({ view, start: 0, end: 5_000 })).toHaveLength(240);
  });
});
