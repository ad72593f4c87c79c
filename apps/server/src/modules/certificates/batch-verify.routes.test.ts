import { createHash } from 'node:crypto';
import { DigestVerification, describeBundle, type GitMode, VerifyBatchAnswer } from '@assay/protocol';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildIssueInput, issueCertificate } from '../../testing/certificate-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const UNKNOWN_ID = 'ffffffffffffffffffffffff';
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const REASON = { reason: 'Its script turned out to be malicious.' };
const batch = async (items: unknown[]) =>
  VerifyBatchAnswer.parse((await server.post('/api/v1/public/verify/batch', { items })).body);
const byDigest = (sha256: string) => server.get(`/api/v1/public/verify/by-digest/sha256:${sha256}`);
const suspend = (id: string) => server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);

/** Two bundles with the same SKILL.md. The second one has a script beside it. */
async function issueTwins(word: string) {
  const skillMd = { 'SKILL.md': `# ${word}\r\nSame words.\n` };
  const alone = buildIssueInput({ files: skillMd });
  const beside = buildIssueInput({ files: { ...skillMd, 'run.sh': `echo ${word}` } });
  const [first, second] = [await server.app.certificates.issue(alone), await server.app.certificates.issue(beside)];
  return { alone: { id: first.id, ...alone.digests }, beside: { id: second.id, ...beside.digests } };
}

describe('a batch', () => {
  it('keeps the order, and isolates invalid items', async () => {
    const [valid, suspended] = [await issueCertificate(server), await issueCertificate(server)];
    await suspend(suspended);

    const answer = await batch([
      { certificateId: valid },
      { certificateId: UNKNOWN_ID },
      { certificateId: 'not an id' },
      { digest: 'sha256:nothing' },
      { certificateId: suspended },
      { certificateId: valid },
    ]);

    expect(answer.allValid).toBe(false);
    expect(answer.items.map(({ index, found, valid }) => [index, found, valid])).toEqual([
      [0, true, true],
      [1, false, false],
      [2, false, false],
      [3, false, false],
      [4, true, false],
      [5, true, true],
    ]);
    expect(answer.items[0]?.reason).toBeNull();
    expect(answer.items[4]?.reason).toMatch(/^Not valid:/);
    expect(answer.items[4]?.record).toMatchObject({ status: 'SUSPENDED' });
  });

  it('is valid as a whole only if every item is', async () => {
    const ids = [await issueCertificate(server), await issueCertificate(server)];

    expect((await batch(ids.map((certificateId) => ({ certificateId })))).allValid).toBe(true);
  });

  it('accepts a local copy only by a digest that covers it', async () => {
    const { beside } = await issueTwins('local copy');
    const expecting = (expectSha256: string) => ({ certificateId: beside.id, expectSha256 });

    const { items } = await batch([
      expecting(beside.entrySha256),
      expecting(beside.rawSha256),
      expecting(beside.bundleSha256),
      expecting('0'.repeat(64)),
    ]);

    expect(items.map(({ valid, scope }) => [valid, scope])).toEqual([
      [false, 'ENTRY_ONLY'],
      [false, 'ENTRY_ONLY'],
      [true, 'BUNDLE'],
      [false, null],
    ]);
    expect(items[0]?.reason).toMatch(/entry file only/);
    expect(items[0]?.record).toMatchObject({ valid: true });
    expect(items[3]?.reason).toBe('The local content differs from the certified content.');
  });

  it('states the scope of a digest, and trusts an entry digest only for a product with a single file', async () => {
    const { beside } = await issueTwins('scopes');
    const single = buildIssueInput({ files: { 'SKILL.md': '# a single file\n' } });
    await server.app.certificates.issue(single);
    const { entrySha256, bundleSha256, treeSha256 } = beside;

    const { items, allValid } = await batch([
      { digest: `sha256:${entrySha256}`, treeSha256 },
      { digest: `sha256:${bundleSha256}` },
      { digest: `sha256:${treeSha256}` },
      { digest: `sha256:${single.digests.entrySha256}` },
      { certificateId: beside.id },
    ]);
    await suspend((await issueTwins('entry of a suspended twin')).alone.id);
    const lone = await batch([{ digest: `sha256:${sha256Of('# entry of a suspended twin\nSame words.\n')}` }]);

    expect(allValid).toBe(true);
    expect(items.map(({ valid, scope }) => [valid, scope])).toEqual([
      [true, 'TREE'],
      [true, 'BUNDLE'],
      [true, 'TREE'],
      [true, 'ENTRY_ONLY'],
      [true, null],
    ]);
    expect(lone.items).toMatchObject([{ found: true, valid: false, scope: 'ENTRY_ONLY', record: { valid: true } }]);
    expect(lone.items[0]?.reason).toMatch(/entry file only/);
  });

  it('explains why a certified digest is not trusted', async () => {
    const { alone } = await issueTwins('twice certified');
    const again = await issueCertificate(server, {
      owner: 'account:other',
      files: { 'SKILL.md': '# twice certified\r\nSame words.\n' },
    });
    await suspend(again);

    const { items } = await batch([{ digest: `sha256:${alone.bundleSha256}` }]);

    expect(items[0]).toMatchObject({ found: true, valid: false, record: { certificateId: alone.id, valid: true } });
    expect(items[0]?.reason).toMatch(/suspended under another certificate/);
  });

  it.each([
    ['no items', { items: [] }],
    ['more than a hundred', { items: Array.from({ length: 101 }, () => ({ certificateId: UNKNOWN_ID })) }],
    ['both an id and a digest', { items: [{ certificateId: UNKNOWN_ID, digest: `sha256:${'0'.repeat(64)}` }] }],
    ['neither', { items: [{}] }],
    ['no list', {}],
  ])('is rejected with %s', async (_, body) => {
    const answer = await server.post('/api/v1/public/verify/batch', body);

    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'validation_failed', valid: false });
  });

  it('accepts a hundred items', async () => {
    const { items } = await batch(Array.from({ length: 100 }, () => ({ certificateId: UNKNOWN_ID })));

    expect(items).toHaveLength(100);
  });

  it('runs as many queries for a hundred digests as for one', async () => {
    const { beside } = await issueTwins('many digests');
    const unknown = (at: number) => ({ digest: `sha256:${sha256Of(`unknown ${at}`)}` });
    const query = vi.spyOn(Pool.prototype, 'query');
    const countFor = async (items: unknown[]) => {
      query.mockClear();
      await batch(items);
      return query.mock.calls.length;
    };
    const known = { digest: `sha256:${beside.bundleSha256}` };

    const one = await countFor([known]);
    const hundred = await countFor([known, ...Array.from({ length: 99 }, (_, at) => unknown(at))]);
    query.mockRestore();

    expect([one, hundred]).toEqual([2, 2]);
  });

  it('is rejected before it is parsed if it is longer than a hundred items can be', async () => {
    const answer = await server.post('/api/v1/public/verify/batch', {
      items: [{ certificateId: UNKNOWN_ID }],
      padding: ' '.repeat(64 * 1024),
    });

    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ code: 'body_too_large', valid: false });
  });
});

describe('a digest', () => {
  it('of the entry covers only the entry', async () => {
    const { alone, beside } = await issueTwins('entry only');

    const answer = DigestVerification.parse((await byDigest(alone.entrySha256)).body);
    const raw = DigestVerification.parse((await byDigest(alone.rawSha256)).body);

    expect(answer.valid).toBe(true);
    expect(answer.matches.map(({ scope, matchedBy, record }) => [scope, matchedBy, record.certificateId])).toEqual([
      ['ENTRY_ONLY', 'skillMdSha256', beside.id],
      ['ENTRY_ONLY', 'skillMdSha256', alone.id],
    ]);
    expect(raw.matches.map(({ matchedBy }) => matchedBy)).toEqual(['rawSha256', 'rawSha256']);
  });

  it('of the entry is not valid for a product with other files', async () => {
    const { alone, beside } = await issueTwins('entry of two');
    await suspend(alone.id);

    expect((await byDigest(beside.entrySha256)).body).toMatchObject({
      valid: false,
      matches: expect.arrayContaining([
        expect.objectContaining({ scope: 'ENTRY_ONLY', record: expect.objectContaining({ valid: true }) }),
      ]),
    });
    const query = `?treeSha256=${beside.treeSha256}`;
    expect(
      (await server.get(`/api/v1/public/verify/by-digest/sha256:${beside.entrySha256}${query}`)).body,
    ).toMatchObject({
      valid: true,
      matches: [{ scope: 'TREE', record: { certificateId: beside.id } }],
    });
  });

  it('is not invalidated by a suspended bundle with the same file', async () => {
    const { alone, beside } = await issueTwins('bad neighbour');
    await suspend(beside.id);

    expect((await byDigest(alone.entrySha256)).body).toMatchObject({ valid: true });
    expect((await byDigest(alone.bundleSha256)).body).toMatchObject({ valid: true });
    expect((await byDigest(beside.bundleSha256)).body).toMatchObject({
      valid: false,
      matches: [{ scope: 'BUNDLE', matchedBy: 'bundleSha256', record: { status: 'SUSPENDED' } }],
    });
  });

  it('is not trusted if the same bundle was suspended under another certificate', async () => {
    const { alone } = await issueTwins('same bundle');
    const files = { 'SKILL.md': '# same bundle\r\nSame words.\n' };
    const again = await issueCertificate(server, { owner: 'account:other', files });
    expect((await byDigest(alone.bundleSha256)).body).toMatchObject({ valid: true });

    await suspend(again);

    expect((await byDigest(alone.bundleSha256)).body).toMatchObject({ valid: false });
  });

  it('finds a valid certificate behind more flagged ones than are listed', async () => {
    const files = { 'SKILL.md': '# popular words\n' };
    const usable = await issueCertificate(server, { owner: 'account:first', files });
    for (let index = 0; index < 20; index++) {
      const id = await issueCertificate(server, {
        owner: `account:${index}`,
        files: { ...files, 'n.txt': String(index) },
      });
      await server.database.pool.query(
        `INSERT INTO flags (id, certificate_id, state, category, severity, description, evidence, wallet_address,
           wallet_proven, opened_at, triage_due_at)
         VALUES (gen_random_uuid(), $1, 'OPEN', 'OTHER', 'LOW', '', '[]', '0x', true, now(), now())`,
        [id],
      );
    }
    const [match] = DigestVerification.parse((await byDigest(sha256Of(files['SKILL.md']))).body).matches;

    expect(match?.record).toMatchObject({ certificateId: usable, valid: true });
  });

  it.each([`sha256:${'0'.repeat(64)}`, 'sha256:xyz', 'md5:0', '0'.repeat(64), `sha256:${'A'.repeat(64)}`])(
    'that is unknown or malformed gets 404 with valid false: %s',
    async (digest) => {
      const answer = await server.get(`/api/v1/public/verify/by-digest/${digest}`);

      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'digest_not_found', valid: false });
    },
  );
});

describe('a symlink and a file with the same bytes', () => {
  const utf8 = new TextEncoder();
  const bundleOf = (word: string, mode: GitMode) =>
    describeBundle(
      [
        { path: 'SKILL.md', bytes: utf8.encode(`# ${word}\n`) },
        { path: 'key', bytes: utf8.encode('notes/key'), mode },
      ],
      'SKILL.md',
    );

  it('share a bundleSha256, and differ in treeSha256', async () => {
    const [file, link] = [bundleOf('kinds', '100644'), bundleOf('kinds', '120000')];
    await server.app.certificates.issue(buildIssueInput({ digests: file }));
    expect(link.bundleSha256).toBe(file.bundleSha256);
    const ask = (sha256: string, tree?: string) =>
      server.get(`/api/v1/public/verify/by-digest/sha256:${sha256}${tree === undefined ? '' : `?treeSha256=${tree}`}`);

    expect(await ask(file.bundleSha256, file.treeSha256)).toMatchObject({ status: 200, body: { valid: true } });
    expect(await ask(file.treeSha256)).toMatchObject({
      body: { valid: true, matches: [{ matchedBy: 'treeSha256', scope: 'TREE' }] },
    });
    expect(await ask(link.bundleSha256, link.treeSha256)).toMatchObject({
      status: 404,
      body: { code: 'digest_not_found', valid: false },
    });
    expect(await ask(link.treeSha256)).toMatchObject({ status: 404 });
    const digest = `sha256:${file.bundleSha256}`;
    const { items } = await batch([
      { digest, treeSha256: file.treeSha256 },
      { digest, treeSha256: link.treeSha256 },
      { digest, expectSha256: link.treeSha256 },
    ]);
    expect(items.map(({ valid }) => valid)).toEqual([true, false, false]);
  });

  it('do not invalidate each other', async () => {
    const [file, link] = [bundleOf('suspended', '100644'), bundleOf('suspended', '120000')];
    await server.app.certificates.issue(buildIssueInput({ digests: file }));
    const { id } = await server.app.certificates.issue(buildIssueInput({ digests: link }));
    await suspend(id);

    expect((await byDigest(file.treeSha256)).body).toMatchObject({ valid: true });
    expect((await byDigest(link.treeSha256)).body).toMatchObject({ valid: false });
  });

  it('are also distinguished in lookups by id', async () => {
    const [file, link] = [bundleOf('by id', '100644'), bundleOf('by id', '120000')];
    const { id } = await server.app.certificates.issue(buildIssueInput({ digests: file }));

    const { items } = await batch([
      { certificateId: id, treeSha256: file.treeSha256 },
      { certificateId: id, treeSha256: link.treeSha256 },
    ]);

    expect(items.map(({ valid }) => valid)).toEqual([true, false]);
  });
});
