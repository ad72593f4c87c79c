import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LocalAccount } from '@assay/chain';
import { ChainOutboxItem, Delivery, listOf, Submission, SubmissionAccepted, WebhookCreated } from '@assay/protocol';
import { type ModelServer, passEveryProduct, startModelServer } from '@assay/reader/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemNetwork } from './platform/fetch/index.ts';
import { createLogger } from './platform/log/index.ts';
import { type ChainServer, startChainServer } from './testing/chain-server.ts';
import { DEV, registerDeveloper, type TestDeveloper } from './testing/developer.ts';
import { signTerms, toBase64Json } from './testing/payer.ts';
import { benignSkill } from './testing/submission-builder.ts';
import { SUBMIT } from './testing/submitter.ts';
import { OPERATOR } from './testing/test-server.ts';

const PLAYER = '/certsvc/v1/submissions';
const KINDS = ['submission.*', 'certificate.*'];
/** The two submissions are reviewed, anchored and announced together. */
const REQUEST_IDS = ['first-request-0001', 'second-request-0002'] as const;

type Line = { requestId?: string; queue?: string; key?: string; msg: string };
const lines: string[] = [];
const log = createLogger('debug', { write: (line) => void lines.push(line) });
const received: string[] = [];
const receiver = createServer(async (request, response) => {
  received.push(JSON.stringify(request.headers) + (await text(request)));
  response.writeHead(204).end();
});

type Followed = { requestId: string; submissionId: string; certificateId: string };
let house: ChainServer;
let model: ModelServer;
let developer: TestDeveloper;
let wallet: LocalAccount;
let deliveries: Delivery[];
let hookId: string;
let stream: Promise<string>;
const streamAbort = new AbortController();
const followed: Followed[] = [];

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  model = await startModelServer(passEveryProduct);
  const reader = { name: 'scripted', endpoint: model.endpoint, model: 'scripted-1', family: 'scripted', retries: 0 };
  const env = { WEBHOOK_ALLOW_LOOPBACK: '1', ASSAY_MODELS: JSON.stringify([reader]) };
  house = await startChainServer({ log, network: systemNetwork, env });
  developer = await registerDeveloper(house.server, 'traced@example.org');
  wallet = await house.chain.newAccount({ usdc: 100_000_000n });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  hookId = WebhookCreated.parse((await developer.post(`${DEV}/webhooks`, { url, kinds: KINDS })).body).id;
  const opened = await fetch(`${house.server.url}/api/v1/stream?topics=certificates`, { signal: streamAbort.signal });
  stream = readUntilAborted(opened);
});
beforeAll(async () => {
  const accepted = await Promise.all(REQUEST_IDS.map(submit));
  // Only the loop that fetches beacons, which no request started, continues a review whose engine has reported.
  await eventually(async () => {
    const { rows } = await house.server.database.pool.query('SELECT FROM round_reports');
    expect(rows).toHaveLength(accepted.length);
  });
  for (const { requestId, submissionId } of accepted)
    followed.push({ requestId, submissionId, certificateId: await certified(submissionId) });
  deliveries = await eventually(async () => {
    const { body } = await developer.get(`${DEV}/webhooks/${hookId}/deliveries?limit=100`);
    const { items } = listOf(Delivery).parse(body);
    const anchored = items.filter(({ kind }) => kind === 'certificate.anchored');
    expect(anchored.length).toBeGreaterThanOrEqual(followed.length);
    // The line follows the stored state.
    const logged = linesWith('webhook delivered').map(({ key }) => key);
    expect(items.filter(({ state, id }) => state !== 'DELIVERED' || !logged.includes(id))).toEqual([]);
    return items;
  });
  streamAbort.abort();
});
afterAll(async () => {
  streamAbort.abort();
  await house.close();
  await model.close();
  receiver.closeAllConnections();
  receiver.close();
});

const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 120_000, interval: 400 });

async function readUntilAborted({ body }: Response): Promise<string> {
  if (body === null) throw new Error('The stream has no body.');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return read;
      read += value;
    }
  } catch (error) {
    if (!streamAbort.signal.aborted) throw error;
    return read;
  }
}

/** Submits and pays. Only the paying request has a known id. */
async function submit(requestId: string): Promise<{ requestId: string; submissionId: string }> {
  const skill = { productType: 'SKILL', skillMdContent: benignSkill(`traced-${requestId}`) };
  const asked = await developer.post(SUBMIT, skill);
  const payment = { 'payment-signature': toBase64Json(await signTerms(asked, wallet)) };
  const headers = { ...developer.headers, ...payment, 'x-request-id': requestId };
  const answer = await house.server.post(SUBMIT, skill, headers);
  expect(answer.headers.get('x-request-id')).toBe(requestId);
  return { requestId, submissionId: SubmissionAccepted.parse(answer.body).submissionId };
}

/** Advances the clock and the chain: a draw uses a block that is younger than its subject. */
const certified = (submissionId: string): Promise<string> =>
  eventually(async () => {
    house.server.clock.advance(1_000);
    await house.chain.giveEther(wallet.address, 1n);
    const { state, result } = Submission.parse((await developer.get(`${PLAYER}/${submissionId}`)).body);
    expect(state).toBe('CERTIFIED');
    return result?.certificateId ?? '';
  });

const linesWith = (msg: string): Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg);

describe('the id of the request that pays for a submission', () => {
  it('is in the log lines of the model readings, and in no others of them', () => {
    const read = linesWith('model read a bundle');

    for (const { requestId, submissionId: key } of followed)
      expect(read).toContainEqual(expect.objectContaining({ requestId, queue: 'council.advance', key }));
    expect(new Set(read.map(({ requestId }) => requestId))).toEqual(new Set(REQUEST_IDS));
  });

  it('is in the log line of the transaction that anchors its certificate', async () => {
    const { body } = await house.server.get('/api/v1/operator/chain-outbox?limit=100', OPERATOR);
    const { items } = listOf(ChainOutboxItem).parse(body);

    const mined = linesWith('chain transaction mined');

    for (const { requestId, certificateId } of followed) {
      const key = items.find(({ ref }) => ref.id === certificateId)?.id;
      expect(mined.filter((line) => line.key === key)).toMatchObject([{ requestId, queue: 'chain' }]);
    }
  });

  it('is in the log line of every webhook delivery about the submission and its certificate', () => {
    const delivered = new Map(linesWith('webhook delivered').map((line) => [line.key, line]));

    for (const { requestId, submissionId, certificateId } of followed) {
      const own = deliveries.filter(({ eventId }) => {
        const message = received.find((one) => one.includes(eventId)) ?? '';
        return message.includes(submissionId) || message.includes(certificateId);
      });
      const kinds = own.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['certificate.issued', 'certificate.anchored']));
      for (const { id } of own) expect(delivered.get(id)).toMatchObject({ requestId, queue: 'webhooks' });
    }
  });

  it('is in no message of a webhook, no event and no public answer', async () => {
    const { server } = house;
    const stored = await server.database.pool.query(
      'SELECT DISTINCT request_id FROM events WHERE request_id = ANY ($1)',
      [[...REQUEST_IDS]],
    );
    const paths = followed.flatMap(({ submissionId, certificateId }) => [
      `${PLAYER}/${submissionId}`,
      `${PLAYER}/${submissionId}/events`,
      `/api/v1/public/certificates/${certificateId}`,
      `/api/v1/public/certificates/${certificateId}/verify`,
      `/api/v1/public/certificates/${certificateId}/live-status`,
    ]);
    const own = [
      `${DEV}/history`,
      `${DEV}/dashboard/summary`,
      `${DEV}/me/export`,
      `${DEV}/webhooks/${hookId}/deliveries`,
    ];
    const answers = await Promise.all(
      [...paths, ...own, '/.well-known/skill-store'].map((path) => developer.get(path)),
    );

    expect(stored.rows).toHaveLength(REQUEST_IDS.length);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const streamed = await stream;
    for (const { certificateId } of followed) expect(streamed).toContain(certificateId);
    const seen = [streamed, ...received, ...answers.map(({ text: body }) => body)].join('\n');
    for (const requestId of REQUEST_IDS) expect(seen.replaceAll(`traced-${requestId}`, '')).not.toContain(requestId);
  });
});
