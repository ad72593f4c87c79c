import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64Json, encodeBase64Json, HEADER_CHARACTERS_MAX } from './base64-json.ts';

describe('decodeBase64Json', () => {
  it('decodes the output of encodeBase64Json, in either alphabet, and the URL alphabet with or without padding', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const standard = encodeBase64Json(value);
        const url = standard.replaceAll('+', '-').replaceAll('/', '_');
        const expected: unknown = JSON.parse(JSON.stringify(value));
        for (const text of [standard, url, url.replace(/=+$/, '')]) expect(decodeBase64Json(text)).toEqual(expected);
      }),
    );
  });

  it.each(['', ' ', 'e30=\n', ' e30=', 'e3=0', 'e30==', 'e30=e30=', '====', 'e-/=', 'é', '{}', '/w==', 'e31=,e30='])(
    'refuses %j',
    (text) => {
      expect(decodeBase64Json(text)).toBeUndefined();
    },
  );

  it('refuses a text one character above the limit', () => {
    const json = (characters: number) =>
      Buffer.from(JSON.stringify('x'.repeat((characters / 4) * 3 - 2))).toString('base64');

    expect(decodeBase64Json(json(HEADER_CHARACTERS_MAX))).toBeDefined();
    expect(decodeBase64Json(json(HEADER_CHARACTERS_MAX + 4))).toBeUndefined();
  });
});
