export const LINE_ENDING_NORMALISATION = 'lf-v1';

const CR = 0x0d;
const LF = 0x0a;

/**
 * `lf-v1`: CRLF and lone CR become LF, byte by byte. A byte order mark and all other bytes stay.
 * Git may check out one commit with either ending, and the certificate must match both.
 */
export function toLineFeeds(bytes: Uint8Array): Uint8Array {
  const firstCr = bytes.indexOf(CR);
  if (firstCr === -1) return bytes;

  const result = new Uint8Array(bytes); // a copy; `slice` of a Buffer would share its memory
  let length = firstCr;
  for (let index = firstCr; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === CR && bytes[index + 1] === LF) continue; // the LF that follows represents both
    result[length++] = byte === CR ? LF : byte;
  }
  return result.subarray(0, length);
}
