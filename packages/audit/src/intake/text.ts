/** Bytes of a text file as text. Newlines become `\n`; a byte order mark goes. */
export type DecodedText = { readonly text: string; readonly encoding: 'utf-8' | 'utf-16' | 'damaged' };

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');
const little = new TextDecoder('utf-16le');
const big = new TextDecoder('utf-16be');

export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: foldNewlines(little.decode(bytes)), encoding: 'utf-16' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: foldNewlines(big.decode(bytes)), encoding: 'utf-16' };
  try {
    return { text: foldNewlines(strict.decode(bytes)), encoding: 'utf-8' };
  } catch {
    return { text: foldNewlines(lenient.decode(bytes)), encoding: 'damaged' };
  }
}

const foldNewlines = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
