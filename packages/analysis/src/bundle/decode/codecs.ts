// The browser build: the other build loads worker threads, which nothing here starts.
import { Gunzip, Inflate, Unzlib } from 'fflate/browser';

/** Limits of one decoding step. Decompression bombs stop here. */
export const CODEC_LIMITS = { outputBytesMax: 1_048_576, inputCharsMax: 2_097_152 } as const;

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length > CODEC_LIMITS.inputCharsMax) return undefined;
  const compact = text.replace(/\s+/g, '');
  if (compact.length < 4 || !BASE64.test(compact) || compact.replace(/=+$/, '').length % 4 === 1) return undefined;
  return new Uint8Array(Buffer.from(compact.replaceAll('-', '+').replaceAll('_', '/'), 'base64'));
}

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function decodeBase32(text: string): Uint8Array | undefined {
  const compact = text.replace(/[\s=]+/g, '');
  if (compact.length < 8 || compact.length > CODEC_LIMITS.inputCharsMax || !/^[A-Z2-7]+$/.test(compact))
    return undefined;
  const bytes = new Uint8Array(Math.floor((compact.length * 5) / 8));
  let buffer = 0;
  let bits = 0;
  let at = 0;
  for (const char of compact) {
    buffer = ((buffer << 5) | BASE32_ALPHABET.indexOf(char)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (buffer >> bits) & 0xff;
  }
  return bytes.subarray(0, at);
}

export function decodeHex(text: string): Uint8Array | undefined {
  const compact = text.replace(/(?:\\x|0x|[\s:,])+/gi, '');
  if (
    compact.length < 4 ||
    compact.length % 2 === 1 ||
    compact.length > CODEC_LIMITS.inputCharsMax ||
    !/^[0-9a-fA-F]+$/.test(compact)
  )
    return undefined;
  return new Uint8Array(Buffer.from(compact, 'hex'));
}

export function decodeAscii85(text: string): Uint8Array | undefined {
  const compact = text.replace(/^<~|~>$/g, '').replace(/\s+/g, '');
  if (compact.length < 5 || compact.length > CODEC_LIMITS.inputCharsMax || !/^[!-uz]+$/.test(compact)) return undefined;
  const bytes: number[] = [];
  for (let index = 0; index < compact.length; ) {
    if (compact[index] === 'z') {
      bytes.push(0, 0, 0, 0);
      index += 1;
      continue;
    }
    const group = compact.slice(index, index + 5);
    const value = [...group.padEnd(5, 'u')].reduce((sum, char) => sum * 85 + (char.charCodeAt(0) - 33), 0);
    const word = [value / 0x1000000, value / 0x10000, value / 0x100, value].map((part) => Math.floor(part) & 0xff);
    bytes.push(...word.slice(0, group.length - 1));
    index += 5;
  }
  return Uint8Array.from(bytes);
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZlib = (bytes: Uint8Array): boolean =>
  (bytes[0] ?? 0) === 0x78 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;

const FEED_BYTES = 16_384;

/** Feeds a decompressor in chunks and stops at the limit, so that a bomb costs one chunk instead of its full size. */
function pump(
  stream: Gunzip | Unzlib | Inflate,
  bytes: Uint8Array,
  limit: number,
): { bytes: Uint8Array; isCut: boolean } {
  const chunks: Uint8Array[] = [];
  let length = 0;
  stream.ondata = (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  for (let at = 0; at < bytes.length && length <= limit; at += FEED_BYTES) {
    stream.push(bytes.subarray(at, at + FEED_BYTES), at + FEED_BYTES >= bytes.length);
  }
  const all = new Uint8Array(Math.min(length, limit));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk.subarray(0, Math.max(0, Math.min(chunk.length, limit - at))), at);
    at = Math.min(limit, at + chunk.length);
  }
  return { bytes: all, isCut: length > limit };
}

/** Raw deflate data up to `limit` bytes; `undefined` if the stream is broken. */
export function inflateRaw(bytes: Uint8Array, limit: number): { bytes: Uint8Array; isCut: boolean } | undefined {
  try {
    return pump(new Inflate(), bytes, limit);
  } catch {
    return undefined; // the caller reports a broken stream with its place
  }
}

/** gzip or zlib by magic number, cut at the limit; `undefined` if the bytes are neither or the stream is broken. */
export function inflate(bytes: Uint8Array, limit: number = CODEC_LIMITS.outputBytesMax): Uint8Array | undefined {
  try {
    if (isGzip(bytes)) return pump(new Gunzip(), bytes, limit).bytes;
    return isZlib(bytes) ? pump(new Unzlib(), bytes, limit).bytes : undefined;
  } catch {
    return undefined; // a broken stream remains opaque text
  }
}

export const rot13 = (text: string): string =>
  text.replace(/[A-Za-z]/g, (char) => {
    const base = char <= 'Z' ? 65 : 97;
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base);
  });

const utf8 = new TextDecoder('utf-8', { fatal: true });
const utf16 = new TextDecoder('utf-16le', { fatal: true });

/** Bytes as text: UTF-8, UTF-16 if every second byte is zero (PowerShell), else one character per byte. */
export function bytesToText(bytes: Uint8Array): string {
  const looksWide = bytes.length >= 4 && bytes.length % 2 === 0 && bytes[1] === 0 && bytes[3] === 0;
  try {
    return looksWide ? utf16.decode(bytes) : utf8.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  }
}

/** Share of printable characters, in per mille. */
export function printablePermille(text: string): number {
  if (text.length === 0) return 0;
  let printable = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if ((code >= 32 && code < 127) || code === 9 || code === 10 || code === 13 || code >= 0xa0) printable += 1;
  }
  return Math.floor((printable * 1000) / text.length);
}
