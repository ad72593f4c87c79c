import { decodeBase64 } from './decode/codecs.ts';

/** Letters of base64 and nothing else, in lines as programs write them. */
const PACKED_LINE = /^[A-Za-z0-9+/]{48,}={0,2}$/;
/** The last line may be of any length. */
const LAST_LINE = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * What an installer that carries its own archive has behind its last command: one block of packed letters that ends the file. Where such letters
 * stand in two places nobody can tell which of them is unpacked, and none is taken for it.
 */
export function packedTail(text: string): Uint8Array | undefined {
  const lines = text.trimEnd().split(/\r?\n/);
  const first = lines.findIndex((line) => PACKED_LINE.test(line));
  if (first <= 0) return undefined;
  const tail = lines.slice(first);
  const isWhole = tail.every((line, at) => (at < tail.length - 1 ? PACKED_LINE : LAST_LINE).test(line));
  return isWhole ? decodeBase64(tail.join('')) : undefined;
}
