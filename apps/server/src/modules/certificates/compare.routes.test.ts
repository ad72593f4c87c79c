import { Comparison } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { commitId, type Misbehaviour, type StandInHost } from '../../testing/github-stand-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OLD = commitId('old');
const NEW = commitId('new');
const SKILL = '# Compared\r\nUse with care.\n';
const REPOSITORY = 'https://github.com/acme/compared';
const world = {
  repositories: {
    'acme/compared': {
      commits: {
        [OLD]: { 'SKILL.md': SKILL, 'tools/SKILL.md': SKILL.replaceAll('\r\n', '\n'), 'large.md': '' },
        [NEW]: { 'SKILL.md': `${SKILL}And one line more.\n` },
      },
      branches: { main: NEW },
      tags: { v1: OLD },
    },
  },
};

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await startTestServer({ github: world });
  const source = {
    type: 'github',
    url: REPOSITORY,
    ref: OLD,
    commit: OLD,
    entry: 'SKILL.md',
    binding: 'COMMIT',
  } as const;
  id = await issueCertificate(server, { name: 'compared', source, files: { 'SKILL.md': SKILL } });
});
afterAll(() => server.close());

const compare = (body: unknown) => server.post(`/api/v1/public/certificates/${id}/compare-skill-from-github`, body);
const raw = (ref: string, path = 'SKILL.md') => `https://raw.githubusercontent.com/acme/compared/${ref}/${path}`;

describe('a comparison', () => {
  it.each([
    ['a file by tag', { sourceUrl: `${REPOSITORY}/blob/v1/SKILL.md` }],
    ['a raw file by commit', { sourceUrl: raw(OLD) }],
    ['a folder', { sourceUrl: `${REPOSITORY}/tree/v1/` }],
    ['a repository at a ref', { sourceUrl: REPOSITORY, sourceRef: 'v1' }],
    ['a file whose ref is overridden', { sourceUrl: `${REPOSITORY}/blob/main/SKILL.md`, sourceRef: 'v1' }],
  ])('matches the certified bytes at %s', async (_, body) => {
    const answer = await compare(body);

    expect(answer.status).toBe(200);
    expect(Comparison.parse(answer.body)).toMatchObject({
      certificateId: id,
      match: true,
      matchedBy: 'skillMdSha256',
      resolvedCommit: OLD,
      sameCommit: true,
      sourceUrl: body.sourceUrl,
      sourceRef: 'sourceRef' in body ? body.sourceRef : null,
      valid: true,
      status: 'APPROVED',
      summary: expect.stringMatching(/^Valid:/),
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  it('sees through line endings', async () => {
    const { body } = await compare({ sourceUrl: `${REPOSITORY}/blob/v1/tools/SKILL.md` });

    const { match, certified, fetched } = Comparison.parse(body);
    expect(match).toBe(true);
    expect(fetched.entrySha256).toBe(certified.entrySha256);
    expect(fetched.rawSha256).not.toBe(certified.rawSha256);
  });

  it('says so when the default branch has moved on', async () => {
    const { body } = await compare({ sourceUrl: REPOSITORY });

    expect(Comparison.parse(body)).toMatchObject({
      match: false,
      matchedBy: null,
      resolvedCommit: NEW,
      sameCommit: false,
      valid: true,
    });
  });
});

describe('a source that cannot be compared', () => {
  it.each([
    ['an unknown certificate', 404, 'certificate_not_found', { sourceUrl: REPOSITORY }, 'f'.repeat(24)],
    ['another host', 422, 'source_url_unsupported', { sourceUrl: 'https://example.com/SKILL.md' }],
    ['plain http', 422, 'source_url_unsupported', { sourceUrl: 'http://github.com/acme/compared' }],
    ['a password in the URL', 422, 'source_url_unsupported', { sourceUrl: 'https://a:b@github.com/acme/compared' }],
    ['no URL at all', 422, 'source_url_unsupported', { sourceUrl: 'SKILL.md' }],
    ['an address of this machine', 422, 'source_url_unsupported', { sourceUrl: 'https://127.0.0.1/acme/compared' }],
    ['a missing repository', 422, 'source_not_found', { sourceUrl: 'https://github.com/acme/missing' }],
    ['a missing file', 422, 'source_not_found', { sourceUrl: `${REPOSITORY}/blob/v1/missing.md` }],
    ['a missing ref', 422, 'source_not_found', { sourceUrl: REPOSITORY, sourceRef: 'v9' }],
    ['a wrong type', 422, 'validation_failed', { sourceUrl: 7 }],
    ['an over-long URL', 422, 'validation_failed', { sourceUrl: `${REPOSITORY}/${'a'.repeat(2_048)}` }],
    ['an over-long ref', 422, 'validation_failed', { sourceUrl: REPOSITORY, sourceRef: 'a'.repeat(256) }],
    ['nothing', 422, 'validation_failed', {}],
  ])('is refused by code: %s', async (_, status, code, body, of = id) => {
    const answer = await server.post(`/api/v1/public/certificates/${of}/compare-skill-from-github`, body);

    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code, valid: false })]);
  });

  it.each<[string, number, string, StandInHost, Misbehaviour]>([
    [
      'sends us to a private address',
      502,
      'source_unavailable',
      'github.com',
      { kind: 'redirect', to: 'https://10.0.0.1/' },
    ],
    [
      'sends us to this machine',
      502,
      'source_unavailable',
      'github.com',
      { kind: 'redirect', to: 'http://127.0.0.1:80/' },
    ],
    [
      'sends us to metadata',
      502,
      'source_unavailable',
      'raw.githubusercontent.com',
      { kind: 'redirect', to: 'http://169.254.169.254/' },
    ],
    ['has lost the file', 422, 'source_not_found', 'raw.githubusercontent.com', { kind: 'status', status: 404 }],
    ['is broken', 502, 'source_unavailable', 'github.com', { kind: 'status', status: 500 }],
    ['sends a hundred megabytes', 422, 'source_too_large', 'raw.githubusercontent.com', { kind: 'huge' }],
    ['sends a bomb', 422, 'source_too_large', 'raw.githubusercontent.com', { kind: 'gzip_bomb' }],
    ['stops in the middle', 502, 'source_unavailable', 'raw.githubusercontent.com', { kind: 'truncated' }],
    ['never answers', 504, 'source_timeout', 'github.com', { kind: 'silent' }],
  ])('is refused by code, and nothing is written: the host %s', async (_, status, code, host, how) => {
    const before = await contents();
    server.github.misbehave(host, how);

    const answer = await compare({ sourceUrl: `${REPOSITORY}/blob/v1/SKILL.md` });
    server.github.misbehave(host, undefined);

    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code, valid: false })]);
    expect(answer.text).not.toMatch(/127\.0\.0\.1|10\.0\.0\.1|169\.254|ECONN|at \w+ \(/);
    expect(await contents()).toEqual(before);
  });

  /** Rows by table: nothing that a stranger's file does may leave a trace. */
  async function contents(): Promise<unknown> {
    const { rows } = await server.database.pool.query(`
      SELECT (SELECT count(*) FROM certificates) AS certificates, (SELECT count(*) FROM events) AS events,
        (SELECT count(*) FROM certificate_status_changes) AS changes, (SELECT count(*) FROM flags) AS flags,
        (SELECT count(*) FROM operator_queue) AS queue, (SELECT count(*) FROM audit_log) AS log`);
    return rows;
  }
});
