import { gitTreeId } from '@assay/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGuardedFetch, type FetchLimits, type GuardedFetch } from '../../platform/fetch/index.ts';
import {
  commitId,
  commitOf,
  type Misbehaviour,
  type StandInHost,
  startGithubStandIn,
} from '../../testing/github-stand-in.ts';
import { UPLOAD_PACK_RESULT } from './git-fetch.ts';
import { SOURCE_LIMITS } from './source-limits.ts';
import { modeOf } from './source-tree.ts';
import { createSources } from './sources.service.ts';

const FIRST_FILES = { 'SKILL.md': '# first' };
const SECOND_FILES = {
  'SKILL.md': '# second',
  'pdf/SKILL.md': '# pdf',
  'pdf/run it.sh': { exec: 'echo' },
  'pdf/link': { symlink: 'SKILL.md' },
  'pdf/vendor': { submodule: true },
} as const;
const FIRST = commitOf(FIRST_FILES);
const SECOND = commitOf(SECOND_FILES);
const repo = { owner: 'acme', name: 'skills' };
const URL = 'https://github.com/acme/skills';
const SHORT_MS = 100;

async function setup({ limits = {} }: { limits?: Partial<FetchLimits> } = {}) {
  const standIn = await startGithubStandIn({
    repositories: {
      'acme/skills': {
        commits: {
          [FIRST]: FIRST_FILES,
          [SECOND]: SECOND_FILES,
        },
        branches: { main: SECOND, 'feature/x': FIRST },
        tags: { v1: { object: commitId('tag object'), commit: FIRST } },
      },
      'acme/empty': { commits: {}, branches: {} },
    },
    renamed: { 'old/name': 'acme/skills' },
  });
  onTestFinished(standIn.close);
  const guarded = createGuardedFetch({ network: standIn.network });
  const fetch: GuardedFetch = (request) => guarded({ ...request, limits: { ...request.limits, ...limits } });
  return { standIn, sources: createSources({ fetch }) };
}

describe('resolve', () => {
  it('finds the commit of the default branch', async () => {
    const { sources } = await setup();

    expect(await sources.resolve(URL)).toEqual({
      repo,
      commit: SECOND,
      ref: { kind: 'default', name: 'main' },
      kind: 'repository',
      path: '',
      isAdvertised: true,
    });
  });

  it.each([
    [`${URL}/tree/feature/x`, undefined, { commit: FIRST, ref: { kind: 'branch', name: 'feature/x' }, path: '' }],
    [`${URL}/blob/main/pdf/SKILL.md`, undefined, { commit: SECOND, kind: 'blob', path: 'pdf/SKILL.md' }],
    [`${URL}/blob/main/pdf/SKILL.md`, 'v1', { commit: FIRST, ref: { kind: 'tag', name: 'v1' }, path: 'pdf/SKILL.md' }],
    ['https://raw.githubusercontent.com/acme/skills/refs/heads/main/SKILL.md', undefined, { commit: SECOND }],
    [URL, commitId('elsewhere'), { commit: commitId('elsewhere'), isAdvertised: false }],
  ])('resolves %s at %s', async (url, sourceRef, expected) => {
    const { sources } = await setup();

    expect(await sources.resolve(url, sourceRef)).toMatchObject(expected);
  });

  it('follows a rename, and returns the new name', async () => {
    const { sources } = await setup();

    expect(await sources.resolve('https://github.com/old/name')).toMatchObject({ repo, commit: SECOND });
  });

  it.each([
    ['https://github.com/acme/missing', undefined, 'no public repository acme/missing'],
    ['https://github.com/acme/empty', undefined, 'could mean'],
    [`${URL}/tree/gone`, undefined, 'no branch or tag'],
    [URL, 'gone', '"gone"'],
    [URL, FIRST.slice(0, 8), 'all 40 digits'],
  ])('names the missing part at %s %s', async (url, sourceRef, words) => {
    const { sources } = await setup();

    await expect(sources.resolve(url, sourceRef)).rejects.toMatchObject({
      code: 'source_not_found',
      members: { reason: expect.stringContaining(words) },
    });
  });

  it('sends no request for an unsupported URL', async () => {
    const { sources, standIn } = await setup();

    await expect(sources.resolve('https://evil.example/acme/skills')).rejects.toMatchObject({
      code: 'source_url_unsupported',
    });
    expect(standIn.requests).toEqual([]);
  });

  it('rejects a web page instead of a list of refs', async () => {
    const { sources, standIn } = await setup();
    standIn.misbehave('github.com', { kind: 'body', bytes: Buffer.from('<html>'), contentType: 'text/html' });

    await expect(sources.resolve(URL)).rejects.toMatchObject({ code: 'source_unavailable' });
  });
});

describe('readFile', () => {
  it('reads the bytes at a commit', async () => {
    const { sources } = await setup();

    const read = async (commit: string, path: string) =>
      (await sources.readFile({ repo, commit, path, under: '' })).bytes;
    expect(await read(FIRST, 'SKILL.md')).toEqual(Buffer.from('# first'));
    expect(await read(SECOND, 'pdf/run it.sh')).toEqual(Buffer.from('echo'));
  });

  it("returns git's id of the folder that contains the file", async () => {
    const { sources } = await setup();
    const { files } = await sources.readTree({ repo, commit: SECOND, under: 'pdf' });
    const expected = gitTreeId(files.map((file) => ({ path: file.path, bytes: file.bytes, mode: modeOf(file) })));

    const { folderId } = await sources.readFile({ repo, commit: SECOND, path: 'pdf/SKILL.md', under: 'pdf' });

    expect(folderId).toBe(expected);
  });

  it.each(['pdf/link', 'pdf/vendor', 'pdf', 'SKILL.md/x'])('does not read %s as a file', async (path) => {
    const { sources } = await setup();

    await expect(sources.readFile({ repo, commit: SECOND, path, under: '' })).rejects.toMatchObject({
      code: 'source_not_found',
    });
  });

  it('names the missing file', async () => {
    const { sources } = await setup();

    await expect(sources.readFile({ repo, commit: FIRST, path: 'pdf/SKILL.md', under: '' })).rejects.toMatchObject({
      code: 'source_not_found',
      members: { reason: expect.stringContaining('"pdf/SKILL.md"') },
    });
  });

  it('sends no request for a path that leaves the repository', async () => {
    const { sources, standIn } = await setup();

    const attempt = sources.readFile({ repo, commit: FIRST, path: '../../other/repo/x', under: '' });

    await expect(attempt).rejects.toMatchObject({ code: 'bundle_rejected' });
    expect(standIn.requests).toEqual([]);
  });
});

describe('readTree', () => {
  it('reads a whole repository at a commit', async () => {
    const { sources } = await setup();

    const { files } = await sources.readTree({ repo, commit: SECOND });

    expect(files.map(({ path, kind }) => [path, kind])).toEqual([
      ['SKILL.md', 'file'],
      ['pdf/SKILL.md', 'file'],
      ['pdf/link', 'symlink'],
      ['pdf/run it.sh', 'exec'],
      ['pdf/vendor', 'submodule'],
    ]);
    expect(files.at(-1)?.bytes).toEqual(Buffer.from(commitId('submodule')));
  });

  it('reads one folder', async () => {
    const { sources } = await setup();

    const { files } = await sources.readTree({ repo, commit: SECOND, under: 'pdf' });

    expect(files[0]).toEqual({ path: 'SKILL.md', bytes: Buffer.from('# pdf'), kind: 'file' });
    expect(files).toHaveLength(4);
  });

  it.each([{ commit: commitId('unknown') }, { commit: SECOND, under: 'none' }])('finds nothing at %o', async (at) => {
    const { sources } = await setup();

    await expect(sources.readTree({ repo, ...at })).rejects.toMatchObject({ code: 'source_not_found' });
  });
});

describe('a branch name in place of a commit', () => {
  it('is an error of the caller, and no request is sent', async () => {
    const { sources, standIn } = await setup();

    await expect(sources.readFile({ repo, commit: 'main', path: 'SKILL.md', under: '' })).rejects.toThrow();
    await expect(sources.readTree({ repo, commit: 'main' })).rejects.toThrow();
    expect(standIn.requests).toEqual([]);
  });
});

describe('a host that misbehaves', () => {
  const calls: [StandInHost, (sources: Awaited<ReturnType<typeof setup>>['sources']) => Promise<unknown>][] = [
    ['github.com', (sources) => sources.resolve(URL)],
    ['git-upload-pack', (sources) => sources.readFile({ repo, commit: FIRST, path: 'SKILL.md', under: '' })],
    ['git-upload-pack', (sources) => sources.readTree({ repo, commit: FIRST })],
  ];
  const cases: [string, Misbehaviour, string][] = [
    ['a redirect to a private address', { kind: 'redirect', to: 'https://10.0.0.1/' }, 'source_unavailable'],
    ['a redirect to plain http', { kind: 'redirect', to: 'http://github.com/' }, 'source_unavailable'],
    ['no such thing', { kind: 'status', status: 404 }, 'source_not_found'],
    ['a demand for a login', { kind: 'status', status: 401 }, 'source_not_found'],
    ['a rate limit', { kind: 'status', status: 429 }, 'source_unavailable'],
    ['a refusal', { kind: 'status', status: 403 }, 'source_unavailable'],
    ['a fault of its own', { kind: 'status', status: 500 }, 'source_unavailable'],
    ['an answer cut short', { kind: 'truncated' }, 'source_unavailable'],
    ['100 MB', { kind: 'huge' }, 'source_too_large'],
    ['a gzip bomb', { kind: 'gzip_bomb' }, 'source_too_large'],
  ];

  it.each(calls.flatMap(([host, call]) => cases.map(([what, how, code]) => ({ host, call, what, how, code }))))(
    'sends $what from $host: $code',
    async ({ host, call, how, code }) => {
      const { sources, standIn } = await setup();
      standIn.misbehave(host, how);

      await expect(call(sources)).rejects.toMatchObject({ code });
      expect(standIn.network.dialed).toHaveLength(1);
    },
  );

  it.each(calls)('drips or stays silent at %s: source_timeout', async (host, call) => {
    const { sources, standIn } = await setup({ limits: { totalMs: SHORT_MS } });

    for (const kind of ['drip', 'silent'] as const) {
      standIn.misbehave(host, { kind });
      await expect(call(sources)).rejects.toMatchObject({ code: 'source_timeout' });
    }
  });

  it.each([
    ['a web page', Buffer.from('<html>'), 'text/html'],
    ['no packets', Buffer.from('<html>'), UPLOAD_PACK_RESULT],
    ['no pack', Buffer.from('0000'), UPLOAD_PACK_RESULT],
    ['a broken pack', Buffer.from('000dpackfile\n0006\x01x0000'), UPLOAD_PACK_RESULT],
  ])('sends %s instead of objects: source_unavailable', async (_name, bytes, contentType) => {
    const { sources, standIn } = await setup();
    standIn.misbehave('git-upload-pack', { kind: 'body', bytes, contentType });

    await expect(sources.readTree({ repo, commit: FIRST })).rejects.toMatchObject({ code: 'source_unavailable' });
  });

  it('sends other files than those of the commit: source_unavailable', async () => {
    const commits = { [FIRST]: { 'SKILL.md': '# not the first' } };
    const standIn = await startGithubStandIn({ repositories: { 'acme/skills': { commits, branches: {} } } });
    onTestFinished(standIn.close);
    const sources = createSources({ fetch: createGuardedFetch({ network: standIn.network }) });

    await expect(sources.readTree({ repo, commit: FIRST })).rejects.toMatchObject({ code: 'source_unavailable' });
  });

  it('is reported with its rate limit and a hint to try again', async () => {
    const { sources, standIn } = await setup();
    standIn.misbehave('github.com', { kind: 'status', status: 429 });

    await expect(sources.resolve(URL)).rejects.toMatchObject({
      members: { reason: expect.stringMatching(/rate-limits the service.*Try again/) },
    });
  });

  it('is used again once it behaves', async () => {
    const { sources, standIn } = await setup();
    standIn.misbehave('github.com', { kind: 'status', status: 500 });
    await expect(sources.resolve(URL)).rejects.toThrow();

    standIn.misbehave('github.com', undefined);

    expect(await sources.resolve(URL)).toMatchObject({ commit: SECOND });
  });
});

describe('limits', () => {
  it('reads a file of at most 4 MiB', async () => {
    const read = async (bytes: number) => {
      const files = { 'SKILL.md': Buffer.alloc(bytes) };
      const commit = commitOf(files);
      const standIn = await startGithubStandIn({
        repositories: { 'acme/skills': { commits: { [commit]: files }, branches: {} } },
      });
      onTestFinished(standIn.close);
      const sources = createSources({ fetch: createGuardedFetch({ network: standIn.network }) });
      return (await sources.readFile({ repo, commit, path: 'SKILL.md', under: '' })).bytes;
    };

    expect(await read(SOURCE_LIMITS.fileBytesMax)).toHaveLength(SOURCE_LIMITS.fileBytesMax);
    await expect(read(SOURCE_LIMITS.fileBytesMax + 1)).rejects.toMatchObject({
      code: 'source_too_large',
      data: { maxBytes: SOURCE_LIMITS.fileBytesMax },
    });
  });
});
