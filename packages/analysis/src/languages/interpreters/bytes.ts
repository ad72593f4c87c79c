const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const UTF8_BOM = [0xef, 0xbb, 0xbf] as const;

export const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte);

/** Invalid sequences become U+FFFD, as in editors, Node and agents. A byte order mark at the front stays. */
export const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes);

export const withoutUtf8Mark = (bytes: Uint8Array): Uint8Array =>
  startsWith(bytes, UTF8_BOM) ? bytes.subarray(UTF8_BOM.length) : bytes;

/** One character per byte. */
export const decodeLatin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

export const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

type Utf16Order = 'le' | 'be';

/** Byte order according to the byte order mark. A UTF-32 mark is not distinguished here. */
export function utf16Mark(bytes: Uint8Array): Utf16Order | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'be' : undefined;
}

/**
 * Two bytes per character; half a character at the end is dropped. A byte order mark at the front is not part of the
 * text.
 */
export function decodeUtf16(bytes: Uint8Array, order: Utf16Order): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const text = (order === 'be' ? even.swap16() : even).toString('utf16le');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Four bytes per character; an invalid code point becomes U+FFFD. */
export function decodeUtf32(bytes: Uint8Array, order: Utf16Order): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, order === 'le');
    pieces.push(code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
  }
  const text = pieces.join('');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The first line without its line end, one character per byte, cut at `FIRST_LINE_BYTES_MAX`. */
export function firstLineOf(bytes: Uint8Array): string {
  const text = decodeLatin1(bytes.subarray(0, FIRST_LINE_BYTES_MAX));
  return /^[^\n\r]*/.exec(text)?.[0] ?? '';
}

const FIRST_LINE_BYTES_MAX = 512;
