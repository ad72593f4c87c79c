import { gzipSync, zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  bytesToText,
  CODEC_LIMITS,
  decodeAscii85,
  decodeBase32,
  decodeBase64,
  decodeHex,
  inflate,
  rot13,
} from './codecs.ts';

const text = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : bytesToText(bytes);
const plain = new TextEncoder().encode('plain words');

describe('codecs', () => {
  it.each([
    ['base64', decodeBase64('cGxhaW4gd29yZHM=')],
    ['base64 with line breaks', decodeBase64('cGxh\naW4g d29yZHM=')],
    ['base32', decodeBase32('OBWGC2LOEB3W64TEOM======')],
    ['hex', decodeHex('706c61696e20776f726473')],
    ['escaped hex', decodeHex('\\x70\\x6c\\x61\\x69\\x6e\\x20\\x77\\x6f\\x72\\x64\\x73')],
    ['ascii85', decodeAscii85("<~E,8rsDBO.AEb'4~>")],
    ['gzip', inflate(gzipSync(plain))],
    ['zlib', inflate(zlibSync(plain))],
  ])('reads %s', (_name, bytes) => {
    expect(text(bytes)?.startsWith('plain')).toBe(true);
  });

  it('answers nothing for what is not encoded', () => {
    expect([decodeBase64('not base64!'), decodeHex('xyz'), inflate(plain), decodeBase32('abc')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('stops a bomb at the limit', () => {
    const bomb = gzipSync(new Uint8Array(CODEC_LIMITS.outputBytesMax * 4));

    expect(inflate(bomb)?.length).toBe(CODEC_LIMITS.outputBytesMax);
  });

  it('reads the wide text PowerShell encodes', () => {
    expect(bytesToText(Uint8Array.from([0x68, 0, 0x69, 0]))).toBe('hi');
  });

  it('turns letters by thirteen and back', () => {
    expect(rot13(rot13('Turn Me'))).toBe('Turn Me');
  });
});
