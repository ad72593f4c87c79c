/** Standard base64 with padding (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * The bytes of canonical base64; `undefined` for anything else. One value has one spelling: white space, missing
 * padding and stray bits in the last character are rejected. Otherwise a sealed document could be changed without
 * breaking its seal.
 */
export function findBase64(text: string): Uint8Array | undefined {
  const binary = decodeLoosely(text);
  if (binary === undefined || btoa(binary) !== text) return undefined;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function decodeLoosely(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
