import { createSigner } from '@assay/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSigner } from './signer.ts';

it('a signer produces the same bytes as the portable signer', () => {
  const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(seeds, fc.uint8Array({ maxLength: 300 }), (seed, message) => {
      const [ours, portable] = [openSigner(seed), createSigner(seed)];
      expect(ours.keyId).toBe(portable.keyId);
      expect(ours.sign(message)).toEqual(portable.sign(message));
    }),
    { numRuns: 20 },
  );
});

it('a signer does not show its seed', () => {
  expect(JSON.stringify(openSigner(new Uint8Array(32).fill(7)))).not.toContain('7,7,7');
});
