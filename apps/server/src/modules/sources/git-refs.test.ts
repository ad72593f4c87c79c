import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advertise, commitId } from '../../testing/github-stand-in.ts';
import { parseRefAdvertisement } from './git-refs.ts';

const A = commitId('a');
const B = commitId('b');
const C = commitId('c');

/** Written by hand, so that the parser and the stand-in cannot share an error. */
const BY_HAND = [
  '001e# service=git-upload-pack\n',
  '0000',
  `0062${A} HEAD\0multi_ack symref=HEAD:refs/heads/main agent=git\n`,
  `003d${A} refs/heads/main\n`,
  `003d${B} refs/heads/x/y/z`,
  `003e${C} refs/pull/1/head\n`,
  `003c${C} refs/tags/v1.0\n`,
  `003f${B} refs/tags/v1.0^{}\n`,
  '0000',
].join('');

describe('parseRefAdvertisement', () => {
  it('reads the default branch, branches and peeled tags, and no pull requests', () => {
    expect(parseRefAdvertisement(Buffer.from(BY_HAND))).toEqual({
      head: A,
      defaultBranch: 'main',
      branches: new Map([
        ['main', A],
        ['x/y/z', B],
      ]),
      tags: new Map([['v1.0', B]]),
    });
  });

  it('reads the refs that the stand-in advertises', () => {
    const advertised = advertise({
      defaultBranch: 'trunk',
      commits: {},
      branches: { trunk: A, 'feature/x': B },
      tags: { plain: A, annotated: { object: C, commit: B } },
    });

    expect(parseRefAdvertisement(advertised)).toEqual({
      head: A,
      defaultBranch: 'trunk',
      branches: new Map([
        ['trunk', A],
        ['feature/x', B],
      ]),
      tags: new Map([
        ['plain', A],
        ['annotated', B],
      ]),
    });
  });

  it('finds no commit in an empty repository', () => {
    expect(parseRefAdvertisement(advertise({ commits: {}, branches: {} }))).toMatchObject({
      head: undefined,
      branches: new Map(),
    });
  });

  it.each([
    ['nothing', ''],
    ['a web page', '<!doctype html><title>hello</title>'],
    ['another service', BY_HAND.replace('upload-pack', 'receive-pa')],
    ['no flush after the service', BY_HAND.replace('0000', '')],
    ['no flush at the end', BY_HAND.slice(0, -4)],
    ['a length that is not hex', BY_HAND.replace('003d', '00zz')],
    ['a length past the end', BY_HAND.replace('003d', 'ffff')],
    ['a length shorter than itself', BY_HAND.replace('003d', '0003')],
    ['a line that is not a ref', BY_HAND.replace(A, A.toUpperCase().replace(/.$/, 'G'))],
    ['an error line', '001e# service=git-upload-pack\n0000000bERR no\n0000'],
  ])('rejects %s', (_what, text) => {
    expect(() => parseRefAdvertisement(Buffer.from(text))).toThrow(
      expect.objectContaining({ code: 'source_unavailable' }),
    );
  });

  it('returns refs or a coded error for any bytes', () => {
    const cut = fc.tuple(fc.nat(BY_HAND.length), fc.nat(BY_HAND.length), fc.string({ maxLength: 8 }));
    fc.assert(
      fc.property(cut, ([from, length, patch]) => {
        const text = BY_HAND.slice(0, from) + patch + BY_HAND.slice(from + length);
        try {
          parseRefAdvertisement(Buffer.from(text));
        } catch (refusal) {
          expect(refusal).toMatchObject({ code: 'source_unavailable' });
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
