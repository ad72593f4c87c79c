import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVerifyCache } from './verify.cache.ts';

const ready = (body: string) => ({ body, etag: `"${body.length}"` });

describe('createVerifyCache', () => {
  it('never holds more bytes than it may, and forgets nothing it was not asked to while there is room', () => {
    const step = fc.record({
      id: fc.nat(30).map(String),
      size: fc.nat(900),
      act: fc.constantFrom('keep', 'drop', 'find'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const cache = createVerifyCache(8_000);
        for (const { id, size, act } of steps) {
          if (act === 'keep') {
            cache.keep(id, ready('x'.repeat(size)));
            expect(cache.find(id)?.body.length).toBe(size);
          } else if (act === 'drop') {
            cache.drop(id);
            expect(cache.find(id)).toBeUndefined();
          } else cache.find(id);
          expect(cache.size().bytes).toBeLessThanOrEqual(8_000);
        }
        cache.clear();
        expect(cache.size()).toEqual({ entries: 0, bytes: 0 });
      }),
    );
  });

  it('gives an entry that was read a second chance', () => {
    const cache = createVerifyCache(1_000);
    cache.keep('read', ready('x'.repeat(100)));
    cache.keep('unread', ready('x'.repeat(100)));
    cache.find('read');

    cache.keep('new', ready('x'.repeat(100)));

    expect(cache.find('read')).toBeDefined();
    expect(cache.find('unread')).toBeUndefined();
  });

  it('does not keep what is larger than itself', () => {
    const cache = createVerifyCache(300);
    cache.keep('a', ready('x'.repeat(500)));
    expect(cache.find('a')).toBeUndefined();
  });
});
