import { bundleSha256 as sealedBundle, keccak256Hex as sealedKeccak, sha256Hex as sealedSha256 } from '@assay/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bundleSha256, sha256Hex } from './digest.ts';
import { keccak256Hex } from './keccak.ts';

it('the client hashes like the service, at every length around a block', async () => {
  for (const length of [0, 1, 135, 136, 137, 271, 272, 273, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index);
    expect(keccak256Hex(bytes)).toBe(sealedKeccak(bytes));
  }
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), async (bytes) => {
      expect(keccak256Hex(bytes)).toBe(sealedKeccak(bytes));
      expect(await sha256Hex(bytes)).toBe(sealedSha256(bytes));
    }),
  );
});

it('the client computes the same bundle digest as the service, and refuses the same bundles', async () => {
  const file = fc.record({ path: fc.string({ minLength: 1, unit: 'binary' }), sha256: fc.constant('a'.repeat(64)) });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(file, { selector: ({ path }) => path, minLength: 1, maxLength: 8 }),
      async (files) => {
        const sealed = (() => {
          try {
            return sealedBundle(files);
          } catch {
            return undefined;
          }
        })();
        expect(await bundleSha256(files)).toBe(sealed);
      },
    ),
  );
  expect(
    await bundleSha256([
      { path: 'a', sha256: '' },
      { path: 'a', sha256: '' },
    ]),
  ).toBeUndefined();
});
