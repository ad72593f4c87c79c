import { randomBytes } from 'node:crypto';
import { SourcePreview } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { commitOf } from '../../testing/github-stand-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HEAD = '---\nname: pdf-tools\nversion: 2.0.1\ndescription: Reads PDF files.\n---\n# PDF\n';
const URL = 'https://github.com/acme/skills';
const FILES = {
  'README.md': '# Skills',
  'pdf/SKILL.md': HEAD,
  'pdf/logo.png': new Uint8Array([137, 80, 78, 71, 0]),
  'pdf/link': { symlink: 'SKILL.md' },
  'out/SKILL.md': HEAD,
  'out/link': { symlink: '../README.md' },
  'huge/SKILL.md': randomBytes(196_609).toString('base64'),
  'empty/notes.txt': 'nothing to see',
  'odd/SKILL.md': new Uint8Array([0xff, 0xfe, 0x41]),
};
const OLD_FILES = { 'SKILL.md': '# old' };
const LARGE_FILES = Object.fromEntries([
  ['SKILL.md', HEAD],
  ...Array.from({ length: 24 }, (_, index) => [`notes/${index}.txt`, randomBytes(64).toString('hex')]),
]);
const MOVED_FILES = { 'SKILL.md': HEAD, 'other.txt': 'changed' };
const COMMIT = commitOf(FILES);
const OLD = commitOf(OLD_FILES);
const LARGE_COMMIT = commitOf(LARGE_FILES);
const MOVED = commitOf(MOVED_FILES);

let server: TestServer;
let developer: TestDeveloper;
beforeAll(async () => {
  server = await startTestServer({
    github: {
      repositories: {
        'acme/skills': {
          commits: {
            [COMMIT]: FILES,
            [OLD]: OLD_FILES,
          },
          branches: { main: COMMIT },
        },
        'acme/large': {
          commits: {
            [LARGE_COMMIT]: LARGE_FILES,
            [MOVED]: MOVED_FILES,
          },
          branches: { main: LARGE_COMMIT, next: MOVED },
        },
      },
    },
  });
  developer = await registerDeveloper(server, 'preview@example.org');
});
afterAll(() => server.close());

const fetchSource = (sourceUrl: string, more: object = {}) =>
  developer.post(`${DEV}/source/fetch`, { sourceUrl, ...more });
const previewOf = async (sourceUrl: string, more: object = {}) =>
  SourcePreview.parse((await fetchSource(sourceUrl, more)).body);

describe('a large tree', () => {
  const LARGE = `${DEV}/source/fetch`;
  const page = (query: string, more: object = {}) =>
    developer.post(`${LARGE}?${query}`, { sourceUrl: 'https://github.com/acme/large', ...more });

  it('is paged, with every file once', async () => {
    const paths: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await page(cursor === '' ? 'limit=10' : `limit=10&cursor=${cursor}`);
      const preview: SourcePreview = SourcePreview.parse(answer.body);
      expect(preview).toMatchObject({ total: { files: 25 }, entry: 'SKILL.md' });
      paths.push(...preview.files.map(({ path }) => path));
      cursor = preview.nextCursor;
    }

    expect(new Set(paths).size).toBe(25);
    expect(paths).toHaveLength(25);
  });

  it('invalidates the cursor after its branch has moved', async () => {
    const { nextCursor } = SourcePreview.parse((await page('limit=10')).body);

    const moved = await page(`limit=10&cursor=${nextCursor}`, { sourceRef: 'next' });

    expect(moved).toMatchObject({ status: 410, body: { code: 'cursor_expired' } });
  });

  it.each([
    ['limit=0', 422],
    ['limit=2001', 422],
    ['cursor=nonsense', 422],
  ])('rejects ?%s', async (query, status) => {
    expect(await page(query)).toMatchObject({ status, body: { code: 'validation_failed' } });
  });
});

describe('a source', () => {
  it('is shown at its commit, with every file and the metadata of the entry', async () => {
    const preview = await previewOf(`${URL}/tree/main/pdf`);

    expect(preview).toMatchObject({
      source: { type: 'github', url: URL, commit: COMMIT, ref: COMMIT, entry: 'pdf/SKILL.md', binding: 'COMMIT' },
      entry: 'SKILL.md',
      entryContent: HEAD,
      detected: { productType: 'SKILL', name: 'pdf-tools', version: '2.0.1', description: 'Reads PDF files.' },
      warnings: ['link is a symbolic link and is not followed.'],
    });
    expect(preview.files.map(({ path, size, text }) => [path, size, text])).toEqual([
      ['SKILL.md', HEAD.length, true],
      ['logo.png', 5, false],
    ]);
  });

  it('is found from the URL of a file, and from a whole repository', async () => {
    expect((await previewOf(`${URL}/blob/main/pdf/SKILL.md`)).source.entry).toBe('pdf/SKILL.md');
    expect(await fetchSource(URL, { entry: 'pdf/SKILL.md' })).toMatchObject({
      status: 200,
      body: { entry: 'pdf/SKILL.md' },
    });
  });

  it('warns of a commit that is not the tip of a branch', async () => {
    const { warnings, detected } = await previewOf(URL, { sourceRef: OLD });

    expect(warnings[0]).toContain(OLD);
    expect(detected).toMatchObject({ name: 'skills', version: OLD.slice(0, 12) });
  });

  it.each([
    ['of another host', 'https://gitlab.com/acme/skills', {}, 422, 'source_url_unsupported'],
    ['on a private address', 'https://127.0.0.1/acme/skills', {}, 422, 'source_url_unsupported'],
    ['that is private or missing', 'https://github.com/acme/secret', {}, 422, 'source_not_found'],
    ['without such a ref', URL, { sourceRef: 'nope' }, 422, 'source_not_found'],
    ['without such a folder', `${URL}/tree/main/none`, {}, 422, 'source_not_found'],
    ['without an entry', `${URL}/tree/main/empty`, {}, 422, 'source_not_found'],
    ['without the entry asked for', URL, { entry: 'pdf/skill.md' }, 422, 'source_not_found'],
    ['with an entry past 256 KiB', `${URL}/tree/main/huge`, {}, 422, 'source_too_large'],
    ['with a link that leads out of it', `${URL}/tree/main/out`, {}, 422, 'bundle_rejected'],
    ['with an entry that is not text', `${URL}/tree/main/odd`, {}, 422, 'bundle_rejected'],
  ])('%s is rejected with its own code', async (_, url, more, status, code) => {
    expect(await fetchSource(url, more)).toMatchObject({ status, body: { code } });
  });

  it('is reported as unavailable if its host limits the service', async () => {
    server.github.misbehave('git-upload-pack', { kind: 'status', status: 429 });

    const answer = await fetchSource(URL);
    server.github.misbehave('git-upload-pack', undefined);

    expect(answer).toMatchObject({
      status: 502,
      body: { code: 'source_unavailable', reason: expect.stringContaining('rate-limits the service') },
    });
  });
});
