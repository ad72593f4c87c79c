/**
 * Walks through the guides as an outside user with a URL, the guides, a shell and stock clients. The service is the
 * real program with an empty data folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { ask } from './plain-client.ts';
import { spawnServer } from './server-process.ts';
import { createMemoryFolder } from './temporary-folder.ts';

export { ask, type Json, linkWallet } from './plain-client.ts';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Covers a start, seven reviews of samples and a busy machine. */
export const WALK_MS = 300_000;
const OPERATOR_KEY = 'the-key-of-the-operator-of-this-walk';

/** A default installation for several walks, without any test settings. */
export async function openInstallation(env: Record<string, string> = {}) {
  const folder = await createMemoryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { DATA_DIR: join(folder.path, 'data'), PORT: String(port), GOD_API_KEY: OPERATOR_KEY };
  const variables = { ALLOW_UNREAD_INSTRUCTIONS: '', ...own, ...env, PUBLIC_BASE_URL: url };
  const server = spawnServer({ env: variables });
  await server.listening();
  // Per operators.md, the service answers before its chain is open.
  await until(async () => {
    const { body } = await ask(`${url}/readyz`);
    const { chain } = body.checks as { chain: { ok: boolean } | null };
    if (body.status === 'not_ready' || chain?.ok !== true) throw new Error(JSON.stringify(body));
  });
  const stop = async () => {
    server.kill('SIGTERM');
    await server.ended();
  };
  return {
    /** A new user with an empty folder. */
    async visit(name: string) {
      const home = join(folder.path, name);
      await mkdir(home);
      return { url, folder: home, operatorKey: OPERATOR_KEY, stop, ...shellOf(home, { ASSAY_URL: url, ...variables }) };
    },
    async close(): Promise<void> {
      await stop();
      await folder.remove();
    },
  };
}
export type Installation = Awaited<ReturnType<typeof openInstallation>>;
export type Walk = Awaited<ReturnType<Installation['visit']>>;

function shellOf(home: string, variables: Record<string, string>) {
  /** Runs a command like a person at a shell, in the root of the clone by default. */
  const run = async (command: string, args: readonly string[], more: Record<string, string> = {}, cwd = ROOT) => {
    const path = `${ROOT}node_modules/.bin:${process.env.PATH}`;
    const child = spawn(command, [...args], { cwd, env: { PATH: path, HOME: home, ...variables, ...more } });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { out, err, code: code as number };
  };
  return {
    run,
    bash: (script: string, more?: Record<string, string>, cwd?: string) =>
      run('bash', ['--norc', '-euo', 'pipefail', '-c', script], more, cwd),
    node: (script: string, more?: Record<string, string>) =>
      run(process.execPath, ['--input-type=module', '--eval', script], more),
  };
}

/** The code blocks of a guide, in order. */
export const blocksOf = (path: string, language: string): string[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, block = '']) => block,
  );

/** Polls until the check passes, while the service works. */
export const until = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: WALK_MS - 20_000, interval: 200 });

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
