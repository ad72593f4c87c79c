import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { HAS_ETAG, type Route } from '@assay/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A smaller answer fits into one packet uncompressed. */
const BYTES_MIN = 1_024;
/** Compresses JSON almost as well as the highest quality, in a fraction of the time. */
const BROTLI_QUALITY = 5;
const COMPRESSIBLE = /^(text\/|application\/([\w.+-]*\+)?json|image\/svg\+xml)/;

type Encoding = 'br' | 'gzip';
const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Prepared bytes are compressed once. The cache entry is collected with the bytes. */
const kept = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

function compressOnce(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = kept.get(bytes) ?? {};
  const compressed = known[encoding] ?? compressors[encoding](bytes);
  kept.set(bytes, { ...known, [encoding]: compressed });
  return compressed;
}

/** The best encoding that `Accept-Encoding` allows, or none. */
function encodingFor(accept: string | undefined): Encoding | undefined {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const named = (accept ?? '')
    .split(',')
    .filter((part) => !refused.test(part))
    .map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  if (named.includes('br')) return 'br';
  return named.includes('gzip') ? 'gzip' : undefined;
}

/**
 * Routes whose answers are never compressed: those with a secret, those whose ETag is a revision for `If-Match`, and
 * those that the fast lane also serves, so that both paths return the same bytes.
 */
const isPlain = (route: Route): boolean =>
  route.answersSecret === true || route.cache === 'live' || (route.hasEtag === true && !HAS_ETAG.has(route.cache));

/** Encodes the body as the client accepts it. An encoded answer has its own ETag, which `isUnchanged` recognises. */
export async function compressAnswer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<unknown> {
  const type = String(reply.getHeader('content-type') ?? '');
  if (isPlain(route) || !COMPRESSIBLE.test(type) || reply.hasHeader('content-encoding')) return body;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body;
  const vary = reply.getHeader('vary');
  reply.header('Vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined);
  if (encoding === undefined || request.method === 'HEAD' || Buffer.byteLength(body) < BYTES_MIN) return body;
  const compressed = Buffer.isBuffer(body)
    ? await compressOnce(body, encoding)
    : await compressors[encoding](Buffer.from(body));
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('ETag', etag.replace(/"$/, `-${encoding}"`));
  reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
  return compressed;
}
