import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ProblemDocument, VerifyRecord } from '@assay/protocol';
import { buildManifest } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIssueInput, issueCertificate } from '../../testing/certificate-builder.ts';
import {
  type Answer,
  OPERATOR,
  soon,
  startTestServer,
  type TestServer,
  WIDE_LIMITS,
} from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: WIDE_LIMITS });
});
afterAll(() => server.close());

const UNKNOWN_ID = 'ffffffffffffffffffffffff';
const REASON = { reason: 'It was found to leak what it reads.' };
const verifyPath = (id: string) => `/api/v1/public/certificates/${id}/verify`;
const playerPath = (id: string) => `/certsvc/v1/certificates/${id}/verify`;
/** Another spelling of the same path bypasses the fast path. */
const ordinary = (path: string) => path.replace(/verify$/, '%76erify');
const recordOf = async (id: string): Promise<VerifyRecord> =>
  VerifyRecord.parse((await server.get(verifyPath(id))).body);

/** The first answer prepares the bytes that later answers send. */
const warm = (id: string) => server.get(verifyPath(id));

async function fastAnswers(status: 200 | 304): Promise<number> {
  const { text: figures } = await server.get('/metrics', OPERATOR);
  return Number(new RegExp(`^assay_verify_fast_total\\{status="${status}"\\} (\\d+)$`, 'm').exec(figures)?.[1]);
}

/** The headers that must agree between two requests of one client, without the parts that differ. */
function comparable({ headers }: Answer): Record<string, string> {
  const { date: _, connection: __, 'keep-alive': ___, ...same } = Object.fromEntries(headers);
  return { ...same, ratelimit: same.ratelimit?.replace(/r=\d+;t=\d+/, '') ?? '', 'x-request-id': 'any' };
}

describe('another spelling of an id', () => {
  it.each([
    ['upper case', (id: string) => id.toUpperCase()],
    ['a sign', (id: string) => `+${id.slice(1)}`],
    ['other digits behind a stop', (id: string) => `${id.slice(0, 23)}~`],
  ])('is unknown with %s, regardless of how often the certificate was requested', async (_, spell) => {
    const id = await issueCertificate(server);
    for (let asked = 0; asked < 40; asked++) await warm(id);
    const spelled = spell(id);

    for (let asked = 0; asked < 40; asked++) expect((await server.get(verifyPath(spelled))).status).toBe(404);
  });
});

describe('a verify answer', () => {
  it('lists its members in the documented order, the five deciding ones first', async () => {
    const manifest = buildManifest({ externalCalls: ['https://api.example/v1'] });
    const id = await issueCertificate(server, { productType: 'API', endpointStatus: 'PASSED', manifest });

    const { body } = await server.get(verifyPath(id));

    expect(Object.keys(VerifyRecord.parse(body))).toEqual(Object.keys(VerifyRecord.shape));
    expect(Object.keys(body as object)).toEqual(Object.keys(VerifyRecord.shape));
  });

  it('omits endpointStatus and apiDisclaimer if nothing calls out', async () => {
    const id = await issueCertificate(server);

    expect(await recordOf(id)).not.toHaveProperty('endpointStatus');
    expect(await recordOf(id)).not.toHaveProperty('apiDisclaimer');
  });

  it.each([
    ['an API', { productType: 'API' as const }],
    ['a declared external call', { manifest: buildManifest({ externalCalls: ['https://api.example/'] }) }],
    ['a declared endpoint', { manifest: buildManifest({ declaredEndpoints: ['https://api.example/'] }) }],
    ['an observed URL', { endpointReview: { observedUrls: ['https://seen.example/'], declaredEndpoints: [] } }],
  ])('carries the disclaimer for %s', async (_, changes) => {
    const id = await issueCertificate(server, changes);

    expect((await recordOf(id)).apiDisclaimer).toMatch(/network services/);
  });

  it("preserves the submitter's text in any alphabet", async () => {
    const name = 'Übersetzer 翻訳 😂 "quoted"\u2028';
    const id = await issueCertificate(server, { name });
    await warm(id);

    expect(await recordOf(id)).toMatchObject({ skillName: name });
  });

  it('has every required header', async () => {
    const { headers } = await server.get(verifyPath(await issueCertificate(server)));

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      'x-request-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      'ratelimit-policy': '"verify";q=1000000;w=60',
      ratelimit: expect.stringMatching(/^"verify";r=\d+;t=\d+$/),
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('ETag, Location, Retry-After, RateLimit'),
    });
  });

  it('keeps a well-formed request id of the client on both paths, and replaces others', async () => {
    const id = await issueCertificate(server);
    await warm(id);

    for (const path of [verifyPath(id), ordinary(verifyPath(id))]) {
      const kept = await server.get(path, { 'x-request-id': 'my-request_1' });
      const refused = await server.get(path, { 'x-request-id': 'short' });
      expect(kept.headers.get('x-request-id')).toBe('my-request_1');
      expect(refused.headers.get('x-request-id')).not.toBe('short');
    }
  });
});

describe('the fast path', () => {
  it('sends the same bytes and headers as the regular path, on both mounts', async () => {
    const id = await issueCertificate(server);
    const first = await server.get(ordinary(verifyPath(id)));
    const before = await fastAnswers(200);

    const answers = await Promise.all([verifyPath(id), playerPath(id)].map((path) => server.get(path)));

    expect((await fastAnswers(200)) - before).toBe(2);
    for (const answer of answers) {
      expect(answer.text).toBe(first.text);
      expect(comparable(answer)).toEqual(comparable(first));
    }
  });

  it('answers an unchanged record with 304, as the regular path does', async () => {
    const id = await issueCertificate(server);
    const etag = (await server.get(verifyPath(id))).headers.get('etag') ?? '';
    const slow = await server.get(ordinary(verifyPath(id)), { 'if-none-match': etag });
    const before = await fastAnswers(304);

    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await server.get(verifyPath(id), { 'if-none-match': tags });
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect(comparable(answer)).toEqual(comparable(slow));
    }

    expect(slow.status).toBe(304);
    expect((await fastAnswers(304)) - before).toBe(4);
  });

  it('answers pipelined requests in order, regardless of the path of each', async () => {
    const id = await issueCertificate(server);
    const { text: body } = await warm(id);
    const paths = [verifyPath(id), ordinary(verifyPath(id)), verifyPath(id), verifyPath(id), '/healthz'];
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);

    paths.forEach((path, place) => {
      const last = place === paths.length - 1 ? 'Connection: close\r\n' : '';
      socket.write(`GET ${path} HTTP/1.1\r\nHost: assay\r\nX-Request-Id: request-${place}\r\n${last}\r\n`);
    });

    const answered = await text(socket);
    expect([...answered.matchAll(/^x-request-id: (\S+)\r$/gim)].map(([, name]) => name)).toEqual(
      paths.map((_, place) => `request-${place}`),
    );
    expect(answered.split(body)).toHaveLength(5);
  });

  it('sends a new answer for an outdated tag', async () => {
    const id = await issueCertificate(server);
    const etag = (await server.get(verifyPath(id))).headers.get('etag') ?? '';
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);

    await soon(async () => {
      const answer = await server.get(verifyPath(id), { 'if-none-match': etag });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ valid: false, status: 'SUSPENDED' });
    });
  });
});

describe('HEAD', () => {
  it('has the headers of GET and no body', async () => {
    const id = await issueCertificate(server);
    const get = await server.get(ordinary(verifyPath(id)));

    const head = await server.request('HEAD', ordinary(verifyPath(id)));

    expect([head.status, head.text]).toEqual([200, '']);
    expect(comparable(head)).toEqual(comparable(get));
  });

  it('rejects an unknown id like GET', async () => {
    const get = await server.get(verifyPath(UNKNOWN_ID));

    const head = await server.request('HEAD', verifyPath(UNKNOWN_ID));

    expect(head.status).toBe(404);
    expect(head.headers.get('cache-control')).toBe(get.headers.get('cache-control'));
  });
});

describe('an unknown id', () => {
  it.each([
    ['unknown', UNKNOWN_ID],
    ['upper case', 'ABCDEFABCDEFABCDEFABCDEF'],
    ['too short', 'abc'],
    ['one digit too long', `${UNKNOWN_ID}f`],
    ['over-long', 'f'.repeat(4_000)],
    ['of other characters', '%00%0a%22%3Cscript%3E%2F..'],
    ['not even percent-encoded', '%zz%'],
    ['SQL', "'%20OR%201=1--"],
  ])('gets 404 with valid false: %s', async (_, id) => {
    for (const path of [verifyPath(id), playerPath(id)]) {
      const answer = await server.get(path);
      expect(answer.status).toBe(404);
      expect(ProblemDocument.parse(answer.body)).toMatchObject({ code: 'certificate_not_found', valid: false });
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('etag')).toBeNull();
    }
  });
});

describe('a certificate that is not in force', () => {
  it('is returned in full when it is suspended', async () => {
    const id = await issueCertificate(server);
    const before = await recordOf(id);
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);

    await soon(async () => {
      const after = await recordOf(id);
      expect(after).toMatchObject({
        valid: false,
        status: 'SUSPENDED',
        statusReason: 'PLATFORM_DETERMINATION',
        revoked: false,
        summary: expect.stringMatching(/^Not valid: .*suspended/),
        payloadHash: before.payloadHash,
      });
      expect(Object.keys(after)).toEqual(Object.keys(before));
    });
  });

  it('names the newer version that replaced it', async () => {
    const source = { name: 'replaced-skill', owner: 'account:replacer' };
    const older = await issueCertificate(server, { ...source, version: '1.0.0' });
    const urlOf = { url: 'https://github.com/acme/replaced-skill' };
    expect((await recordOf(older)).source).toMatchObject(urlOf);

    const newer = await issueCertificate(server, { ...source, version: '1.1.0' });

    await soon(async () =>
      expect(await recordOf(older)).toMatchObject({
        valid: false,
        status: 'DEPRECATED',
        statusReason: 'NEWER_VERSION',
        supersededBy: newer,
      }),
    );
    expect(await recordOf(newer)).toMatchObject({ valid: true, supersededBy: null });
  });

  it('cannot be reinstated after a revocation', async () => {
    const id = await issueCertificate(server);
    const revoked = await server.operate(`/api/v1/operator/certificates/${id}/revoke`, REASON);
    expect(revoked.body).toMatchObject({ status: 'SUSPENDED', statusReason: 'REVOKED', revoked: true });

    await server.app.certificates.reinstate(id, null);
    const again = await server.operate(`/api/v1/operator/certificates/${id}/revoke`, REASON);
    const suspended = await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);

    expect([again.status, suspended.status]).toEqual([409, 409]);
    expect(again.body).toMatchObject({ code: 'certificate_wrong_state' });
    await soon(async () =>
      expect(await recordOf(id)).toMatchObject({ valid: false, revoked: true, statusReason: 'REVOKED' }),
    );
  });

  it('is valid again after a passed re-audit, unless it was deprecated', async () => {
    const [plain, deprecated] = [await issueCertificate(server), await issueCertificate(server)];
    await server.app.certificates.deprecate(deprecated, null);
    for (const id of [plain, deprecated]) {
      await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);
      await server.app.certificates.reinstate(id, 'The re-audit found it safe.');
    }

    const approved = { valid: true, status: 'APPROVED', statusReason: null };
    const outdated = { valid: false, status: 'DEPRECATED', statusReason: 'OWNER_DEPRECATED' };
    await soon(async () => expect(await recordOf(plain)).toMatchObject(approved));
    await soon(async () => expect(await recordOf(deprecated)).toMatchObject(outdated));
  });
});

describe('issuing', () => {
  it('creates one certificate for one submission, even when called concurrently', async () => {
    const input = buildIssueInput();

    const rows = await Promise.all(Array.from({ length: 4 }, () => server.app.certificates.issue(input)));

    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  });

  it('leaves exactly one of many concurrent versions in force', async () => {
    const skill = { name: 'raced-skill', owner: 'account:racer' };
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) => issueCertificate(server, { ...skill, version: `1.0.${index}` })),
    );

    const records = await Promise.all(ids.map(recordOf));
    const [inForce, ...others] = records.filter(({ status }) => status === 'APPROVED');

    expect(others).toEqual([]);
    for (const record of records.filter(({ status }) => status !== 'APPROVED'))
      expect(record.supersededBy).toBe(inForce?.certificateId);
  });
});

it('links to the page of the certificate, which exists', async () => {
  const id = await issueCertificate(server);
  const { links } = VerifyRecord.parse((await server.get(`/api/v1/public/certificates/${id}/verify`)).body);

  expect((await server.get(new URL(links.page ?? '').pathname)).status).toBe(200);
});
