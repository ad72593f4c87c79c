import { parseCheckpoint } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { chainOpen } from '../../testing/chain-server.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { INCLUSION_LIMIT_MS, PUBLISH_SCHEDULE } from './publish-schedule.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ASSAY_ROLES: 'api,worker' } });
  await chainOpen(server);
});
afterAll(() => server.close());

const anchor = async () => {
  for (const { name, run } of server.app.transparency.repeating) if (name === 'log.anchor') await run();
};
const readOutbox = async () => {
  const { rows } = await server.database.pool.query(
    `SELECT state, call FROM chain_outbox WHERE kind = 'COMMIT_ROOT' AND ref_type = 'log' ORDER BY queued_at`,
  );
  return rows as { state: string; call: { root: string; size: number } }[];
};

describe("the publisher's schedule", () => {
  it('covers a decision in time, even after a lost notification and with an unresponsive witness', () => {
    const { witnessTimeoutMs } = readConfig({}).log;
    const { lookEveryMs, gatherMs } = PUBLISH_SCHEDULE;
    expect(lookEveryMs + gatherMs + witnessTimeoutMs).toBeLessThan(INCLUSION_LIMIT_MS);
  });
});

describe('the root of the log', () => {
  it('is published by the worker and committed to the registry, once per root', async () => {
    await issueCertificate(server);
    const head = await vi.waitFor(
      async () => {
        const { status, text } = await server.get('/api/v1/public/transparency/checkpoint');
        expect(status).toBe(200);
        return parseCheckpoint(text);
      },
      { timeout: 30_000, interval: 50 },
    );

    await anchor();
    await anchor();

    await vi.waitFor(async () => expect((await readOutbox()).map(({ state }) => state)).toEqual(['FINAL']), {
      timeout: 60_000,
      interval: 100,
    });
    const [{ call } = { call: undefined }] = await readOutbox();
    expect(call).toMatchObject({ root: `0x${Buffer.from(head.root).toString('hex')}`, size: head.size });
  });
});
