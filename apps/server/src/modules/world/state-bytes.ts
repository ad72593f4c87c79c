/** The state of a world as it is kept: compressed, with the hash of what is inside. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** On a thread of its own: the loop answers requests meanwhile. */
export const pack = (bytes: Uint8Array): Promise<Buffer> => compress(bytes);

/** Undefined when they are not the bytes of this hash. */
export async function unpack(packed: Uint8Array, hash: string): Promise<Buffer | undefined> {
  const bytes = await decompress(packed).catch(() => undefined);
  return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
}
