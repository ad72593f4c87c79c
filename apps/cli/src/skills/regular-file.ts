import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** The file is not regular (pipe, device, folder) or larger than the caller accepts. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError';
}

/**
 * The bytes of a regular file. A link in a cloned repository can lead to a pipe or to /dev/zero, where a plain read
 * never returns. So the open file itself is checked, and at most `bytesMax` are read from it.
 */
export function readRegularFile(path: string, bytesMax: number): Uint8Array<ArrayBuffer> {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new UnfitFileError('it is not a regular file');
    if (stat.size > bytesMax) throw new UnfitFileError(`it has ${stat.size} bytes, more than ${bytesMax}`);
    const bytes = new Uint8Array(bytesMax + 1);
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(descriptor, bytes, filled, bytes.length - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    // Files in /proc report a size of 0, and some never end.
    if (filled > bytesMax) throw new UnfitFileError(`it has more than ${bytesMax} bytes`);
    return bytes.slice(0, filled);
  } finally {
    closeSync(descriptor);
  }
}

export const readRegularText = (path: string, bytesMax: number): string =>
  new TextDecoder().decode(readRegularFile(path, bytesMax));
