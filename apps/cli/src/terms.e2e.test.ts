import { expect, it } from 'vitest';
import type { Answer, ReceivedRequest } from './testing/listening-service.ts';
import { runAssay } from './testing/run-assay.ts';
import { listenSigned } from './testing/signed-service.ts';
import { createFolder } from './testing/skill-folder.ts';

const TERMS = {
  version: '2026-11-19',
  sha256: 'a'.repeat(64),
  documents: [{ title: 'Terms of service', url: 'https://assay.example/docs/policies/terms', sha256: 'b'.repeat(64) }],
  isRequired: true,
  isAccepted: false,
  acceptances: [],
};
const ACCEPTED = {
  ...TERMS,
  isAccepted: true,
  acceptances: [{ version: TERMS.version, sha256: TERMS.sha256, acceptedAt: '2026-11-19T00:00:00.000Z' }],
};
const answer = ({ method }: ReceivedRequest): Answer => ({ status: 200, body: method === 'POST' ? ACCEPTED : TERMS });

const run = (...words: string[]) => runWith({ ASSAY_TOKEN: 'dev_x' }, ...words);

async function runWith(login: Record<string, string>, ...words: string[]) {
  await using service = await listenSigned(answer);
  using folder = createFolder({});
  const env = { HOME: folder.path, ASSAY_URL: service.url, ...login };
  const finished = await runAssay(['terms', ...words], { cwd: folder.path, env });
  return { ...finished, posts: service.received.filter(({ method }) => method === 'POST') };
}

it('assay terms shows terms that are not accepted yet, with their address', async () => {
  const { code, stdout, posts } = await run();

  expect({ code, posts }).toEqual({ code: 2, posts: [] });
  expect(stdout).toContain('Terms 2026-11-19: not accepted, required to submit');
  expect(stdout).toContain('https://assay.example/docs/policies/terms');
});

it('assay terms needs no login to show the terms, and one to accept them', async () => {
  const shown = await runWith({});
  const refused = await runWith({}, 'accept', '--version', '2026-11-19');

  expect({ code: shown.code, stdout: shown.stdout }).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('2026-11-19'),
  });
  expect({ code: refused.code, posts: refused.posts }).toEqual({ code: 4, posts: [] });
});

it.each([[], ['--version', '2026-01-01']])(
  'assay terms accepts nothing without the current version (%j)',
  async (...words) => {
    const { code, stderr, posts } = await run('accept', ...words);

    expect({ isAccepted: code === 0, posts }).toEqual({ isAccepted: false, posts: [] });
    expect(stderr).toContain('assay terms accept --version 2026-11-19');
  },
);

it('assay terms accepts the given version, with its digest', async () => {
  const { code, stdout, posts } = await run('accept', '--version', '2026-11-19');

  expect(code).toBe(0);
  expect(posts.map(({ body }) => body)).toEqual([JSON.stringify({ version: TERMS.version, sha256: TERMS.sha256 })]);
  expect(stdout).toContain('accepted 2026-11-19 at 2026-11-19T00:00:00.000Z');
});
