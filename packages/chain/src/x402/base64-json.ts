// Base64 over UTF-8 JSON, as x402 headers carry it. Out: the standard alphabet with padding. In: the URL alphabet too,
// but strictly; Buffer alone would skip over any character it does not know.
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;
export const HEADER_CHARACTERS_MAX = 16_384;

export function encodeBase64Json(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64');
}

/** The JSON value, or undefined when the text is not strict base64 of UTF-8 JSON. */
export function decodeBase64Json(text: string): unknown {
  const bytes = decodeBase64(text);
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > HEADER_CHARACTERS_MAX) return undefined;
  if (BASE64.test(text)) return Buffer.from(text, 'base64');
  if (!BASE64URL.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text.replace(/=+$/, '') ? bytes : undefined;
}
