import { toHex } from './hex.ts';

/** SHA-256 of the platform, as 64 hex digits. */
export const sha256Hex = async (bytes: Uint8Array): Promise<string> =>
  toHex(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', new Uint8Array(bytes))));

/** SHA-256 over `path 0x00 hex 0x0A` of every file, sorted by the UTF-8 bytes of the path; `undefined` for an invalid bundle. */
export async function bundleSha256(
  files: readonly { readonly path: string; readonly sha256: string }[],
): Promise<string | undefined> {
  const encoder = new TextEncoder();
  // A NUL would let two bundles share one list. Malformed text would be encoded as other text.
  const isValidShape = files.every(({ path }) => path !== '' && !path.includes('\0') && isWellFormed(path));
  if (!isValidShape || new Set(files.map(({ path }) => path)).size !== files.length) return undefined;
  const keyed = files.map(({ path, sha256 }) => ({ key: toHex(encoder.encode(path)), line: `${path}\0${sha256}\n` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return sha256Hex(encoder.encode(keyed.map(({ line }) => line).join('')));
}

const isWellFormed = (text: string): boolean => new TextDecoder().decode(new TextEncoder().encode(text)) === text;
