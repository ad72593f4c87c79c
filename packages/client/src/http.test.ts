import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { createClient } from './client.ts';
import type { LoggedRequest } from './http.ts';
import { AssayError, NetworkError, ServiceError } from './reasons.ts';

const ID = '0'.repeat(24);
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const answer =
  (status: number, body: object): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body));

describe('an error of a call', () => {
  it("carries the service's problem, request id and refused values", async () => {
    const errors = [{ pointer: '/url', detail: 'must be https' }, 'no error', { pointer: 1 }];
    const problem = { code: 'validation_failed', detail: 'One value is invalid.', requestId: 'req-1', errors };
    const api = createApi({ baseUrl: await serve(answer(400, problem)) });
    const error = await api.call('readLiveStatus', { params: { id: ID } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toBeInstanceOf(AssayError);
    expect(error).toMatchObject({
      name: 'AssayError',
      code: 'request_refused',
      problem: 'validation_failed',
      status: 400,
      requestId: 'req-1',
      errors: [{ pointer: '/url', detail: 'must be https' }],
    });
  });

  it('names the address and the cause when there is no answer', async () => {
    const baseUrl = 'http://127.0.0.1:1';
    const error = await createApi({ baseUrl, attempts: 1 })
      .call('readLiveStatus', { params: { id: ID } })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code: 'unreachable', url: baseUrl });
    expect((error as Error).message).toContain(baseUrl);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });
});

describe('an abort signal', () => {
  it('ends the requests of its client, which then decides nothing and sends no more', async () => {
    const stop = new AbortController();
    let asked = 0;
    const baseUrl = await serve(() => {
      asked += 1;
      stop.abort();
    });
    const verification = await createClient({ baseUrl, signal: stop.signal }).verify(ID);
    expect(verification).toMatchObject({ valid: false, outcome: 'undecidable' });
    expect(verification.reasons.map(({ detail }) => detail)).toEqual(['The request was aborted.']);
    expect(asked).toBe(1);
  });
});

describe('the log hook', () => {
  it('receives every attempt with its outcome, and neither headers nor bodies', async () => {
    let failures = 1;
    const baseUrl = await serve((request, response) =>
      answer(failures-- > 0 ? 503 : 404, { code: 'certificate_not_found' })(request, response),
    );
    const logged: LoggedRequest[] = [];
    const log = (request: LoggedRequest) => logged.push(request);
    await createClient({ baseUrl, token: 'secret-token', log, wait: async () => undefined }).verify(ID);
    expect(logged).toMatchObject([
      { method: 'GET', attempt: 1, status: 503, path: expect.stringContaining(ID) },
      { method: 'GET', attempt: 2, status: 404 },
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret-token');
    const [silent] = await createClient({ baseUrl: 'http://127.0.0.1:1', attempts: 1, log })
      .verify(ID)
      .then(() => logged.slice(2));
    expect(silent).toMatchObject({ attempt: 1, error: { code: 'unreachable' } });
    expect(silent).not.toHaveProperty('status');
  });
});

describe('a list', () => {
  const pages = (next: (cursor: string | null) => string | null) =>
    serve((request, response) => {
      const cursor = new URL(request.url ?? '', 'http://x').searchParams.get('cursor');
      answer(200, { items: [{ certificateId: cursor ?? 'first' }], nextCursor: next(cursor) })(request, response);
    });
  const read = async (baseUrl: string): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const { certificateId } of createApi({ baseUrl }).list('listCertificates', {
      query: { limit: 1 },
    }) as AsyncIterable<{ certificateId: string }>)
      found.push(certificateId);
    return found;
  };

  it('yields every item of every page', async () => {
    const next = { first: 'a', a: 'b', b: null } as const;
    expect(await read(await pages((cursor) => next[(cursor ?? 'first') as keyof typeof next]))).toEqual([
      'first',
      'a',
      'b',
    ]);
  });

  it('rejects a page that it has already read', async () => {
    await expect(read(await pages((cursor) => (cursor === 'a' ? 'b' : 'a')))).rejects.toMatchObject({
      code: 'bad_answer',
    });
  });

  it('requests no unneeded page', async () => {
    let asked = 0;
    const baseUrl = await pages(() => `c${asked++}`);
    for await (const _ of createApi({ baseUrl }).list('listCertificates', { query: {} })) break;
    expect(asked).toBe(1);
  });
});
