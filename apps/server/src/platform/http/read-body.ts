import type { Readable } from 'node:stream';
import { BODY_LIMITS, Problem, REQUEST_LIMITS, type Route } from '@assay/protocol';
import type { FastifyRequest } from 'fastify';
import type { Upload } from './free-work.ts';
import { createJsonScan } from './json-scan.ts';

/** Whether the request is an anonymous call to a probe route, which may send few bytes. */
const isProbe = ({ routeOptions, caller }: FastifyRequest): boolean =>
  routeOptions.config.route?.access === 'probe' && caller === undefined;

/** The size limit of this request's body and the problem for exceeding it. */
function bodyLimitOf(request: FastifyRequest): { bytesMax: number; refuse: () => Problem } {
  if (isProbe(request)) return { bytesMax: REQUEST_LIMITS.probeBytesMax, refuse: () => new Problem('unauthenticated') };
  return { bytesMax: bytesMaxOf(request.routeOptions.config.route), refuse: () => new Problem('body_too_large') };
}

export const bytesMaxOf = (route: Route | undefined): number => BODY_LIMITS[route?.bodyLimit ?? 'json'];

/** Throws when the declared length exceeds the limit, before any of the body is read. */
export function requireLength(request: FastifyRequest): void {
  const { bytesMax, refuse } = bodyLimitOf(request);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw refuse();
}

/**
 * Reads a body within its limits. Length, values and nesting are checked as it arrives, so that a refused body is
 * neither kept nor parsed. Node reads and discards the rest of a refused body, for at most the duration of a request.
 */
export function readBody(request: FastifyRequest, payload: Readable, upload?: Upload): Promise<Buffer> {
  const { bytesMax, refuse } = bodyLimitOf(request);
  // An RPC refusal uses the envelope found in the text, so the text is kept. Such a body is short, and the parser
  // checks the same limits.
  const scan = request.routeOptions.config.route?.speaksRpc ? undefined : createJsonScan();
  const chunks: Buffer[] = [];
  let length = 0;

  return new Promise((resolve, reject) => {
    const settle = (): void => {
      payload.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      payload.on('error', () => undefined);
      upload?.end();
    };
    const fail = (error: unknown): void => {
      settle();
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      try {
        if (length > bytesMax) throw refuse();
        scan?.add(chunk);
        upload?.add(chunk.length);
      } catch (error) {
        fail(error);
        return;
      }
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      settle();
      resolve(Buffer.concat(chunks, length));
    };
    const onError = (cause: unknown): void => fail(endedEarly(cause));
    const onClose = (): void => fail(endedEarly());
    upload?.onEvicted(fail);
    payload.on('data', onData).once('end', onEnd).once('error', onError).once('close', onClose);
  });
}

const endedEarly = (cause?: unknown): Problem =>
  new Problem('malformed_request', { reason: 'the connection ended before the body did' }, { cause });
