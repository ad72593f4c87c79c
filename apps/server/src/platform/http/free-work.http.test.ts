import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { FREE_WORK_LIMITS } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const VALIDATE = '/certsvc/v1/submissions/validate';
const LOOK_MS = 20;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const held: ClientRequest[] = [];
afterEach(() => {
  for (const one of held.splice(0)) one.destroy();
});

const newKey = async (name: string): Promise<string> => {
  const { address } = createTestWallet(name);
  return (await server.app.credentials.mintApiKey({ actorId: randomUUID(), walletAddress: address })).apiKey;
};

/** All of 127.0.0.0/8 is this machine: each may be a caller of its own. */
function open(key: string, localAddress: string, length: number): ClientRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': length };
  return request(new URL(VALIDATE, server.url), { method: 'POST', headers, localAddress }).on('error', () => undefined);
}

/** Its body never comes. */
function hold(key: string, localAddress: string): void {
  const asked = open(key, localAddress, 100);
  asked.flushHeaders();
  held.push(asked);
}

async function ask(key: string, localAddress: string) {
  const asked = open(key, localAddress, 2);
  asked.end('{}');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await pause(LOOK_MS);
}

describe('work that costs its caller nothing', () => {
  it('is refused to an address or a principal that has some under way, before the credential is looked at', async () => {
    const [one, other] = [await newKey('free-one'), await newKey('free-other')];
    hold(one, '127.0.0.2');
    await until(async () => (await ask('nobody', '127.0.0.2')).status === 429);

    expect(await ask(other, '127.0.0.2')).toEqual({ status: 429, retryAfter: '2' });
    expect(await ask(one, '127.0.0.3')).toEqual({ status: 429, retryAfter: '2' });
    expect((await ask('nobody', '127.0.0.3')).status).toBe(401);
    expect((await ask(other, '127.0.0.3')).status).toBe(422);

    held.pop()?.destroy();
    await until(async () => (await ask(one, '127.0.0.2')).status === 422);
  });

  it('is refused to everybody when all places are taken, and given again when one is free', async () => {
    const last = await newKey('free-last');
    for (let place = 0; place < FREE_WORK_LIMITS.requestsMax; place++) {
      hold(await newKey(`free-${place}`), `127.0.1.${place + 1}`);
    }
    await until(async () => (await ask('nobody', '127.0.0.4')).status === 503);

    expect(await ask(last, '127.0.0.4')).toEqual({ status: 503, retryAfter: '2' });

    held.pop()?.destroy();
    await until(async () => (await ask(last, '127.0.0.4')).status === 422);
  });
});
