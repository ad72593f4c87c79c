import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChainFaults } from '../../testing/chain-fault-cycles.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** `npm run bench faults` runs a hundred kills. */
const CYCLES = 1;
/** In each cycle, one kill during a commit and one during a settlement. */
const KILLS = 2 * CYCLES;
const TEST_MS = 300_000;

let issuer: TestServer;
let faults: Awaited<ReturnType<typeof openChainFaults>>;
beforeAll(async () => {
  issuer = await startTestServer();
  faults = await openChainFaults({ issuer, database: issuer.database });
});
afterAll(async () => {
  await faults.close();
  await issuer.close();
});

describe('a process that is killed with SIGKILL while it commits and settles', () => {
  it.each([
    ['between storing a transaction and sending it', 'before'],
    ['between sending a transaction and hearing of it', 'after'],
  ] as const)(
    '%s: every certificate is committed once, every payment counts once or not at all',
    async (_, when) => {
      const report = await faults.run(KILLS, when);

      expect(report).toMatchObject({ certificates: CYCLES, lost: [], doubled: [] });
    },
    TEST_MS,
  );
});
