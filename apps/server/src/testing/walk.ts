/** What a stranger has: an address, the guides, a shell and stock clients. The service is the real program on an empty data folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { spawnServer } from './server-process.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** A start, seven reviews of samples and a busy machine. */
export const WALK_MS = 120_000;
const OPERATOR_KEY = 'the-key-of-the-operator-of-this-walk';

export async function startWalk(env: Record<string, string> = {}) {
  const folder = await createTemporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // Nothing of what makes tests easier: a walk goes through an installation as it comes.
  const defaults = { ALLOW_UNREAD_INSTRUCTIONS: '' };
  const own = { DATA_DIR: join(folder.path, 'data'), PORT: String(port), GOD_API_KEY: OPERATOR_KEY };
  const variables = { ...defaults, ...own, ...env };
  const server = spawnServer({ env: { ...variables, PUBLIC_BASE_URL: url } });
  await server.listening();
  // As operators.md says: it answers before its chain is open.
  await until(async () => {
    const { body } = await ask(`${url}/readyz`);
    const { chain } = body.checks as { chain: { ok: boolean } | null };
    if (body.status === 'not_ready' || chain?.ok !== true) throw new Error(JSON.stringify(body));
  });
  const stop = async () => {
    server.kill('SIGTERM');
    await server.ended();
  };
  /** Runs as somebody types it, in the root of a clone unless another folder is named. */
  const run = async (command: string, args: readonly string[], more: Record<string, string> = {}, cwd = ROOT) => {
    const child = spawn(command, [...args], {
      cwd,
      env: {
        PATH: `${ROOT}node_modules/.bin:${process.env.PATH}`,
        HOME: folder.path,
        ASSAY_URL: url,
        ...variables,
        PUBLIC_BASE_URL: url,
        ...more,
      },
    });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { out, err, code: code as number };
  };
  return {
    url,
    folder: folder.path,
    operatorKey: OPERATOR_KEY,
    stop,
    run,
    bash: (script: string, more?: Record<string, string>, cwd?: string) =>
      run('bash', ['--norc', '-euo', 'pipefail', '-c', script], more, cwd),
    node: (script: string, more?: Record<string, string>) =>
      run(process.execPath, ['--input-type=module', '--eval', script], more),
    async close(): Promise<void> {
      await stop();
      await folder.remove();
    },
    lastWords: server.lastWords,
  };
}
export type Walk = Awaited<ReturnType<typeof startWalk>>;

/** The code of a guide, in its order. */
export const blocksOf = (path: string, language: string): string[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, block = '']) => block,
  );

type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>>; readonly method?: string };
export type Json = Record<string, unknown>;

/** A request as any client makes it. */
export async function ask(url: string, { body, headers = {}, method }: Sent = {}) {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  return { status: response.status, body: (answer === '' ? {} : JSON.parse(answer)) as Json };
}

/** Asks again until it is so; the service does its part by itself. */
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

type Wallet = { readonly address: string; signMessage(input: { message: string }): Promise<string> };

/** A wallet becomes an actor with an API key: it signs the text that the service writes for it. */
export async function linkWallet({ url }: Pick<Walk, 'url'>, wallet: Wallet): Promise<Json> {
  const { body: nonce } = await ask(`${url}/api/v1/auth/nonce?walletAddress=${wallet.address}`);
  const message = String(nonce.message);
  const linked = await ask(`${url}/api/v1/auth/link`, {
    body: { message, signature: await wallet.signMessage({ message }) },
  });
  if (linked.status !== 201) throw new Error(JSON.stringify(linked.body));
  return linked.body;
}
