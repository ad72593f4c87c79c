import { Comparison, SubmissionId } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIssueInput, issueCertificate } from '../../testing/certificate-builder.ts';
import type { StandInFiles } from '../../testing/git-store.ts';
import { commitOf, type Misbehaviour, type StandInHost, type StandInWorld } from '../../testing/github-stand-in.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SKILL = '# Compared\r\nUse with care.\n';
const OLD_FILES = { 'SKILL.md': SKILL, 'tools/SKILL.md': SKILL.replaceAll('\r\n', '\n'), 'large.md': '' };
const NEW_FILES = { 'SKILL.md': `${SKILL}And one line more.\n` };
/** The files of a folder, with their paths in the repository. */
const under = (files: StandInFiles): StandInFiles =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [`pdf/${path}`, file]));
const OLD = commitOf(OLD_FILES);
const NEW = commitOf(NEW_FILES);
const REPOSITORY = 'https://github.com/acme/compared';
const world: StandInWorld = {
  repositories: {
    'acme/compared': {
      commits: {
        [OLD]: OLD_FILES,
        [NEW]: NEW_FILES,
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

  it('shows whether the whole folder is the certified one', async () => {
    const files = { 'SKILL.md': SKILL, 'run.sh': 'echo one\n' };
    const changed = { ...files, 'run.sh': 'echo two\n' };
    const linked = { ...files, 'run.sh': { symlink: 'SKILL.md' } };
    const runnable = { ...files, 'run.sh': { exec: 'echo one\n' } };
    const versions = [files, changed, linked, runnable].map((each) => ({ 'README.md': 'x', ...under(each) }));
    const commits = versions.map((each) => commitOf(each));
    world.repositories['acme/trees'] = {
      commits: Object.fromEntries(versions.map((each) => [commitOf(each), each])),
      branches: {},
    };
    const [certified = ''] = commits;
    const submissionId = await submitSkill(server, {
      files,
      source: { url: 'https://github.com/acme/trees', commit: certified, entry: 'pdf/SKILL.md' },
    });
    const input = buildIssueInput({ files });
    const trees = await server.app.certificates.issue({
      ...input,
      submissionId: SubmissionId.parse(submissionId),
      round: { ...input.round, submissionId: SubmissionId.parse(submissionId) },
      source: { ...input.source, url: 'https://github.com/acme/trees', entry: 'pdf/SKILL.md' },
    });

    const answers = [];
    for (const commit of commits) {
      const body = { sourceUrl: `https://github.com/acme/trees/blob/${commit}/pdf/SKILL.md` };
      const answer = await server.post(`/api/v1/public/certificates/${trees.id}/compare-skill-from-github`, body);
      const { match, sameTree } = Comparison.parse(answer.body);
      answers.push([match, sameTree]);
    }

    expect(answers).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [true, false],
    ]);
  });

  it('reports sameTree as null if it did not read a folder', async () => {
    expect(Comparison.parse((await compare({ sourceUrl: REPOSITORY, sourceRef: 'v1' })).body).sameTree).toBeNull();
  });

  it('ignores line endings', async () => {
    const { body } = await compare({ sourceUrl: `${REPOSITORY}/blob/v1/tools/SKILL.md` });

    const { match, certified, fetched } = Comparison.parse(body);
    expect(match).toBe(true);
    expect(fetched.entrySha256).toBe(certified.entrySha256);
    expect(fetched.rawSha256).not.toBe(certified.rawSha256);
  });

  it('reports a mismatch after the default branch has moved', async () => {
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
  ])('is rejected with an error code: %s', async (_, status, code, body, of = id) => {
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
      'git-upload-pack',
      { kind: 'redirect', to: 'http://169.254.169.254/' },
    ],
    ['has lost the file', 422, 'source_not_found', 'git-upload-pack', { kind: 'status', status: 404 }],
    ['is broken', 502, 'source_unavailable', 'github.com', { kind: 'status', status: 500 }],
    ['sends a hundred megabytes', 422, 'source_too_large', 'git-upload-pack', { kind: 'huge' }],
    ['sends a bomb', 422, 'source_too_large', 'git-upload-pack', { kind: 'gzip_bomb' }],
    ['stops in the middle', 502, 'source_unavailable', 'git-upload-pack', { kind: 'truncated' }],
    ['never answers', 504, 'source_timeout', 'github.com', { kind: 'silent' }],
  ])('is rejected with an error code, and nothing is written: the host %s', async (_, status, code, host, how) => {
    const before = await contents();
    server.github.misbehave(host, how);

    const answer = await compare({ sourceUrl: `${REPOSITORY}/blob/v1/SKILL.md` });
    server.github.misbehave(host, undefined);

    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code, valid: false })]);
    expect(answer.text).not.toMatch(/127\.0\.0\.1|10\.0\.0\.1|169\.254|ECONN|at \w+ \(/);
    expect(await contents()).toEqual(before);
  });

  /** Row counts by table. A third party's file must not change them. */
  async function contents(): Promise<unknown> {
    const { rows } = await server.database.pool.query(`
      SELECT (SELECT count(*) FROM certificates) AS certificates, (SELECT count(*) FROM events) AS events,
        (SELECT count(*) FROM certificate_status_changes) AS changes, (SELECT count(*) FROM flags) AS flags,
        (SELECT count(*) FROM operator_queue) AS queue, (SELECT count(*) FROM audit_log) AS log`);
    return rows;
  }
});
