/** Regression tests for first-day usability problems; one test per problem. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LinkResult, LoginChallenge, problems } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWith, DEV, mailsTo, newestCode, registerDeveloper } from './testing/developer.ts';
import { commitOf } from './testing/github-stand-in.ts';
import { newWallet, signIn } from './testing/sign-in.ts';
import { BASE_URL, startTestServer, type TestServer } from './testing/test-server.ts';
import { ROOT } from './testing/walk.ts';

const FILES = { 'SKILL.md': '---\nname: pdf-tools\ndescription: Reads PDF files.\n---\n# PDF\n' };
const COMMIT = commitOf(FILES);
const SOURCE = { commits: { [COMMIT]: FILES }, branches: { main: COMMIT } };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ github: { repositories: { 'acme/skills': SOURCE } } });
});
afterAll(() => server.close());

/** The detail text of an answer. */
const said = (body: unknown): string => String((body as { detail: unknown }).detail);

async function linkedWallet() {
  const wallet = newWallet();
  const { body } = await server.post('/api/v1/auth/link', await signIn(server, wallet, 'link'));
  return { wallet, ...clientWith(server, LinkResult.parse(body).apiKey) };
}

describe('an API answer', () => {
  it.each(['/', '/docs'])('is an HTML page at %s', async (path) => {
    const page = await server.get(path, { accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('explains every problem code at the address in its type', async () => {
    const { body } = await server.get('/nowhere');
    const { type, code } = body as { type: string; code: string };
    const pages = type.slice(BASE_URL.length, -code.length);
    for (const name of Object.keys(problems)) {
      const page = await server.get(pages + name, { accept: 'text/html' });
      expect([name, page.status, page.text.includes(name)]).toEqual([name, 200, true]);
    }
  });

  it('counts marks, not millionths of a mark', async () => {
    const agent = await linkedWallet();
    const request = { tracks: ['SKILL'], stake: '1000000000', mode: 'HOSTED', family: 'instruction' };
    const { status, body } = await server.post('/certsvc/v1/activate', request, {
      ...agent.headers,
      'idempotency-key': 'too-poor',
    });
    expect([status, said(body)]).toEqual([409, 'This operation needs 1,000 marks; 0 are available.']);
  });

  it('includes a wallet as soon as it is linked', async () => {
    const { wallet } = await linkedWallet();
    const { status, body } = await server.get(`/api/v1/public/agents/${wallet.address}`);
    expect([status, body]).toEqual([200, expect.objectContaining({ walletAddress: wallet.address })]);
  });

  it('distinguishes a used code from an expired one', async () => {
    const email = 'twice@example.org';
    await registerDeveloper(server, email);
    const asked = await server.post(`${DEV}/login/request-code`, { email });
    const { challengeId } = LoginChallenge.parse(asked.body);
    const enter = { challengeId, code: await newestCode(server, email) };
    expect((await server.post(`${DEV}/login/verify`, enter)).status).toBe(200);

    expect(said((await server.post(`${DEV}/login/verify`, enter)).body)).toContain('already used');
  });

  it.each(['no-such-branch', 'a..b', COMMIT.slice(0, 12)])(
    'says that the ref %s is wrong, not the address',
    async (ref) => {
      const developer = await registerDeveloper(server, `${ref}@example.org`.replace('..', '-'));
      const asked = { sourceUrl: 'https://github.com/acme/skills', sourceRef: ref };
      const { status, body } = await developer.post(`${DEV}/source/fetch`, asked);
      expect([status, said(body)]).toEqual([422, expect.stringContaining(`"${ref}"`)]);
      expect(said(body)).not.toMatch(/\bURL\b/);
    },
  );
});

it('a mail to an address without an account links to an existing page', async () => {
  const email = 'third-party@example.org';
  await server.post(`${DEV}/login/request-code`, { email });
  const [letter] = await mailsTo(server, email);
  const link = /https?:\S+/.exec(letter?.text ?? '')?.[0] ?? '';
  expect(link.startsWith(BASE_URL)).toBe(true);
  expect((await server.get(link.slice(BASE_URL.length), { accept: 'text/html' })).status).toBe(200);
});

describe('the command line', () => {
  const manifests = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) =>
      JSON.parse(readFileSync(join(ROOT, folder, name, 'package.json'), 'utf8')),
    ),
  );

  it('is published under package names that we own', () => {
    expect(manifests.filter(({ name }) => !name.startsWith('@assay/'))).toEqual([]);
    expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).private).toBe(true);
  });

  it('never recommends fetching a package whose name anyone can register', () => {
    const guides = readdirSync(join(ROOT, 'docs/guides')).map((name) => join('docs/guides', name));
    const texts = ['README.md', 'apps/cli/README.md', ...guides].map((path) => readFileSync(join(ROOT, path), 'utf8'));
    expect(texts.join('\n')).not.toMatch(/npx assay/);
  });

  it('runs with the bundled Node, whatever Node the host has', async () => {
    const hosts = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
    const env = { PATH: hosts.join(':'), HOME: process.env.HOME };
    const { stdout } = await promisify(execFile)('npm', ['exec', '--offline', '-c', 'node --version'], {
      cwd: ROOT,
      env,
    });
    expect(stdout.trim()).toBe(process.version);
  });
});
