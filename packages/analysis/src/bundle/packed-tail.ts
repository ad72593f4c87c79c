import { decodeBase64 } from './decode/codecs.ts';

/** A full line of base64, as encoders write it. */
const PACKED_LINE = /^[A-Za-z0-9+/]{48,}={0,2}$/;
/** The last line may be of any length. */
const LAST_LINE = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The embedded archive of a self-extracting installer: one block of base64 that ends the file. If base64 occurs in two
 * places, it is not clear which one the installer unpacks, so neither is used.
 */
export function packedTail(text: string): Uint8Array | undefined {
  const lines = text.trimEnd().split(/\r?\n/);
  const first = lines.findIndex((line) => PACKED_LINE.test(line));
  if (first <= 0) return undefined;
  const tail = lines.slice(first);
  const isWhole = tail.every((line, at) => (at < tail.length - 1 ? PACKED_LINE : LAST_LINE).test(line));
  return isWhole ? decodeBase64(tail.join('')) : undefined;
}
