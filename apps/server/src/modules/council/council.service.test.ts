import { VerifyRecord } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chainOpen } from '../../testing/chain-server.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ASSAY_ROLES: 'api,worker' } });
  await chainOpen(server);
}, 60_000);
afterAll(() => server.close());

const rowsOf = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;
const reached = (id: string, ...states: string[]) =>
  vi.waitFor(
    async () => {
      const [row] = await rowsOf('SELECT state FROM submissions WHERE id = $1', id);
      expect(states).toContain(row.state);
      return row.state;
    },
    { timeout: 30_000, interval: 20 },
  );

describe('a harmless skill', () => {
  it('is certified by five votes, and verify says so at once', async () => {
    const id = await submitSkill(server);
    await reached(id, 'CERTIFIED');
    const [{ id: certificateId }] = await rowsOf('SELECT id FROM certificates WHERE submission_id = $1', id);
    const { body } = await server.get(`/api/v1/public/certificates/${certificateId}/verify`);
    expect(VerifyRecord.parse(body)).toMatchObject({ valid: true, submissionId: id });
  }, 60_000);
});
