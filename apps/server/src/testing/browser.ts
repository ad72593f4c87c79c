import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { startTestServer, type TestServer } from './test-server.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The sandbox of Chromium needs a kernel feature that containers often lack; it shows nothing here but our own pages. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

/** A real Chromium: one that is named or installed, or the one that comes with the packages on x64. */
export async function openBrowser(): Promise<Browser | undefined> {
  const installed = process.env.CHROMIUM_PATH ?? findInstalled();
  const { path, args } = installed === undefined ? await findPacked() : { path: installed, args: ARGUMENTS };
  if (path === undefined) {
    process.stderr.write('No Chromium is installed and none comes with the packages here: pages are not looked at.\n');
    return undefined;
  }
  return chromium.launch({ executablePath: path, args });
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

async function findPacked(): Promise<{ path: string | undefined; args: string[] }> {
  if (process.arch !== 'x64') return { path: undefined, args: [] };
  const { default: packed } = await import('@sparticuz/chromium');
  return { path: await packed.executablePath(), args: [...packed.args, ...ARGUMENTS] };
}

const PORT_TRIES = 5;

/** Starts what has to know its own address, as a page's cookies and origin need it. */
export async function atOwnAddress<T>(start: (env: Record<string, string>) => Promise<T>): Promise<T> {
  for (let left = PORT_TRIES; ; left--) {
    const port = await findFreePort();
    try {
      return await start({ PORT: String(port), PUBLIC_BASE_URL: `http://127.0.0.1:${port}` });
    } catch (error) {
      // Somebody took the port between the two steps.
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

export const startPageServer = (): Promise<TestServer> => atOwnAddress((env) => startTestServer({ env }));

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
