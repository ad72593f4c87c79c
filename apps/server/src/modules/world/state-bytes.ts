/** The stored state of a world: compressed, with the hash of its content. */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { hashOfSaved, KernelFault } from '@assay/economy/world';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Compresses on a separate thread, so that the event loop continues. */
export const pack = (bytes: Uint8Array): Promise<Buffer> => compress(bytes);

/** Undefined when the bytes do not match this hash. */
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
