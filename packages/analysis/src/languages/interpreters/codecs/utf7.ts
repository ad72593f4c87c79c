import { decodeLatin1 } from '../bytes.ts';

const SHIFTED = /\+([A-Za-z0-9+/]*)-?/g;

/** RFC 2152: UTF-16 characters in base64 between `+` and `-`; `+-` is a plus sign. */
export function decodeUtf7(bytes: Uint8Array): string {
  return decodeLatin1(bytes).replace(SHIFTED, (_, packed: string) => {
    if (packed === '') return '+';
    const units = Buffer.from(packed, 'base64');
    return Buffer.from(units.subarray(0, units.length - (units.length % 2)))
      .swap16()
      .toString('utf16le');
  });
}
