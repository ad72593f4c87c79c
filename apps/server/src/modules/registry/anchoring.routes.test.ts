import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { chainOpen } from '../../testing/chain-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

/** With an embedded chain, as `npm start` configures it. */
const ENV = { ASSAY_ROLES: 'api,worker' };
const PATIENCE = { timeout: 60_000 };

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ database, env: ENV });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const read = async (path: string) => (await server.get(path)).body;
const verify = (id: string) => read(`/api/v1/public/certificates/${id}/verify`);
const untilFinal = (id: string) =>
  vi.waitFor(async () => {
    const body = await verify(id);
    expect(body).toMatchObject({ onChain: { state: 'FINAL' } });
    return (body as { onChain: { txHash: string } }).onChain;
  }, PATIENCE);

describe('a certificate on the embedded chain', () => {
  it('is anchored soon after it is issued, and shown as anchored in verify, live status and an event', async () => {
    const id = await issueCertificate(server);

    const onChain = await untilFinal(id);

    expect(onChain).toMatchObject({
      network: 'eip155:84532',
      embedded: true,
      committed: true,
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      blockNumber: expect.any(Number),
      explorerUrl: null,
    });
    expect(await read(`/api/v1/public/certificates/${id}/live-status`)).toMatchObject({ onChain });
    const { rows } = await database.pool.query('select data from events where kind = $1 and subject_id = $2', [
      'certificate.anchored',
      id,
    ]);
    expect(rows).toMatchObject([{ data: { state: 'FINAL', network: 'eip155:84532' } }]);
  });

  it("is listed in the operator's chain outbox", async () => {
    const id = await issueCertificate(server);
    await untilFinal(id);

    const { body } = await server.get('/api/v1/operator/chain-outbox?state=FINAL&limit=1', OPERATOR);

    expect(body).toMatchObject({
      items: [{ kind: 'COMMIT', ref: { type: 'certificate', id }, embedded: true, state: 'FINAL', lastError: null }],
    });
  });

  it('survives a restart: the journal rebuilds the chain to the same head', async () => {
    const id = await issueCertificate(server);
    const before = await untilFinal(id);
    const head = await (await chainOpen(server)).embedded?.head();
    await server.close();

    server = await startTestServer({ database, env: ENV });
    const degraded = await read('/readyz');
    expect(await verify(id)).toMatchObject({ onChain: before });

    const chain = await chainOpen(server);
    expect(degraded).toMatchObject({ checks: { chain: { ok: false } } });
    expect(await chain.embedded?.head()).toMatchObject({ hash: head?.hash });
    expect(await chain.findCommitment({ kind: 'COMMIT', ...(await commitOf(id)) })).toMatchObject({
      txHash: before.txHash,
    });
    await vi.waitFor(async () => expect(await read('/readyz')).toMatchObject({ status: 'ready' }), PATIENCE);
  });
});

async function commitOf(id: string) {
  const body = (await verify(id)) as {
    submissionId: string;
    payloadHash: `0x${string}`;
    onChain: { registryAddress: `0x${string}` };
  };
  const { submissionId, payloadHash, onChain } = body;
  return { submissionId, payloadHash, registryAddress: onChain.registryAddress };
}
