/** The state of a world as it is kept: compressed, with the hash of what is inside. */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { hashOfSaved, KernelFault } from '@assay/economy/world';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** On a thread of its own: the loop answers requests meanwhile. */
export const pack = (bytes: Uint8Array): Promise<Buffer> => compress(bytes);

/** Undefined when they are not the bytes of this hash. */
export async function unpack(packed: Uint8Array, hash: string): Promise<Buffer | undefined> {
  const bytes = await decompress(packed).catch(() => undefined);
  return bytes !== undefined && readHash(bytes) === hash ? bytes : undefined;
}

function readHash(bytes: Uint8Array): string | undefined {
  try {
    return hashOfSaved(bytes);
  } catch (error) {
    if (error instanceof KernelFault) return undefined;
    throw error;
  }
}
