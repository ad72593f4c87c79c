/** A repository created and served by git itself, under the name of the host. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createLoopbackNetwork, type LoopbackNetwork, SOME_PUBLIC_ADDRESS } from './loopback-network.ts';

const run = promisify(execFile);
const IDENTITY = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.com', '-c', 'commit.gpgsign=false'];
/** Excludes the git settings of the user who runs the test, and prompts. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
};

export type GitServer = {
  readonly network: LoopbackNetwork;
  /** Runs git in the repository and returns its output. */
  readonly git: (...words: string[]) => Promise<string>;
  readonly write: (path: string, content: string | Uint8Array, mode?: number) => Promise<void>;
  readonly link: (path: string, target: string) => Promise<void>;
  /** Commits all files and returns the id. */
  readonly commit: () => Promise<string>;
  readonly close: () => Promise<void>;
};

export async function startGitServer(folder: string): Promise<GitServer> {
  const git = async (...words: string[]): Promise<string> => {
    const { stdout } = await run('git', [...IDENTITY, ...words], { cwd: folder, env: ENVIRONMENT });
    return stdout.trim();
  };
  await git('init', '--quiet', '--initial-branch=main', '.');
  await git('config', 'uploadpack.allowFilter', 'true');

  const server = createServer(async (request, response) => {
    const child = spawn('git', ['upload-pack', '--stateless-rpc', '.'], {
      cwd: folder,
      env: { ...ENVIRONMENT, GIT_PROTOCOL: String(request.headers['git-protocol'] ?? '') },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.end(await buffer(request));
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
    response.end(await buffer(child.stdout));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const makeRoom = (path: string) => mkdir(dirname(join(folder, path)), { recursive: true });
  return {
    network: createLoopbackNetwork({ port, addressesOf: () => [SOME_PUBLIC_ADDRESS] }),
    git,
    async write(path, content, mode = 0o644) {
      await makeRoom(path);
      await writeFile(join(folder, path), content, { mode });
    },
    async link(path, target) {
      await makeRoom(path);
      await symlink(target, join(folder, path));
    },
    async commit() {
      await git('add', '--all');
      await git('commit', '--quiet', '--message', 'change');
      return git('rev-parse', 'HEAD');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
