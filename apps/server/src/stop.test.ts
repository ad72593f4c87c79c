import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServerProcess, spawnServer } from './testing/server-process.ts';
import { createMemoryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';
import { seedUsedDataDir } from './testing/used-data-dir.ts';

/** A busy machine is slow. */
const LIMIT_MS = 180_000;

let folder: TemporaryFolder;
let dataDir: string;
beforeAll(async () => {
  folder = await createMemoryFolder();
  dataDir = join(folder.path, 'data');
  await seedUsedDataDir(folder.path);
}, LIMIT_MS);
afterAll(() => folder.remove());

const start = (options: Partial<Parameters<typeof spawnServer>[0]> = {}): ServerProcess =>
  spawnServer({ ...options, env: { DATA_DIR: dataDir, WORLD_TICK_MS: '0', ...options.env } });

/** A request whose body never ends keeps the server from closing its connections. */
async function sendHalfARequest(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined); // the server closes the connection
  await once(socket, 'connect');
  const head = ['POST /api/v1/public/scan HTTP/1.1', 'Host: assay.localhost', 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`);
  await once(socket, 'data'); // 100 Continue: the request is in progress
}

describe('a stop signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s to `npm start` ends the service behind it, the database last',
    async (signal) => {
      const server = start({ withNpm: true });
      await server.ready();

      server.kill(signal);
      const { stdout } = await server.ended(); // resolves only when every process that writes to the output has ended

      expect(stdout).toMatch(/"msg":"stopping"[\s\S]*database system is shut down/);
    },
    LIMIT_MS,
  );

  it(
    'fails readiness while the process still accepts requests',
    async () => {
      const server = start({ env: { DRAIN_MS: '4000' } });
      const url = await server.listening();
      await server.ready();

      server.kill('SIGTERM');
      await vi.waitFor(
        async () => {
          const answer = await fetch(`${url}/readyz`);
          expect([answer.status, await answer.json()]).toMatchObject([503, { status: 'not_ready' }]);
        },
        { timeout: LIMIT_MS, interval: 20 },
      );

      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect((await server.ended()).code).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'does not wait for a request that never ends, and still stops the database',
    async () => {
      const server = start();
      await sendHalfARequest(await server.listening());
      await server.ready();

      server.kill('SIGTERM');
      const { code, stdout } = await server.ended();

      expect(code).toBe(0);
      expect(stdout).toMatch(/"step":"http"[\s\S]*database system is shut down/);
    },
    LIMIT_MS,
  );

  it(
    'ends the process at once when it is repeated',
    async () => {
      const server = start({ env: { DRAIN_MS: '60000' } });
      await server.ready();
      let hasEnded = false;
      const ended = server.ended().finally(() => {
        hasEnded = true;
      });

      await vi.waitFor(
        () => {
          server.kill('SIGTERM');
          expect(hasEnded).toBe(true);
        },
        { timeout: LIMIT_MS, interval: 100 },
      );

      expect((await ended).code).toBe(143);
    },
    LIMIT_MS,
  );

  it(
    'ends the process during the start',
    async () => {
      const server = start();
      await server.spoken();

      server.kill('SIGTERM');

      expect(await server.ended()).toMatchObject({ code: 0, stderr: '' });
    },
    LIMIT_MS,
  );
});

describe('a start in a terminal', () => {
  it(
    'prints the address of the service, the readers, the data directory and how to stop',
    async () => {
      const server = start({ env: { LOG_FORMAT: 'text' } });
      await server.ready();
      server.kill('SIGTERM');
      const { stdout } = await server.ended();

      expect(stdout).toMatch(/^Address +http:\/\/assay\.localhost /m);
      expect(stdout).toMatch(/^Readers +none: certificates are issued for unread instructions/m);
      expect(stdout).toContain(dataDir);
      expect(stdout).toMatch(/^Stop +Ctrl-C/m);
      expect(stdout).not.toContain('{"level"');
      expect(stdout).not.toContain('database system is');
    },
    LIMIT_MS,
  );

  it(
    'ends without a warning while the samples are submitted',
    async () => {
      const server = start({ env: { DATA_DIR: join(folder.path, 'first-start'), LOG_FORMAT: 'text' } });
      await server.ready();
      server.kill('SIGTERM');
      const { code, stdout } = await server.ended();

      expect(code).toBe(0);
      expect(stdout).not.toContain('warning: running due work failed');
    },
    LIMIT_MS,
  );
});
