import { createServer } from 'node:net';
import { startTestServer, type TestServer } from './test-server.ts';

const PORT_TRIES = 5;

/** Starts a service that must know its own URL in advance, for cookies and origins of pages. */
export async function atOwnAddress<T>(start: (env: Record<string, string>) => Promise<T>): Promise<T> {
  for (let left = PORT_TRIES; ; left--) {
    const port = await findFreePort();
    try {
      return await start({ PORT: String(port), PUBLIC_BASE_URL: `http://127.0.0.1:${port}` });
    } catch (error) {
      // Another process took the port between the two steps.
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
