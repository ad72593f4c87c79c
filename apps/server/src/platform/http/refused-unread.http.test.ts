/** Refusals while the body is still arriving: no client here ever sends the end of a body. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { REQUEST_LIMITS } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEV, registerDeveloper } from '../../testing/developer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SUBMIT = '/api/v1/certsvc/submit';
const LARGE = 8 * 1024 * 1024;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await registerDeveloper(server, 'half@example.org'));
});
afterAll(() => server.close());

const opened: ClientRequest[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.destroy();
});

/** The answer to the first bytes of a body; without a length, they are sent as chunks. */
async function sendPart(path: string, part: string, headers: Record<string, string | number>) {
  const all = { 'content-type': 'application/json', ...headers };
  const asked = request(new URL(path, server.url), { method: 'POST', headers: all }).on('error', () => undefined);
  opened.push(asked);
  asked.flushHeaders();
  if (part !== '') asked.write(part);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, connection: answer.headers.connection, body: await json(answer) };
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe('a caller without access', () => {
  it.each([
    ['without a credential, by the length it declares', '', { 'content-length': LARGE }],
    ['without a credential, by the bytes that arrive', `{${' '.repeat(REQUEST_LIMITS.probeBytesMax)}`, {}],
    ['with a credential that is none', '', { 'content-length': LARGE, ...bearer('dev_none') }],
  ])('gets 401 before the body has arrived: %s', async (_, part, headers) => {
    expect(await sendPart(SUBMIT, part, headers)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('gets 403 before the body has arrived', async () => {
    const { address } = createTestWallet('half-sent');
    const { apiKey } = await server.app.credentials.mintApiKey({ actorId: randomUUID(), walletAddress: address });
    const headers = { 'content-length': LARGE, ...bearer(apiKey) };

    expect(await sendPart(SUBMIT, '{', headers)).toMatchObject({ status: 403, body: { code: 'wrong_plane' } });
  });
});

describe('the rest of a refused body', () => {
  it('is not read when many bodies are refused: the connection closes after the answer', async () => {
    const refusals = Math.ceil(REQUEST_LIMITS.drainBytesMax / LARGE) + 8;
    const answers = [];
    for (let at = 0; at < refusals; at++) answers.push(await sendPart(SUBMIT, '', { 'content-length': LARGE }));

    expect(answers.every(({ status }) => status === 401)).toBe(true);
    expect(answers.filter(({ connection }) => connection === 'close').length).toBeGreaterThan(0);
  });
});

describe('JSON', () => {
  it.each([
    ['nested too deep', '['.repeat(REQUEST_LIMITS.jsonDepthMax + 1)],
    ['with too many values', `[${'0,'.repeat(REQUEST_LIMITS.jsonValuesMax)}`],
    ['with too many empty lists', `[${'[],'.repeat(REQUEST_LIMITS.jsonValuesMax)}`],
  ])('%s is refused before it has arrived', async (_, part) => {
    const headers = { 'content-length': LARGE, ...bearer(token) };

    expect(await sendPart(`${DEV}/drafts`, part, headers)).toMatchObject({
      status: 400,
      body: { code: 'malformed_request' },
    });
  });
});
