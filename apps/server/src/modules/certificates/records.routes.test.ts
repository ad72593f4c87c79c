import { createHash } from 'node:crypto';
import {
  type CertificateId,
  CertificateRecord,
  LiveStatus,
  payloadHash,
  payloadSha256,
  SourceIntegrity,
  verifyStatement,
} from '@assay/protocol';
import { buildFinding, buildManifest, buildRound } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const UNKNOWN_ID = 'ffffffffffffffffffffffff';
const FILES = {
  'SKILL.md': '\ufeff# Grüße\r\nRead.\rWrite.\n',
  'scripts/run.sh': 'echo 1\r\n',
  'a/Z.txt': '',
  'a.txt': '1',
};
const path = (id: string, rest = '') => `/api/v1/public/certificates/${id}${rest}`;
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Fills every optional member and nested list, so that a member that is lost in the response fails a test. */
async function issueRich(): Promise<CertificateId> {
  const findings = [buildFinding(), buildFinding({ severity: 'HIGH', path: null, startLine: null, endLine: null })];
  const round = buildRound();
  const panels = round.panels.map((panel) => ({
    ...panel,
    verdicts: [
      {
        validatorId: 'v-1',
        validatorName: 'Ünï "quoted"',
        family: 'instruction',
        verdict: 'SAFE' as const,
        severity: 'LOW' as const,
        blocking: false,
        findings,
        commitment: round.verdictHash,
        salt: round.verdictHash,
        revealedAt: round.completedAt,
      },
    ],
  }));
  const beacon = { source: 'eip155:84532', value: round.verdictHash, seed: round.verdictHash, at: round.startedAt };
  return issueCertificate(server, {
    files: FILES,
    productType: 'SKILL+API',
    endpointStatus: 'FAILED',
    description: 'Line\u2028separators, </script>, \\ and 翻訳.',
    manifest: buildManifest({
      externalCalls: ['https://api.example/'],
      externalCallDetails: [{ url: 'https://api.example/', method: 'GET', auth: null, reason: null }],
      secrets: ['KEY'],
      tools: ['read'],
    }),
    endpointReview: { observedUrls: ['https://seen.example/'], declaredEndpoints: ['https://api.example/'] },
    retainedWarnings: findings,
    round: { ...round, beacon, panels },
    limitations: ['No network was available.'],
  });
}

describe('the full record', () => {
  it('contains exactly the sealed payload: its hashes can be computed from the response', async () => {
    const id = await issueRich();

    const answer = await server.get(path(id));
    const { payload, seal } = CertificateRecord.parse(answer.body);
    const sent = (answer.body as { payload: unknown }).payload;

    expect(payloadHash(sent)).toBe(seal.payloadHash);
    expect(payloadSha256(sent)).toBe(seal.payloadSha256);
    expect(payload).toEqual(sent);
    expect(seal.keyId).toBe(server.signer.keyId);
  });

  it('is immutable for every cache, and does not change with the status', async () => {
    const id = await issueRich();
    const before = await server.get(path(id));

    await server.operate(`/api/v1/operator/certificates/${id}/revoke`, { reason: 'Its author was impersonated.' });
    const after = await server.get(path(id));

    expect(before.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(after.text).toBe(before.text);
    const unchanged = await server.get(path(id), { 'if-none-match': before.headers.get('etag') ?? '' });
    expect(unchanged.status).toBe(304);
  });
});

describe('the statement', () => {
  it('is signed by the issuer and names every file, the entry and the payload', async () => {
    const id = await issueRich();
    const { seal } = CertificateRecord.parse((await server.get(path(id))).body);

    const { body } = await server.get(path(id, '/statement'));
    const { statement, keyIds } = verifyStatement(body, [server.signer.publicKey]);

    expect(keyIds).toEqual([server.signer.keyId]);
    expect(statement.predicate).toMatchObject({ certificateId: id, payloadHash: seal.payloadHash });
    const digests = new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]));
    for (const [name, text] of Object.entries(FILES)) expect(digests.get(name)).toBe(sha256(text));
    expect(digests.get(`urn:assay:payload:${id}`)).toBe(seal.payloadSha256);
  });
});

describe('source integrity', () => {
  it('returns digests that anyone can compute from the files', async () => {
    const id = await issueRich();

    const integrity = SourceIntegrity.parse((await server.get(path(id, '/source-integrity'))).body);

    const normalised = FILES['SKILL.md'].replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    const sorted = Object.entries(FILES).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(integrity).toMatchObject({
      certificateId: id,
      entry: 'SKILL.md',
      skillMdSha256: sha256(normalised),
      entrySha256: sha256(normalised),
      rawSha256: sha256(FILES['SKILL.md']),
      files: sorted.map(([file, text]) => ({ path: file, size: Buffer.byteLength(text), sha256: sha256(text) })),
      bundleSha256: sha256(sorted.map(([file, text]) => `${file}\0${sha256(text)}\n`).join('')),
      normalisation: 'lf-v1',
      binding: 'COMMIT',
    });
  });
});

describe('live status', () => {
  it('shows the state, its history, the flags, and monitoring that has not run', async () => {
    const id = await issueCertificate(server);
    await server.post(`/certsvc/v1/certificates/${id}/flag`, {
      walletAddress: '0x00000000000000000000000000000000000000b2',
      category: 'OTHER',
      description: 'Something about this skill looks wrong to me.',
    });
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: 'Found unsafe by the platform.' });

    const answer = await server.get(path(id, '/live-status'));

    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    expect(LiveStatus.parse(answer.body)).toMatchObject({
      certificateId: id,
      valid: false,
      status: 'SUSPENDED',
      statusReason: 'PLATFORM_DETERMINATION',
      activeFlagCount: 0,
      flags: { received: 1, open: 0, confirmed: 0, dismissed: 0, withdrawn: 0 },
      monitoring: { state: 'SCHEDULED', lastCheckedAt: null, nextCheckAt: null, checks: [] },
      history: [
        { status: 'APPROVED', statusReason: null },
        { status: 'SUSPENDED', statusReason: 'PLATFORM_DETERMINATION' },
      ],
      onChain: null,
    });
  });

  it('keeps its ETag while nothing changes, regardless of the time of the request', async () => {
    const id = await issueCertificate(server);
    const first = await server.get(path(id, '/live-status'));
    const etag = first.headers.get('etag') ?? '';
    server.clock.advance(1_000);

    const second = await server.get(path(id, '/live-status'));
    const unchanged = await server.get(path(id, '/live-status'), { 'if-none-match': etag });
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: 'Found unsafe by the platform.' });
    const changed = await server.get(path(id, '/live-status'), { 'if-none-match': etag });

    expect(second.headers.get('etag')).toBe(etag);
    expect(LiveStatus.parse(second.body).checkedAt).not.toBe(LiveStatus.parse(first.body).checkedAt);
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ status: 'SUSPENDED' })]);
  });

  it('counts reads in batches, which appear after the batch is written, by day and month', async () => {
    const id = await issueCertificate(server);
    const read = async () => LiveStatus.parse((await server.get(path(id, '/live-status'))).body);
    await server.get(path(id));
    for (let reads = 0; reads < 3; reads++) await server.get(path(id, '/verify'));
    expect((await read()).verifications.total).toBe(0);

    await server.app.reads.flush();
    await server.get(path(id, '/verify'));
    await server.app.reads.flush();

    expect(await read()).toMatchObject({
      views: { total: 1, last24h: 1, last30d: 1 },
      verifications: { total: 4, last24h: 4, last30d: 4 },
    });
    server.clock.advance(2 * 86_400_000);
    expect((await read()).verifications).toMatchObject({ total: 4, last24h: 0, last30d: 4 });
  });

  it('shows each of the last 30 days, and counts lookups of copies separately', async () => {
    const id = await issueCertificate(server);
    const read = async () => LiveStatus.parse((await server.get(path(id, '/live-status'))).body);
    const { body } = await server.get(path(id, '/source-integrity'));
    const digest = `sha256:${(body as { bundleSha256: string }).bundleSha256}`;
    const batch = (items: object[]) => server.post('/api/v1/public/verify/batch', { items });
    await server.get(path(id, '/verify'));
    await batch([{ certificateId: id }, { digest }]);
    await server.app.reads.flush();
    server.clock.advance(2 * 86_400_000);
    await server.get(`/api/v1/public/verify/by-digest/${digest}`);
    await batch([{ digest }, { digest: `sha256:${'0'.repeat(64)}` }]);
    await server.app.reads.flush();

    const { verifications, copies } = await read();

    expect(verifications.days.slice(-3)).toEqual([2, 0, 0]);
    expect(copies.days.slice(-3)).toEqual([1, 0, 2]);
    expect(copies).toMatchObject({ total: 3, last24h: 2, last30d: 3 });
    server.clock.advance(28 * 86_400_000);
    expect((await read()).copies.days.slice(0, 2)).toEqual([0, 2]);
  });
});

describe('unknown and malformed ids', () => {
  it.each(['', '/live-status', '/source-integrity', '/statement', '/flags', '/badge.json'])(
    'get the same 404 under %s',
    async (rest) => {
      const [unknown, malformed] = [await server.get(path(UNKNOWN_ID, rest)), await server.get(path('x', rest))];

      expect([unknown.status, malformed.status]).toEqual([404, 404]);
      expect(unknown.body).toMatchObject({ code: 'certificate_not_found' });
      expect(malformed.body).toMatchObject({ code: 'certificate_not_found' });
    },
  );
});

describe('the badge', () => {
  it('is drawn for any id, and shows an unknown id as not certified', async () => {
    const id = await issueCertificate(server);
    const [known, unknown, malformed] = [
      await server.get(path(id, '/badge.svg')),
      await server.get(path(UNKNOWN_ID, '/badge.svg')),
      await server.get(path('%3Cscript%3E', '/badge.svg')),
    ];

    expect([known.status, unknown.status, malformed.status]).toEqual([200, 404, 404]);
    expect(known.text).toContain('certified</text>');
    for (const { text, headers } of [unknown, malformed]) {
      expect(text).toContain('not certified');
      expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
      expect(headers.get('cache-control')).toBe('public, max-age=60');
    }
    expect(malformed.text).not.toContain('<script');
  });

  it('is never answered with 304 for an id that is not certified', async () => {
    const first = await server.get(path(UNKNOWN_ID, '/badge.svg'));

    const again = await server.get(path(UNKNOWN_ID, '/badge.svg'), {
      'if-none-match': first.headers.get('etag') ?? '*',
    });

    expect(again.status).toBe(404);
  });

  it('has a compact style, rejects other styles, and is also available as JSON', async () => {
    const id = await issueCertificate(server, { securityLevel: 'MEDIUM' });

    expect((await server.get(path(id, '/badge.svg?style=compact'))).text).not.toContain('>assay</text>');
    expect((await server.get(path(id, '/badge.svg?style=baroque'))).status).toBe(422);
    expect((await server.get(path(id, '/badge.json'))).body).toEqual({
      schemaVersion: 1,
      label: 'assay',
      message: 'certified · medium',
      color: '#1a7f37',
    });
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: 'Found unsafe by the platform.' });
    expect((await server.get(path(id, '/badge.json'))).body).toMatchObject({ message: 'suspended' });
  });
});

describe('sealed rows', () => {
  it.each([
    ["UPDATE certificates SET name = 'other'", 'certificates'],
    ['DELETE FROM certificates', 'certificates'],
    ['TRUNCATE certificates CASCADE', 'certificates'],
    ["UPDATE certificate_status_changes SET status = 'APPROVED'", 'certificate_status_changes'],
    ['DELETE FROM certificate_status_changes', 'certificate_status_changes'],
    ["UPDATE audit_log SET actor = 'nobody'", 'audit_log'],
    ['DELETE FROM audit_log', 'audit_log'],
    ['TRUNCATE audit_log', 'audit_log'],
  ])('reject: %s', async (statement, table) => {
    await expect(server.database.pool.query(statement)).rejects.toThrow(`${table} is append-only`);
  });
});
