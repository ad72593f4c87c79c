import { CertificateId } from '@assay/protocol';
import { buildPayload } from '@assay/protocol/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createGuardedFetch, type GuardedFetch } from '../../platform/fetch/index.ts';
import { commitOf, startGithubStandIn } from '../../testing/github-stand-in.ts';
import { createSources } from '../sources/index.ts';
import type { SealedRow } from './certificates.store.ts';
import { createCompare } from './compare.service.ts';

const ID = CertificateId.parse('c'.repeat(24));
const FILES = { 'SKILL.md': '# Slow' };
const COMMIT = commitOf(FILES);
const OBJECTS = 'git-upload-pack';

it('applies one deadline to the refs and the file of a source', async () => {
  const host = await startGithubStandIn({
    repositories: { 'acme/slow': { commits: { [COMMIT]: FILES }, branches: { main: COMMIT } } },
  });
  onTestFinished(host.close);
  host.misbehave(OBJECTS, { kind: 'silent' });
  const guarded = createGuardedFetch({ network: host.network });
  const deadline = new AbortController();
  const fetch: GuardedFetch = (request) => {
    const answer = guarded(request);
    if (request.url.endsWith(OBJECTS)) deadline.abort(); // The refs have used up the time.
    return answer;
  };
  const compare = createCompare({
    store: { findSealed: async () => ({ payload: JSON.stringify(buildPayload()) }) as SealedRow },
    sources: createSources({ fetch }),
    gitTreeOf: async () => null,
    recordOf: () => Promise.reject(new Error('Nothing was read that could be compared.')),
    deadline: () => deadline.signal,
  });

  const comparison = compare(ID, { sourceUrl: 'https://github.com/acme/slow' });

  await expect(comparison).rejects.toMatchObject({ code: 'source_timeout' });
});
