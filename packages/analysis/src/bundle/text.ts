import { foldNewlines } from '../languages/interpreters/interpreter.ts';

/** Text of a text file. Newlines become `\n`; the byte order mark is removed. */
type DecodedText = { readonly text: string; readonly encoding: 'utf-8' | 'utf-16' | 'damaged' };

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');
const little = new TextDecoder('utf-16le');
const big = new TextDecoder('utf-16be');

const SAMPLE_BYTES = 2_048;

/** Byte order of UTF-16 text without a byte order mark: the position of the zero bytes shows it. */
export function wideOrder(bytes: Uint8Array): 'le' | 'be' | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.length < 8 || bytes.length % 2 !== 0) return undefined;
  const empty = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) empty[at % 2] = (empty[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = empty.map((count) => count / (sample.length / 2));
  if (odd > 0.9 && even < 0.05) return 'le';
  return even > 0.9 && odd < 0.05 ? 'be' : undefined;
}

export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = bytes[0] === 0xff || bytes[0] === 0xfe ? undefined : wideOrder(bytes);
  if (wide !== undefined)
    return { text: foldNewlines((wide === 'le' ? little : big).decode(bytes)), encoding: 'utf-16' };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: foldNewlines(little.decode(bytes)), encoding: 'utf-16' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: foldNewlines(big.decode(bytes)), encoding: 'utf-16' };
  try {
    return { text: foldNewlines(strict.decode(bytes)), encoding: 'utf-8' };
  } catch {
    return { text: foldNewlines(lenient.decode(bytes)), encoding: 'damaged' };
  }
}
