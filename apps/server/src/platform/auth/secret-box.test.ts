import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(new Uint8Array(32).fill(1));

describe('a sealed secret', () => {
  it('opens in its own context, and has different bytes each time it is sealed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (secret, place) => {
        expect(box.open(box.seal(secret, place), place)).toBe(secret);
        expect(box.seal(secret, place)).not.toBe(box.seal(secret, place));
      }),
      { numRuns: 50 },
    );
  });

  it('does not open in another context, under another key, changed or truncated', () => {
    const sealed = box.seal('whsec_x', 'here');
    const changed = Buffer.from(sealed, 'base64');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;

    expect(() => box.open(sealed, 'there')).toThrow();
    expect(() => createSecretBox(new Uint8Array(32).fill(2)).open(sealed, 'here')).toThrow();
    expect(() => box.open(changed.toString('base64'), 'here')).toThrow();
    expect(() => box.open(sealed.slice(0, 20), 'here')).toThrow();
  });
});
