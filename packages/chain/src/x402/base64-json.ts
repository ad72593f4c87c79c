// Base64 over UTF-8 JSON, as in x402 headers. Writes the standard alphabet with padding; also reads the URL alphabet.
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

/** Buffer ignores unknown characters, so only canonical text is accepted. */
function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > HEADER_CHARACTERS_MAX) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const standard = bytes.toString('base64');
  const urlPadded = standard.replaceAll('+', '-').replaceAll('/', '_');
  return [standard, urlPadded, bytes.toString('base64url')].includes(text) ? bytes : undefined;
}
