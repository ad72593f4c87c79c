import { expect, it } from 'vitest';
import { inspectionStore, verifyLedger } from './modules/ledger/index.ts';
import { verifyWorld, worldStores } from './modules/world/index.ts';
import { fuzz } from './testing/fuzz/run.ts';
import { FUZZ_ENV } from './testing/fuzz/settings.ts';
import { smallWorld } from './testing/small-world.ts';
import { startTestServer } from './testing/test-server.ts';

/** About 500 requests. `npm run bench fuzz` sends more of them, with other seeds and a limit on the time of each. */
const SHORT = { seed: 37, perOperation: 2, width: 4, slowMs: Number.POSITIVE_INFINITY, noAnswerMs: 120_000 };

it('no request of any caller ends in a fault or in an answer that breaks its schema', async () => {
  const server = await startTestServer({ env: FUZZ_ENV, genesis: smallWorld(500) });
  try {
    const { findings, operations } = await fuzz(server, SHORT);

    expect(findings).toEqual([]);
    expect(operations).toBeGreaterThan(170);
    expect(await verifyLedger(inspectionStore(server.database.db))).toMatchObject({ isIntact: true });
    expect(await verifyWorld(worldStores(server.database.db))).toMatchObject({ isIntact: true });
    // The operator among the callers may pause the world; nothing may stop it.
    expect(['RUNNING', 'PAUSED']).toContain(server.app.world.row()?.state);
  } finally {
    await server.close();
  }
});
