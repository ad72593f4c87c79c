export type Fetch = typeof globalThis.fetch;

/** An answer has a few thousand tokens. A larger response is not an answer. */
const ANSWER_BYTES_MAX = 2_097_152;

/** Follows no redirect, because a redirect could forward the key, and limits the size of the response. */
export const boundFetch =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    const { status, statusText, headers } = response;
    return new Response(await readBounded(response), { status, statusText, headers: withoutLength(headers) });
  };

/** The body was decompressed while it was read, so these headers no longer apply. */
function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) kept.delete(name);
  return kept;
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > ANSWER_BYTES_MAX) {
      await reader.cancel();
      throw new Error('The endpoint sends more than an answer can be.');
    }
    chunks.push(read.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
