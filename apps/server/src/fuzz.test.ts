import { expect, it } from 'vitest';
import { inspectionStore, verifyLedger } from './modules/ledger/index.ts';
import { verifyWorld, worldStores } from './modules/world/index.ts';
import { fuzz } from './testing/fuzz/run.ts';
import { FUZZ_ENV } from './testing/fuzz/settings.ts';
import { smallWorld } from './testing/small-world.ts';
import { startTestServer } from './testing/test-server.ts';

/** About 500 requests. `npm run bench fuzz` sends more, with other seeds and a time limit per request. */
const SHORT = { seed: 37, perOperation: 2, width: 4, slowMs: Number.POSITIVE_INFINITY, noAnswerMs: 120_000 };

it('no request of any caller causes an internal error or an answer that violates its schema', async () => {
  const server = await startTestServer({ env: FUZZ_ENV, genesis: smallWorld(500) });
  try {
    const { findings, operations } = await fuzz(server, SHORT);

    expect(findings).toEqual([]);
    expect(operations).toBeGreaterThan(170);
    expect(await verifyLedger(inspectionStore(server.database.db))).toMatchObject({ isIntact: true });
    expect(await verifyWorld(worldStores(server.database.db))).toMatchObject({ isIntact: true });
    // The callers include the operator, who may pause the world; no request may fault it.
    expect(['RUNNING', 'PAUSED']).toContain(server.app.world.row()?.state);
  } finally {
    await server.close();
  }
});
