import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ENCODING_OVERHEAD_BYTES_MAX } from './fetch-limits.ts';

type Body = { kind: 'ok'; bytes: Uint8Array } | { kind: 'too_large' } | { kind: 'unknown_encoding' };

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

class OverLimit extends Error {}

/** Reads and decodes a body and counts the decoded bytes. Closes the connection at the first byte over the limit. */
export async function readBody(response: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Body> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined;
  if (!decoder && encoding !== 'identity') return { kind: 'unknown_encoding' }; // also for stacked encodings, a form of bombs

  const wireBytesMax = decoder ? bytesMax + ENCODING_OVERHEAD_BYTES_MAX : bytesMax;
  if (Number(response.headers['content-length'] ?? 0) > wireBytesMax) return { kind: 'too_large' };

  const chunks: Buffer[] = [];
  const keep = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of bounded(source, bytesMax)) chunks.push(chunk);
  };
  const countWire = (source: AsyncIterable<Buffer>) => bounded(source, wireBytesMax);
  try {
    if (decoder) await pipeline(response, countWire, decoder, keep, { signal });
    else await pipeline(response, keep, { signal });
  } catch (fault) {
    if (fault instanceof OverLimit) return { kind: 'too_large' };
    throw fault;
  }
  return { kind: 'ok', bytes: Buffer.concat(chunks) };
}

async function* bounded(source: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new OverLimit();
    yield chunk;
  }
}
