import { Problem } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../platform/fetch/index.ts';
import { commitOf, type GithubStandIn, startGithubStandIn } from '../../testing/github-stand-in.ts';
import { createSources, digestOfDeployed } from '../sources/index.ts';
import { digestsOf } from '../submissions/index.ts';
import { createSourceCheck } from './source.check.ts';

const FILES = {
  first: { 'pdf/SKILL.md': '# One\n' },
  second: { 'pdf/SKILL.md': '# Two\n' },
  third: { 'README.md': 'The skill has moved.\n' },
};
const [FIRST, SECOND, THIRD] = [commitOf(FILES.first), commitOf(FILES.second), commitOf(FILES.third)];
const repository = {
  branches: { main: FIRST } as Record<string, string>,
  commits: {
    [FIRST]: FILES.first,
    [SECOND]: FILES.second,
    [THIRD]: FILES.third,
  },
};
const digestOf = (text: string) =>
  digestsOf([{ path: 'SKILL.md', kind: 'file', bytes: Buffer.from(text) }], 'SKILL.md').bundleSha256;
const treeOf = (text: string, kind: 'file' | 'exec') =>
  digestsOf([{ path: 'SKILL.md', kind, bytes: Buffer.from(text) }], 'SKILL.md').treeSha256;

let github: GithubStandIn;
beforeAll(async () => {
  github = await startGithubStandIn({ repositories: { 'acme/skills': repository } });
});
afterAll(() => github.close());

type Looked = { head?: string; url?: string; certified?: string[]; kind?: 'file' | 'exec' };
async function look({ head = FIRST, url = 'https://github.com/acme/skills', certified = [], kind }: Looked = {}) {
  repository.branches = { main: head };
  const fetch = createGuardedFetch({ network: github.network, allowHttp: false });
  const check = createSourceCheck({
    sources: createSources({ fetch }),
    deployments: { read: () => Promise.reject(new Error('Nothing here is deployed')) },
    isCertified: async ({ bundleSha256 }) => certified.includes(bundleSha256),
  });
  const source = { url, commit: FIRST, entry: 'pdf/SKILL.md', binding: 'COMMIT' } as const;
  const treeSha256 = kind === undefined ? null : treeOf('# One\n', kind);
  return check({ source, deployedSha256: null, entryPath: 'SKILL.md', bundleSha256: digestOf('# One\n'), treeSha256 });
}

describe('a source', () => {
  it('is unchanged while its newest commit is the certified one', async () => {
    expect(await look()).toEqual({ kind: 'same', newerCommit: null });
  });

  it('is compared by file kinds if they are known', async () => {
    expect(await look({ kind: 'file' })).toEqual({ kind: 'same', newerCommit: null });
    expect(await look({ kind: 'exec' })).toEqual({ kind: 'changed' });
  });

  it('has a newer commit if that commit differs and is not certified', async () => {
    expect(await look({ head: SECOND })).toEqual({ kind: 'same', newerCommit: SECOND });
    expect(await look({ head: SECOND, certified: [digestOf('# Two\n')] })).toEqual({ kind: 'same', newerCommit: null });
  });

  it('has a newer commit if that commit dropped the skill', async () => {
    expect(await look({ head: THIRD })).toEqual({ kind: 'same', newerCommit: THIRD });
  });

  it('is gone if its repository is gone', async () => {
    expect(await look({ url: 'https://github.com/acme/none' })).toEqual({ kind: 'gone' });
  });

  it('is unreachable while the host fails', async () => {
    github.misbehave('github.com', { kind: 'status', status: 500 });
    const seen = await look();
    github.misbehave('github.com', undefined);
    expect(seen).toEqual({ kind: 'unreachable' });
  });
});

describe('uploaded bytes', () => {
  it('have no source', async () => {
    const refuse = () => Promise.reject(new Problem('source_unavailable'));
    const sources = { resolve: refuse, readTree: refuse };
    const check = createSourceCheck({ sources, deployments: { read: refuse }, isCertified: async () => false });
    const source = { url: null, commit: null, entry: 'SKILL.md', binding: 'CONTENT' } as const;

    const sealed = { source, deployedSha256: null, entryPath: 'SKILL.md', bundleSha256: '', treeSha256: null };
    expect(await check(sealed)).toEqual({ kind: 'none' });
  });
});

describe('deployed code', () => {
  const ADDRESS = `0x${'12'.repeat(20)}`;
  const deployed = (code: string) => ({ chainId: 84_532, address: ADDRESS, code, implementation: null });
  const refuse = () => Promise.reject(new Problem('source_unavailable'));
  const seen = (read: () => Promise<ReturnType<typeof deployed>>) => {
    const sources = { resolve: refuse, readTree: refuse };
    const check = createSourceCheck({ sources, deployments: { read }, isCertified: async () => false });
    const source = {
      url: null,
      commit: null,
      entry: 'A.sol',
      binding: 'CONTENT',
      chainId: 84_532,
      address: ADDRESS,
    } as const;
    const deployedSha256 = digestOfDeployed(deployed('6001'));
    return check({ source, deployedSha256, entryPath: 'A.sol', bundleSha256: '', treeSha256: null });
  };

  it('is the certified code, other code, or destroyed', async () => {
    expect(await seen(async () => deployed('6001'))).toEqual({ kind: 'deployed' });
    expect(await seen(async () => deployed('6002'))).toEqual({ kind: 'replaced' });
    expect(await seen(async () => deployed(''))).toEqual({ kind: 'destroyed' });
  });

  it('is unreachable while the chain does not answer', async () => {
    expect(await seen(refuse)).toEqual({ kind: 'unreachable' });
  });
});
