import { describe, expect, it } from 'vitest';
import { startTestServer } from './testing/test-server.ts';

const WALLET = { address: '0x1111111111111111111111111111111111111111' };

/** The answers of the trial features. */
async function tryOut(env: Record<string, string | undefined>, forwarded: Record<string, string> = {}) {
  const server = await startTestServer({ env });
  try {
    const faucet = await server.post('/dev/faucet', WALLET, forwarded);
    const inbox = await server.get('/dev/inbox.json', forwarded);
    const step = await server.operate('/api/v1/operator/world/step', { ticks: 1 });
    return { faucet: faucet.status, inbox: inbox.status, step: (step.body as { code?: string }).code };
  } finally {
    await server.close();
  }
}

describe('the trial features', () => {
  it.each([
    ['a public address on a loopback host', { PUBLIC_BASE_URL: 'https://assay.example' }],
    ['a proxy in front of a loopback host', { TRUST_PROXY: '127.0.0.1' }],
    ['every interface, under a loopback address', { HOST: '0.0.0.0' }],
  ])('are closed with %s', async (_, env) => {
    expect(await tryOut({ ...env, RATE_LIMITS: undefined })).toEqual({
      faucet: 404,
      inbox: 404,
      step: 'dev_mode_only',
    });
  });

  it('are open on loopback, and only to requests from this machine', async () => {
    const local = await tryOut({});

    expect(local).toMatchObject({ inbox: 200 });
    expect(local.faucet).not.toBe(404);
    expect(local.step).not.toBe('dev_mode_only');
    expect(await tryOut({}, { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({ faucet: 404, inbox: 404 });
  });
});
