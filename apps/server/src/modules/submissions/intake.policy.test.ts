import type { SubmissionInput } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityOf, inputSha256Of, nameSkill, surfaceOfSizes, toLine } from './intake.policy.ts';

describe('toLine', () => {
  it('returns one well-formed line within its limit for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const line = toLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(toLine(line, max)).toBe(line);
      }),
    );
  });
});

describe('nameSkill', () => {
  const fixedBy = '0123456789abcdef';
  const name = (asked: object, head: object, place?: string) => nameSkill({ asked, head, place, fixedBy });

  it('uses the requested name, otherwise the name of the entry, otherwise the folder, otherwise the commit or digest', () => {
    expect(name({ name: 'Asked' }, { name: 'Head' }, 'place').name).toBe('Asked');
    expect(name({}, { name: 'Head' }, 'place').name).toBe('Head');
    expect(name({}, { name: ' \n' }, 'place').name).toBe('place');
    expect(name({}, {}).name).toBe('skill-0123456');
  });

  it('derives a missing version from the commit or digest', () => {
    expect(name({}, { version: '1.2' }).version).toBe('1.2');
    expect(name({}, {}).version).toBe('0.0.0+0123456');
  });

  it('always returns a name and a version', () => {
    const texts = fc.record({ name: fc.string(), version: fc.string(), description: fc.string() });
    fc.assert(
      fc.property(texts, texts, fc.option(fc.string(), { nil: undefined }), (asked, head, place) => {
        const named = name(asked, head, place);
        expect([named.name.length, named.version.length].every((length) => length > 0)).toBe(true);
      }),
    );
  });
});

describe('surfaceOfSizes', () => {
  it.each([
    [1, 1],
    [262_144, 1],
    [262_145, 2],
  ])('counts %i bytes as %i started units of 256 KiB', (size, units) => {
    expect(surfaceOfSizes([{ size }])).toEqual({ files: 1, kibibytes_256: units });
  });
});

describe('identityOf', () => {
  const source = { type: 'inline', url: null, ref: null, commit: null, entry: 'SKILL.md', binding: 'CONTENT' } as const;

  const BUNDLE = { bundleSha256: 'bundle', treeSha256: 'tree' };

  it('is the same only for another commit with the same bytes', () => {
    const at = (commit: string) => ({ ...source, url: 'https://github.com/acme/skill', ref: commit, commit });
    const identity = identityOf('account:a', at('a'.repeat(40)), BUNDLE);

    expect(identityOf('account:a', at('b'.repeat(40)), BUNDLE)).toBe(identity);
    const others = [
      identityOf('account:b', at('a'.repeat(40)), BUNDLE),
      identityOf('account:a', at('a'.repeat(40)), { ...BUNDLE, bundleSha256: 'other' }),
      identityOf('account:a', at('a'.repeat(40)), { ...BUNDLE, treeSha256: 'other' }),
      identityOf('account:a', { ...at('a'.repeat(40)), entry: 'x/SKILL.md' }, BUNDLE),
      identityOf('account:a', source, BUNDLE),
    ];
    expect(new Set([identity, ...others]).size).toBe(6);
  });
});

describe('inputSha256Of', () => {
  const asked: SubmissionInput = { productType: 'SKILL', skillMdContent: '# Skill', name: 'A' };

  it('does not depend on the order of members, on absent members, or on the payment', () => {
    const shuffled = { name: 'A', url: undefined, skillMdContent: '# Skill', productType: 'SKILL' as const };
    const paid = { ...asked, paymentIntentId: 'any' };

    expect([inputSha256Of(shuffled), inputSha256Of(paid)]).toEqual([inputSha256Of(asked), inputSha256Of(asked)]);
    expect(inputSha256Of({ ...asked, name: 'B' })).not.toBe(inputSha256Of(asked));
  });
});
