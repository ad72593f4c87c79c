import { toHex } from './hex.ts';

/** SHA-256 of the platform, as 64 hex digits. */
export const sha256Hex = async (bytes: Uint8Array): Promise<string> =>
  toHex(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', new Uint8Array(bytes))));

/** SHA-256 over `path 0x00 hex 0x0A` of every file in the order of the path's UTF-8 bytes; `undefined` when that is no bundle. */
export async function bundleSha256(
  files: readonly { readonly path: string; readonly sha256: string }[],
): Promise<string | undefined> {
  const encoder = new TextEncoder();
  // A NUL would let two bundles share one list; text that is not well-formed would be encoded as something else.
  const isValidShape = files.every(({ path }) => path !== '' && !path.includes('\0') && isWellFormed(path));
  if (!isValidShape || new Set(files.map(({ path }) => path)).size !== files.length) return undefined;
  const keyed = files.map(({ path, sha256 }) => ({ key: toHex(encoder.encode(path)), line: `${path}\0${sha256}\n` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return sha256Hex(encoder.encode(keyed.map(({ line }) => line).join('')));
}

const isWellFormed = (text: string): boolean => new TextDecoder().decode(new TextEncoder().encode(text)) === text;
