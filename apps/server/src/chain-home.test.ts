import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ASSAY_ROLES: 'api,worker' } });
});
afterAll(() => server.close());

/** Resolves with the open chain once it runs in a different process than `formerPid`. */
const chainOpen = (formerPid?: number) =>
  vi.waitFor(
    () => {
      const chain = server.app.chain.find()?.embedded;
      if (chain?.pid === undefined || chain.pid === formerPid) throw new Error('The chain is not open yet');
      return { ...chain, pid: chain.pid };
    },
    { timeout: 60_000 },
  );

describe('the embedded chain of a service', () => {
  it('is rebuilt to the same head after its process is killed', async () => {
    const before = await chainOpen();
    const head = await before.mineEmptyBlock();

    process.kill(before.pid, 'SIGKILL');
    await before.crashed;
    const after = await chainOpen(before.pid);

    expect(await after.head()).toEqual(head);
  });
});
