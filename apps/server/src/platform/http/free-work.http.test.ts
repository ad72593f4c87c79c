import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { FREE_WORK_LIMITS } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAnswerGate } from '../../testing/answer-gate.ts';
import { borrowAudit } from '../../testing/shared-audit.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const VALIDATE = '/certsvc/v1/submissions/validate';
const LOOK_MS = 20;
const SKILL = JSON.stringify({ productType: 'SKILL', skillMdContent: benignSkill('free-notes') });

let server: TestServer;
/** Free work waits inside the engine until the test opens the gate. */
let gate: ReturnType<typeof createAnswerGate>;
beforeAll(async () => {
  const engine = borrowAudit();
  server = await startTestServer({ audit: { ...engine, audit: (...given) => gate.hold(engine.audit)(...given) } });
});
beforeEach(() => {
  gate = createAnswerGate();
});
afterAll(() => server.close());

const newKey = async (name: string): Promise<string> => {
  const { address } = createTestWallet(name);
  return (await server.app.credentials.mintApiKey({ actorId: randomUUID(), walletAddress: address })).apiKey;
};

/** All of 127.0.0.0/8 is this machine, so each address can act as a separate caller. */
function open(key: string, localAddress: string, length: number, more: Record<string, string> = {}): ClientRequest {
  const authorization = `Bearer ${key}`;
  const headers = { authorization, 'content-type': 'application/json', 'content-length': length, ...more };
  return request(new URL(VALIDATE, server.url), { method: 'POST', headers, localAddress }).on('error', () => undefined);
}

async function ask(key: string, localAddress: string, body = '{}') {
  const asked = open(key, localAddress, Buffer.byteLength(body));
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await pause(LOOK_MS);
}

describe('free work', () => {
  it('is refused to an address or a principal with a request in progress, before the credential is checked', async () => {
    const [one, other] = [await newKey('free-one'), await newKey('free-other')];
    const working = ask(one, '127.0.0.2', SKILL);
    await gate.reached;

    expect(await ask('nobody', '127.0.0.2')).toEqual({ status: 429, retryAfter: '2' });
    expect(await ask(other, '127.0.0.2')).toEqual({ status: 429, retryAfter: '2' });
    expect(await ask(one, '127.0.0.3')).toEqual({ status: 429, retryAfter: '2' });
    expect((await ask('nobody', '127.0.0.3')).status).toBe(401);
    expect((await ask(other, '127.0.0.3')).status).toBe(422);

    gate.letGo();
    expect((await working).status).toBe(200);
    expect((await ask(one, '127.0.0.2')).status).toBe(422);
  });

  it('is refused to all callers when all places are taken, and granted again when one is free', async () => {
    const last = await newKey('free-last');
    const working: ReturnType<typeof ask>[] = [];
    for (let place = 0; place < FREE_WORK_LIMITS.requestsMax; place++) {
      working.push(ask(await newKey(`free-${place}`), `127.0.1.${place + 1}`, SKILL));
    }
    await until(async () => (await ask('nobody', '127.0.0.4')).status === 503);

    expect(await ask(last, '127.0.0.4')).toEqual({ status: 503, retryAfter: '2' });

    gate.letGo();
    await Promise.all(working);
    expect((await ask(last, '127.0.0.4')).status).toBe(422);
  });

  it('takes no place before its body has arrived, so half-sent requests block no caller', async () => {
    const [one, last] = [await newKey('half-one'), await newKey('half-last')];
    const halves: ClientRequest[] = [];
    for (let place = 0; place <= FREE_WORK_LIMITS.requestsMax; place++) {
      const key = place === 0 ? one : await newKey(`half-${place}`);
      const half = open(key, `127.0.2.${place + 1}`, 100, { expect: '100-continue' });
      half.flushHeaders();
      await once(half, 'continue');
      half.write('{');
      halves.push(half);
    }

    expect((await ask(last, '127.0.0.5')).status).toBe(422);
    expect((await ask(one, '127.0.2.1')).status).toBe(422);
    for (const half of halves) half.destroy();
  });
});
