import { toLineFeeds } from '@assay/protocol/line-endings';
import { sha256Hex } from './digest.ts';

const CR = 0x0d;
const LF = 0x0a;
const BACKSLASH = 0x5c;

/** Every line ends alike, and none in a mark that says the line goes on: what goes on with one ending stops with the other. */
function isUniform(bytes: Uint8Array): boolean {
  const isMarked = bytes.includes(CR);
  return bytes.every((byte, at) => {
    if (byte === CR) return bytes[at + 1] === LF && bytes[at - 1] !== BACKSLASH;
    if (byte !== LF) return true;
    return (bytes[at - 1] === CR) === isMarked && bytes[at - 1] !== BACKSLASH;
  });
}

function withMarks(bytes: Uint8Array): Uint8Array {
  const marked: number[] = [];
  for (const byte of bytes) marked.push(...(byte === LF ? [CR, LF] : [byte]));
  return Uint8Array.from(marked);
}

/**
 * Whether an entry document is the certified one as another system checks it out: all its lines end in CR LF where those
 * of the other all end in LF. One single ending that differs may change what a shell makes of the text.
 */
export async function isOtherCheckout(bytes: Uint8Array, certifiedSha256: string, lfSha256: string): Promise<boolean> {
  const plain = toLineFeeds(bytes);
  if (!isUniform(bytes) || (await sha256Hex(plain)) !== lfSha256) return false;
  return certifiedSha256 === lfSha256 || certifiedSha256 === (await sha256Hex(withMarks(plain)));
}
