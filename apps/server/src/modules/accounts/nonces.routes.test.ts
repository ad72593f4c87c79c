import { NonceAnswer } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { address } = createTestWallet('signer');
const create = async (query: string) => NonceAnswer.parse((await server.get(`/api/v1/auth/nonce?${query}`)).body);

describe('a nonce', () => {
  it('is different each time, lives ten minutes and is never cached', async () => {
    const answer = await server.get('/api/v1/auth/nonce');
    const [one, other] = [NonceAnswer.parse(answer.body), await create('')];

    expect(one.nonce).not.toBe(other.nonce);
    expect(Date.parse(one.expiresAt) - Date.parse(one.issuedAt)).toBe(600_000);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(one).toMatchObject({
      domain: 'assay.localhost',
      uri: 'http://assay.localhost',
      chainId: 84_532,
      message: null,
    });
  });

  it('has the complete EIP-4361 message to sign if the wallet is named', async () => {
    const { nonce, message, issuedAt, expiresAt } = await create(
      `purpose=wallet&walletAddress=${address.toLowerCase()}`,
    );

    expect(message?.split('\n')).toEqual([
      'assay.localhost wants you to sign in with your Ethereum account:',
      address,
      '',
      'Add this wallet to an Assay developer account.',
      '',
      'URI: http://assay.localhost',
      'Version: 1',
      'Chain ID: 84532',
      `Nonce: ${nonce}`,
      `Issued At: ${issuedAt}`,
      `Expiration Time: ${expiresAt}`,
    ]);
  });

  it('for a flag has no message, because the flag itself is signed', async () => {
    expect((await create(`purpose=flag&walletAddress=${address}`)).message).toBeNull();
  });

  it.each(['purpose=login', 'walletAddress=0x12', `walletAddress=${address.replace(/[a-f]/, 'A')}x`])(
    'is rejected for %s',
    async (query) => {
      expect((await server.get(`/api/v1/auth/nonce?${query}`)).status).toBe(422);
    },
  );
});
