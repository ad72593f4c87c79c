import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWallet } from '../../../../../packages/protocol/src/testing/test-wallet.ts';
import { commitId, type GithubStandIn, startGithubStandIn } from '../../testing/github-stand-in.ts';
import { SOME_PUBLIC_ADDRESS } from '../../testing/loopback-network.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const WALLET_MODULE = `${ROOT}packages/protocol/src/testing/test-wallet.ts`;
const WORD = 'the wallet of the guide';

/** In place of Foundry's: signs its last argument. */
const CAST = `#!${process.execPath}
import(${JSON.stringify(WALLET_MODULE)}).then(({ createTestWallet }) =>
  process.stdout.write(createTestWallet(${JSON.stringify(WORD)}).sign(process.argv.at(-1))));
`;

let github: GithubStandIn;
let server: TestServer;
let folder: TemporaryFolder;
beforeAll(async () => {
  const commit = commitId('guide');
  const commits = { [commit]: { 'SKILL.md': '---\nname: pdf-tools\n---\n# PDF\n' } };
  github = await startGithubStandIn({ repositories: { 'acme/pdf-tools': { commits, branches: { main: commit } } } });
  const resolve = async (host: string) =>
    host === 'example.com' ? [SOME_PUBLIC_ADDRESS] : github.network.resolve(host);
  server = await startTestServer({ network: { resolve, dial: github.network.dial } });
  folder = await createTemporaryFolder();
  await writeFile(join(folder.path, 'cast'), CAST);
  await chmod(join(folder.path, 'cast'), 0o755);
});
afterAll(async () => {
  await server.close();
  await github.close();
  await folder.remove();
});

describe('docs/guides/developers.md', () => {
  it('has commands that work, from the first to the last', async () => {
    const guide = await readFile(`${ROOT}docs/guides/developers.md`, 'utf8');
    const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block);
    const script = ['set -euo pipefail', ...blocks].join('\n');
    const { address } = createTestWallet(WORD);
    const env = { PATH: `${folder.path}:/usr/local/bin:/usr/bin:/bin`, ASSAY_URL: server.url, WALLET: address };

    const run = spawn('bash', ['--norc', '-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [status]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')]);

    expect([status, err]).toEqual([0, '']);
    expect(blocks).toHaveLength(9);
    for (const seen of [
      '"email":"robin@example.org"',
      `"address":"${address}"`,
      '"productType":"CONTRACT"',
      '"entryContent":"---\\nname: pdf-tools',
      '"description":"Reads PDF files."',
      '"kind":"webhook.test"',
      '"state":"CLOSED"',
      '"title":"Account opened"',
    ]) {
      expect(out).toContain(seen);
    }
  });
});
