/** Repositories of a folder, served over HTTP by git's own `http-backend`: `/OWNER/REPO`. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
};
const IDENTITY = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com', '-c', 'commit.gpgsign=false'];

export async function startGitHttp(folder: string) {
  const git = async (repository: string, ...words: string[]): Promise<string> => {
    const { stdout } = await run('git', [...IDENTITY, ...words], { cwd: join(folder, repository), env: ENVIRONMENT });
    return stdout.trim();
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://git.localhost');
    const child = spawn('git', ['http-backend'], {
      env: {
        ...ENVIRONMENT,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => undefined).end(await buffer(request));
    const output = await buffer(child.stdout);
    const end = output.indexOf('\r\n\r\n');
    const headers = output.toString('utf8', 0, end).split('\r\n');
    const [, status = '200'] = /^Status: (\d+)/m.exec(headers.join('\n')) ?? [];
    response.statusCode = Number(status);
    for (const header of headers.filter((each) => !each.startsWith('Status:'))) {
      const [name = '', value = ''] = header.split(': ');
      response.setHeader(name, value);
    }
    response.end(output.subarray(end + 4));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    git,
    /**
     * Writes and commits files and returns the commit. A value of `-> TARGET` creates a symlink, a path with `!` an
     * executable.
     */
    async publish(repository: string, files: Readonly<Record<string, string>>): Promise<string> {
      const root = join(folder, repository);
      await mkdir(root, { recursive: true });
      await run('git', ['init', '--quiet', '--initial-branch=main', '.'], { cwd: root, env: ENVIRONMENT });
      for (const [path, text] of Object.entries(files)) {
        const at = join(root, path.replace('!', ''));
        await mkdir(dirname(at), { recursive: true });
        if (text.startsWith('-> ')) await symlink(text.slice(3), at);
        else await writeFile(at, text);
        if (path.includes('!')) await chmod(at, 0o755);
      }
      await git(repository, 'add', '--all');
      await git(repository, 'commit', '--quiet', '--allow-empty', '--message', 'publish');
      return git(repository, 'rev-parse', 'HEAD');
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
