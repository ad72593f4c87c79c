import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { EVENT_KINDS, Event, STREAM_LIMITS } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { DEV, registerDeveloper } from '../../testing/developer.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { OPERATOR, startTestServer, type TestServer, WIDE_LIMITS } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: WIDE_LIMITS });
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const REASON = { reason: 'Enough was seen to decide this.' };

type Frame = { id: number; kind: string; event: Event };

/** A reader of one stream, which returns one frame per call. */
const open = (query: string, headers: Record<string, string> = {}) => openPath(`/api/v1/stream?${query}`, headers);

async function openPath(path: string, headers: Record<string, string>) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(server.url + path, { headers, signal: abort.signal });
  if (response.body === null) throw new Error('The stream has no body.');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';

  async function nextBlock(): Promise<string> {
    while (!read.includes('\n\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error('The stream ended.');
      read += value;
    }
    const end = read.indexOf('\n\n');
    const block = read.slice(0, end);
    read = read.slice(end + 2);
    return block;
  }

  async function next(): Promise<Frame> {
    const fields = new Map((await nextBlock()).split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const event = Event.parse(JSON.parse(fields.get('data') ?? ''));
    return { id: Number(fields.get('id')), kind: fields.get('event') ?? '', event };
  }
  return { response, nextBlock, next, close: () => abort.abort() };
}

async function openCount(): Promise<number> {
  const { text } = await server.get('/metrics', OPERATOR);
  return Number(/^assay_streams_open (\d+)$/m.exec(text)?.[1]);
}
const allClosed = () => vi.waitFor(async () => expect(await openCount()).toBe(0), { timeout: 60_000 });

describe('a stream', () => {
  it('starts with the retry interval, and is never cached or buffered', async () => {
    const { response, nextBlock } = await open('topics=certificates');

    expect(await nextBlock()).toBe('retry: 3000');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'ratelimit-policy': expect.any(String),
    });
  });

  it('reports a certificate from issue to revocation, in order, with the declared members', async () => {
    const stream = await open('topics=certificates,flags');
    await stream.nextBlock();
    const id = await issueCertificate(server);
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);
    await server.app.certificates.reinstate(id, null);
    await server.operate(`/api/v1/operator/certificates/${id}/revoke`, REASON);

    const frames = [await stream.next(), await stream.next(), await stream.next(), await stream.next()];

    expect(frames.map(({ kind }) => kind)).toEqual([
      'certificate.issued',
      'certificate.suspended',
      'certificate.reinstated',
      'certificate.revoked',
    ]);
    for (const { id: frameId, kind, event } of frames) {
      expect(event).toMatchObject({ seq: frameId, kind, subject: { type: 'certificate', id }, outcome: 'success' });
      expect(Object.keys(event.data).sort()).toEqual([...EVENT_KINDS[kind as keyof typeof EVENT_KINDS].data].sort());
    }
    expect(frames.map(({ id: seq }) => seq)).toEqual(frames.map(({ id: seq }) => seq).sort((a, b) => a - b));
  });

  it('of one certificate reports only that certificate, including its flags', async () => {
    const [id, other] = [await issueCertificate(server), await issueCertificate(server)];
    await server.published();
    const stream = await open(`topics=certificate:${id}`);
    await stream.nextBlock();
    await server.operate(`/api/v1/operator/certificates/${other}/suspend`, REASON);
    await server.post(`/certsvc/v1/certificates/${id}/flag`, {
      walletAddress: createTestWallet(randomUUID()).address,
      category: 'OTHER',
      description: 'Something about this skill looks wrong to me.',
    });
    const { body } = await server.get('/api/v1/operator/queue?kind=FLAG', OPERATOR);
    const [item] = (body as { items: { id: string }[] }).items;
    await server.operate(`/api/v1/operator/queue/${item?.id}/decide`, { decision: 'OPEN', ...REASON });

    const { kind, event } = await stream.next();

    expect(kind).toBe('flag.opened');
    expect(event).toMatchObject({
      subject: { id },
      data: { category: 'OTHER', severity: 'MEDIUM', activeFlagCount: 1 },
    });
  });

  it.each([
    ['Last-Event-ID', (seq: number) => ({ query: 'topics=certificates', headers: { 'last-event-id': String(seq) } })],
    ['since', (seq: number) => ({ query: `topics=certificates&since=${seq}`, headers: {} })],
  ])('resumes by %s without gap or repeat', async (_, resume) => {
    const first = await open('topics=certificates');
    await first.nextBlock();
    const ids = [await issueCertificate(server)];
    const seen = await first.next();
    first.close();
    for (let index = 0; index < 3; index++) ids.push(await issueCertificate(server));
    await server.published();

    const { query, headers } = resume(seen.id);
    const second = await open(query, headers);
    await second.nextBlock();
    const missed = [await second.next(), await second.next(), await second.next()];

    expect([seen, ...missed].map(({ event }) => event.subject.id)).toEqual(ids);
  });

  it('resumes past thousands of events of other topics', async () => {
    await issueCertificate(server);
    await server.published();
    const { pool } = server.database;
    const { rows } = await pool.query<{ seq: string }>('SELECT max(seq) AS seq FROM events');
    await pool.query(
      `INSERT INTO events (id, seq, kind, occurred_at, subject_type, subject_id, outcome, data)
       SELECT gen_random_uuid(), nextval('event_seq'), 'world.paused', $1, 'world', 'x', 'success', '{}'
       FROM generate_series(1, 12000)`,
      [server.clock.now()],
    );
    const missed = await issueCertificate(server);
    await server.published();

    const stream = await open(`topics=certificates,flags&since=${rows[0]?.seq}`);
    await stream.nextBlock();

    expect((await stream.next()).event.subject.id).toBe(missed);
  });

  it('that stopped more than a week ago must start over', async () => {
    const late = await startTestServer();
    for (let index = 0; index < 2; index++) await issueCertificate(late);
    await late.published();

    late.clock.advance(8 * DAY_MS);
    await issueCertificate(late);
    await late.published();
    const answer = await late.get('/api/v1/stream?topics=certificates&since=1');

    expect([answer.status, answer.body]).toEqual([410, expect.objectContaining({ code: 'cursor_expired' })]);
    await late.close();
  });

  it('is rejected for a future position, which would wait forever', async () => {
    const answer = await server.get('/api/v1/stream?topics=flags&since=999999999');

    expect([answer.status, answer.body]).toEqual([410, expect.objectContaining({ code: 'cursor_expired' })]);
  });

  it.each([
    ['no topics', ''],
    ['an empty list', 'topics='],
    ['an unknown topic', 'topics=certificates,weather'],
    ['a malformed certificate', 'topics=certificate:x'],
    [
      'more than twenty',
      `topics=${Array.from({ length: 21 }, (_, n) => `certificate:${n.toString(16).padStart(24, '0')}`)}`,
    ],
    ['a bad place', 'topics=flags&since=x'],
  ])('is rejected for %s', async (_, query) => {
    const answer = await server.get(`/api/v1/stream?${query}`);

    expect([answer.status, answer.body]).toEqual([422, expect.objectContaining({ code: 'validation_failed' })]);
  });

  it('accepts twenty topics', async () => {
    const topics = Array.from(
      { length: STREAM_LIMITS.topicsMax },
      (_, n) => `certificate:${n.toString(16).padStart(24, '0')}`,
    );

    expect((await open(`topics=${topics}`)).response.status).toBe(200);
  });

  it('answers HEAD with its headers, and ends', async () => {
    const head = await server.request('HEAD', '/api/v1/stream?topics=flags');

    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('uses no stream slot for HEAD', async () => {
    for (let index = 0; index <= STREAM_LIMITS.perIpMax; index++) {
      expect((await server.request('HEAD', '/api/v1/stream?topics=flags')).status).toBe(200);
    }
  });
});

describe('streams', () => {
  it('are limited to ten per address and five per principal, and closing frees them', async () => {
    await allClosed();
    const actor = { actorId: randomUUID(), walletAddress: createTestWallet('streamer').address };
    const { apiKey } = await server.app.credentials.mintApiKey(actor);
    const headers = { authorization: `Bearer ${apiKey}` };
    const own = [];
    for (let index = 0; index < STREAM_LIMITS.perPrincipalMax; index++) own.push(await open('topics=flags', headers));
    const anonymous = [];
    for (let index = 0; index < STREAM_LIMITS.perIpMax; index++) anonymous.push(await open('topics=flags'));

    const refused = [
      await server.get('/api/v1/stream?topics=flags', headers),
      await server.get('/api/v1/stream?topics=flags'),
    ];

    for (const { status, body } of refused)
      expect([status, body]).toEqual([429, expect.objectContaining({ code: 'too_many_streams' })]);
    for (const { close } of [...own, ...anonymous]) close();
    await allClosed();
    expect((await open('topics=flags')).response.status).toBe(200);
  });

  it('are counted before their first query, until it has ended', async () => {
    await allClosed();
    const client = await server.database.pool.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
    let [arrived, left] = [0, 0];
    const count = (_: unknown, response: ServerResponse) => {
      arrived += 1;
      response.once('close', () => {
        left += 1;
      });
    };
    server.app.http.server.on('request', count);
    const abort = new AbortController();
    const { signal } = abort;
    for (let index = 0; index < STREAM_LIMITS.perIpMax; index++)
      fetch(`${server.url}/api/v1/stream?topics=flags`, { signal }).catch(() => undefined);
    await vi.waitFor(() => expect(arrived).toBe(STREAM_LIMITS.perIpMax), { timeout: 60_000 });
    abort.abort();
    await vi.waitFor(() => expect(left).toBe(STREAM_LIMITS.perIpMax), { timeout: 60_000 });
    server.app.http.server.off('request', count);

    const refused = await server.get('/api/v1/stream?topics=flags&since=1');
    await client.query('ROLLBACK');
    client.release();

    expect([refused.status, refused.body]).toEqual([429, expect.objectContaining({ code: 'too_many_streams' })]);
    await vi.waitFor(async () => expect((await open('topics=flags')).response.status).toBe(200), { timeout: 60_000 });
  });

  it('of readers that left before the start release their slot', async () => {
    await allClosed();
    const client = await server.database.pool.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
    const left = new Promise<void>((resolve) => {
      server.app.http.server.once('request', (_request, response) => response.once('close', resolve));
    });
    const abort = new AbortController();
    const attempt = fetch(`${server.url}/api/v1/stream?topics=flags`, { signal: abort.signal }).catch(() => undefined);
    await vi.waitFor(
      async () => {
        const { rowCount } = await client.query(
          "SELECT FROM pg_locks JOIN pg_class ON oid = relation WHERE relname = 'events' AND NOT granted",
        );
        expect(rowCount).toBeGreaterThan(0);
      },
      { timeout: 60_000 },
    );

    abort.abort();
    await attempt;
    await left;
    await client.query('ROLLBACK');
    client.release();

    const opened = await open('topics=flags');
    await opened.nextBlock();
    expect(await openCount()).toBe(1);
  });
});

describe('a caller', () => {
  const newDeveloper = async () => {
    const accountId = randomUUID();
    const { token } = await server.app.credentials.mintDeveloperToken(accountId);
    return { owner: `account:${accountId}`, headers: { authorization: `Bearer ${token}` } };
  };

  it('follows its own submission, and everything that it owns', async () => {
    const { owner, headers } = await newDeveloper();
    const id = await submitSkill(server, { owner });
    await server.published();
    const streams = [await open(`topics=submission:${id}`, headers), await open('topics=account', headers)];
    for (const stream of streams) await stream.nextBlock();

    await server.app.inTransaction((tx) => server.app.lifecycle.moveIn(tx, id, 'taken', null));

    for (const stream of streams) {
      const { kind, event } = await stream.next();
      expect([kind, event.subject.id, event.data]).toMatchObject([
        'submission.state_changed',
        id,
        { from: 'SUBMITTED', to: 'SANDBOXING' },
      ]);
    }
  });

  it('receives nothing after its token was revoked: the stream ends', async () => {
    const developer = await registerDeveloper(server, 'leaves@example.org');
    const owner = `account:${developer.accountId}`;
    await server.published();
    const stream = await open('topics=account', developer.headers);
    await stream.nextBlock();
    expect((await developer.post(`${DEV}/logout`)).status).toBe(204);

    await submitSkill(server, { owner });

    await expect(stream.nextBlock()).rejects.toThrow('The stream ended.');
  });

  it('cannot follow submissions of other owners, or learn whether they exist', async () => {
    const { owner } = await newDeveloper();
    const id = await submitSkill(server, { owner });
    const thirdParty = await newDeveloper();
    const topics = [`submission:${id}`, `submission:${randomUUID()}`, 'actor'];

    const answers = await Promise.all([
      ...topics.map((topic) => server.get(`/api/v1/stream?topics=${topic}`, thirdParty.headers)),
      server.get(`/api/v1/stream?topics=submission:${id}`),
      server.get('/api/v1/stream?topics=account'),
    ]);

    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'topic_forbidden' } });
  });
});

describe('the stream of the operator queue', () => {
  const PATH = '/api/v1/operator/queue/stream';
  const CHANGED = 'event: queue.changed\ndata: {}';
  const HEARTBEAT = ':';

  async function nextChange({ nextBlock }: Awaited<ReturnType<typeof openPath>>): Promise<void> {
    let block = await nextBlock();
    while (block === HEARTBEAT) block = await nextBlock();
    expect(block).toBe(CHANGED);
  }

  it('announces a new item and its decision, and nothing about them', async () => {
    const certificateId = await issueCertificate(server);
    const stream = await openPath(PATH, OPERATOR);
    expect(await stream.nextBlock()).toBe('retry: 3000');
    await server.post(`/certsvc/v1/certificates/${certificateId}/flag`, {
      walletAddress: createTestWallet(randomUUID()).address,
      category: 'OTHER',
      description: 'Something about this skill looks wrong to me.',
    });
    await nextChange(stream);
    const { body } = await server.get('/api/v1/operator/queue?kind=FLAG&limit=100', OPERATOR);
    const { items } = body as { items: { id: string; subject: { certificateId: string } }[] };
    const item = items.find(({ subject }) => subject.certificateId === certificateId);

    await server.operate(`/api/v1/operator/queue/${item?.id}/decide`, { decision: 'DISMISS', ...REASON });

    await nextChange(stream);
    stream.close();
    await allClosed();
  });

  it('is for operators, with a limit of streams for each', async () => {
    const developer = await registerDeveloper(server, 'queue@example.org');
    expect((await server.get(PATH)).status).toBe(401);
    expect((await server.get(PATH, developer.headers)).body).toMatchObject({ code: 'wrong_plane' });
    const key = await server.operate('/api/v1/operator/accounts', { name: 'watches', role: 'reader' });
    const reader = { authorization: `Bearer ${(key.body as { key: string }).key}` };
    for (let count = 0; count < STREAM_LIMITS.perPrincipalMax; count++)
      expect((await openPath(PATH, reader)).response.status).toBe(200);
    expect((await server.get(PATH, reader)).body).toMatchObject({ code: 'too_many_streams' });
  });
});
