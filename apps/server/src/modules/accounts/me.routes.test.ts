import { randomUUID } from 'node:crypto';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const ME = '/api/v1/me';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe('GET /me', () => {
  it('answers a caller without a credential', async () => {
    const { status, body } = await server.get(ME);

    expect([status, body]).toMatchObject([200, { kind: 'anonymous', id: null, scopes: [], expiresAt: null }]);
    expect((body as { planes: string[] }).planes).toContain('public');
    expect((body as { planes: string[] }).planes).not.toContain('operator');
  });

  it('names the account of a developer token, and when it expires', async () => {
    const accountId = randomUUID();
    const { token, tokenId, expiresAt } = await server.app.credentials.mintDeveloperToken(accountId);

    expect((await server.get(ME, bearer(token))).body).toMatchObject({
      kind: 'developer',
      id: accountId,
      credentialId: tokenId,
      expiresAt: expiresAt.toISOString(),
      planes: expect.arrayContaining(['developer', 'public']),
    });
    expect((await server.get(ME, { cookie: `assay_session=${token}` })).body).toMatchObject({ id: accountId });
  });

  it('names the actor, the wallet and the scopes of an API key', async () => {
    const { address: walletAddress } = createTestWallet('me');
    const actorId = randomUUID();
    const { apiKey, keyId } = await server.app.credentials.mintApiKey({ actorId, walletAddress });

    expect((await server.get(ME, bearer(apiKey))).body).toMatchObject({
      kind: 'agent',
      id: actorId,
      credentialId: keyId,
      walletAddress,
      scopes: ['read', 'intent', 'wallet', 'certify'],
      expiresAt: null,
    });
  });

  it('names the administrative key, and rejects an unknown credential', async () => {
    expect((await server.get(ME, OPERATOR)).body).toMatchObject({
      kind: 'operator',
      planes: expect.arrayContaining(['operator']),
    });
    expect((await server.get(ME, bearer('ak_unknown'))).status).toBe(401);
  });
});
