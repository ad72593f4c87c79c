import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ASSAY_ROLES: 'api,worker' } });
});
afterAll(() => server.close());

const verify = async (id: string) => (await server.get(`/api/v1/public/certificates/${id}/verify`)).body;

describe('a certificate on the embedded chain', () => {
  it('is anchored soon after it was issued, and shown so', async () => {
    const id = await issueCertificate(server);

    const record = await vi.waitFor(
      async () => {
        const body = await verify(id);
        expect(body).toMatchObject({ onChain: { state: 'FINAL' } });
        return body;
      },
      { timeout: 20_000 },
    );

    expect(record).toMatchObject({
      onChain: {
        network: 'eip155:84532',
        embedded: true,
        committed: true,
        txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        blockNumber: expect.any(Number),
        explorerUrl: null,
      },
    });
  });
});
