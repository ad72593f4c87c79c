import { ApiKeySummary, LinkResult, listOf, NonceAnswer, RevokedKeys } from '@assay/protocol';
import type { TestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWith, DEV, registerDeveloper } from '../../testing/developer.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const LINK = '/api/v1/auth/link';
const KEYS = '/api/v1/auth/keys';
const link = async (wallet: TestWallet, more: object = {}) =>
  server.post(LINK, { ...(await signIn(server, wallet, 'link')), ...more });
const linked = async (wallet: TestWallet, more: object = {}) => {
  const result = LinkResult.parse((await link(wallet, more)).body);
  return { ...result, ...clientWith(server, result.apiKey) };
};
const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('linking a wallet', () => {
  it('returns a key for the agent plane, and keeps one agent per wallet', async () => {
    const wallet = newWallet();

    const first = await linked(wallet, { actorName: 'Ada', control: 'REMOTE', label: 'laptop' });
    const second = await linked(wallet, { actorName: 'Another' });

    expect(first).toMatchObject({
      walletAddress: wallet.address,
      scopes: ['read', 'intent', 'wallet', 'certify'],
      actor: { name: 'Ada', control: 'REMOTE', cityId: null, created: true },
      rpcEndpoint: null,
    });
    expect(second.actor).toEqual({ ...first.actor, created: false });
    expect((await first.get(KEYS)).status).toBe(200);
    expect((await second.get(KEYS)).status).toBe(200);
  });

  it('keeps only a hash of the key', async () => {
    const { apiKey } = await linked(newWallet());

    const { rows } = await server.database.pool.query('SELECT to_json(c)::text AS row FROM credentials c');

    for (const { row } of rows) expect(row).not.toContain(apiKey.slice(-43));
  });

  it('accepts a message once, even when it is sent ten times concurrently', async () => {
    const signed = await signIn(server, newWallet(), 'link');

    const answers = await Promise.all(Array.from({ length: 10 }, () => server.post(LINK, signed)));
    const again = await server.post(LINK, signed);

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(again).toMatchObject(refusal(401, 'nonce_invalid'));
  });

  it('rejects a signature of another wallet and a malformed one', async () => {
    const { message } = await signIn(server, newWallet(), 'link');
    const forged = { message, signature: newWallet().sign(message) };

    expect(await server.post(LINK, forged)).toMatchObject(refusal(401, 'signature_invalid'));
    expect(await server.post(LINK, { message, signature: '0x' })).toMatchObject(refusal(401, 'signature_invalid'));
  });

  it.each([
    ['domain', (message: string) => message.replace('assay.localhost wants', 'evil.example wants')],
    ['chain', (message: string) => message.replace('Chain ID: 84532', 'Chain ID: 1')],
    ['URI', (message: string) => message.replace('URI: http://assay.localhost', 'URI: http://evil.example')],
    ['text', (message: string) => `${message}\nand more`],
  ])('rejects a correctly signed message with another %s', async (_, change) => {
    const wallet = newWallet();
    const { message } = await signIn(server, wallet, 'link');
    const changed = change(message);

    const answer = await server.post(LINK, { message: changed, signature: wallet.sign(changed) });

    expect(answer).toMatchObject(refusal(422, 'siwe_invalid'));
  });

  it('rejects a message for another purpose, and a nonce that the service did not issue', async () => {
    const wallet = newWallet();
    const other = await signIn(server, wallet, 'wallet');
    const { message } = await signIn(server, wallet, 'link');
    const invented = message.replace(/Nonce: .*/, `Nonce: ${'a'.repeat(24)}`);

    expect(await server.post(LINK, other)).toMatchObject(refusal(422, 'siwe_invalid'));
    expect(await server.post(LINK, { message: invented, signature: wallet.sign(invented) })).toMatchObject(
      refusal(401, 'nonce_invalid'),
    );
  });

  it('rejects a nonce of one purpose in the message of another', async () => {
    const wallet = newWallet();
    const nonceLine = (text: string) => /Nonce: .*/.exec(text)?.[0] ?? '';
    const [forWallet, forLink] = [await signIn(server, wallet, 'wallet'), await signIn(server, wallet, 'link')];
    const mixed = forLink.message.replace(nonceLine(forLink.message), nonceLine(forWallet.message));

    const answer = await server.post(LINK, { message: mixed, signature: wallet.sign(mixed) });

    expect(answer).toMatchObject(refusal(401, 'nonce_invalid'));
  });

  it('rejects a message after ten minutes', async () => {
    const signed = await signIn(server, newWallet(), 'link');

    server.clock.advance(600_000);

    expect(await server.post(LINK, signed)).toMatchObject(refusal(422, 'siwe_invalid'));
  });

  it('is limited to five keys, even when requested concurrently, and works again after one is revoked', async () => {
    const wallet = newWallet();
    const first = await linked(wallet);

    const more = await Promise.all(Array.from({ length: 6 }, () => link(wallet)));
    const revoked = await first.delete(`${KEYS}/${first.keyId}`);

    expect(more.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(more.find(({ status }) => status === 409)).toMatchObject(refusal(409, 'key_limit_reached'));
    expect(revoked.status).toBe(204);
    expect((await link(wallet)).status).toBe(201);
  });

  it('explains how to revoke a key once the limit is reached', async () => {
    const wallet = newWallet();
    for (let key = 0; key < 5; key++) await linked(wallet);

    const { body } = await link(wallet);

    expect(body).toMatchObject({ code: 'key_limit_reached', detail: expect.stringContaining('/auth/keys/revoke') });
  });

  it('rejects a blocked wallet, unknown members, and a city if no world runs', async () => {
    const wallet = newWallet();
    await linked(wallet);
    await server.database.pool.query('UPDATE agents SET blocked_at = now() WHERE wallet_address = $1', [
      wallet.address,
    ]);

    expect(await link(wallet)).toMatchObject(refusal(403, 'wallet_blocked'));
    expect(await link(newWallet(), { privateKey: '0x1' })).toMatchObject(refusal(422, 'validation_failed'));
    expect(await link(newWallet(), { cityId: '01940000-0000-7000-8000-000000000001' })).toMatchObject(
      refusal(422, 'validation_failed'),
    );
  });
});

describe('keys', () => {
  it('are listed with their state and without their secret', async () => {
    const wallet = newWallet();
    const [one, two] = [await linked(wallet, { label: 'one' }), await linked(wallet, { label: 'two' })];
    await two.delete(`${KEYS}/${one.keyId}`);

    const { body, text } = await two.get(KEYS);

    expect(listOf(ApiKeySummary).parse(body).items).toMatchObject([
      { id: two.keyId, label: 'two', revokedAt: null },
      { id: one.keyId, label: 'one', revokedAt: expect.any(String) },
    ]);
    expect(text).not.toContain('ak_');
    expect(await one.get(KEYS)).toMatchObject(refusal(401, 'token_expired'));
  });

  it('of another wallet cannot be seen or revoked', async () => {
    const [mine, theirs] = [await linked(newWallet()), await linked(newWallet())];

    expect(await mine.delete(`${KEYS}/${theirs.keyId}`)).toMatchObject(refusal(404, 'key_not_found'));
    expect((await mine.get(KEYS)).text).not.toContain(theirs.keyId);
    expect((await theirs.get(KEYS)).status).toBe(200);
  });

  it('of linked wallets are listed and revoked only by their account', async () => {
    const [owner, thirdParty] = [
      await registerDeveloper(server, 'keys@example.org'),
      await registerDeveloper(server, 'no-keys@example.org'),
    ];
    const wallets = [newWallet(), newWallet()];
    for (const wallet of wallets) await owner.post(`${DEV}/wallets`, await signIn(server, wallet, 'wallet'));
    const [first, second] = await Promise.all(wallets.map((wallet) => linked(wallet)));
    const listed = listOf(ApiKeySummary).parse((await owner.get(KEYS)).body).items;

    expect(listed.map(({ id, walletAddress }) => [id, walletAddress]).toSorted()).toEqual(
      [
        [first?.keyId, wallets[0]?.address],
        [second?.keyId, wallets[1]?.address],
      ].toSorted(),
    );
    expect(await thirdParty.get(KEYS)).toMatchObject({ status: 200, body: { items: [] } });
    expect(await thirdParty.delete(`${KEYS}/${first?.keyId}`)).toMatchObject(refusal(404, 'key_not_found'));
    expect((await owner.delete(`${KEYS}/${first?.keyId}`)).status).toBe(204);
    expect((await first?.get(KEYS))?.status).toBe(401);
    expect((await second?.get(KEYS))?.status).toBe(200);
  });

  it('do not open the developer plane, and tokens do not open the agent plane', async () => {
    const agent = await linked(newWallet());
    const developer = await registerDeveloper(server, 'planes@example.org');

    expect(await agent.get(`${DEV}/me`)).toMatchObject(refusal(403, 'wrong_plane'));
    expect(await developer.get('/certsvc/v1/validator')).toMatchObject(refusal(403, 'wrong_plane'));
  });
});

describe('revoking keys by a signature of their wallet', () => {
  const REVOKE = '/certsvc/v1/auth/keys/revoke';
  const revoke = (signed: object) => server.post(REVOKE, signed);
  const textFor = async (wallet: TestWallet, keyId?: string): Promise<string> => {
    const only = keyId === undefined ? '' : `&keyId=${keyId}`;
    const { body } = await server.get(`/api/v1/auth/nonce?purpose=revoke&walletAddress=${wallet.address}${only}`);
    return NonceAnswer.parse(body).message ?? '';
  };
  const signed = (wallet: TestWallet, message: string) => ({ message, signature: wallet.sign(message) });

  it('revokes all keys of a wallet that has lost them, and lets it link again', async () => {
    const wallet = newWallet();
    const keys = [];
    for (let key = 0; key < 5; key++) keys.push(await linked(wallet));
    expect((await link(wallet)).status).toBe(409);

    const message = await textFor(wallet);
    const { status, body } = await revoke(signed(wallet, message));

    expect(message).toContain('Revoke API keys of this wallet.');
    expect(message).toContain('Resources:\n- urn:assay:keys:all');
    expect(status).toBe(200);
    const { walletAddress, revoked } = RevokedKeys.parse(body);
    expect(walletAddress).toBe(wallet.address);
    expect(revoked.map(({ id }) => id).toSorted()).toEqual(keys.map(({ keyId }) => keyId).toSorted());
    expect(revoked.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    for (const key of keys) expect((await key.get(KEYS)).status).toBe(401);
    expect((await link(wallet)).status).toBe(201);
  });

  it('revokes only the keys that the signed message names', async () => {
    const wallet = newWallet();
    const [kept, one, two] = [await linked(wallet), await linked(wallet), await linked(wallet)];
    const message = `${await textFor(wallet, one.keyId)}\n- urn:assay:key:${two.keyId}`;

    const { body } = await revoke(signed(wallet, message));

    expect(RevokedKeys.parse(body).revoked.map(({ id }) => id)).toEqual([two.keyId, one.keyId]);
    expect((await kept.get(KEYS)).status).toBe(200);
    expect((await one.get(KEYS)).status).toBe(401);
  });

  it('revokes none if one of the named keys belongs to another wallet', async () => {
    const [wallet, other] = [newWallet(), newWallet()];
    const [mine, foreign] = [await linked(wallet), await linked(other)];
    const both = `${await textFor(wallet, mine.keyId)}\n- urn:assay:key:${foreign.keyId}`;

    expect(await revoke(signed(wallet, both))).toMatchObject(refusal(404, 'key_not_found'));

    expect((await mine.get(KEYS)).status).toBe(200);
    expect((await foreign.get(KEYS)).status).toBe(200);
  });

  it.each([
    ['names nothing', (text: string) => text.slice(0, text.indexOf('\nResources:'))],
    ['names something else', (text: string) => text.replace('urn:assay:keys:all', 'urn:assay:wallets:all')],
    ['names all keys beside another', (text: string) => `${text}\n- urn:assay:key:0123456789`],
    ['names an id that is none', (text: string) => text.replace('urn:assay:keys:all', 'urn:assay:key:all')],
  ])('rejects a signed message that %s', async (_, change) => {
    const wallet = newWallet();
    const key = await linked(wallet);

    expect(await revoke(signed(wallet, change(await textFor(wallet))))).toMatchObject(refusal(422, 'siwe_invalid'));

    expect((await key.get(KEYS)).status).toBe(200);
  });

  it('accepts a message once, and only from the wallet itself and for this purpose', async () => {
    const wallet = newWallet();
    const key = await linked(wallet);
    const message = await textFor(wallet);
    const forLink = await signIn(server, wallet, 'link');
    const asRevoke = forLink.message.replace(/\n\n[^\n]+\n\n/, '\n\nRevoke API keys of this wallet.\n\n');
    const relabelled = `${asRevoke}\nResources:\n- urn:assay:keys:all`;

    expect(await revoke({ message, signature: newWallet().sign(message) })).toMatchObject(
      refusal(401, 'signature_invalid'),
    );
    expect(await revoke(forLink)).toMatchObject(refusal(422, 'siwe_invalid'));
    expect(await revoke(signed(wallet, relabelled))).toMatchObject(refusal(401, 'nonce_invalid'));
    expect((await key.get(KEYS)).status).toBe(200);

    const answers = await Promise.all(Array.from({ length: 5 }, () => revoke(signed(wallet, message))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.post(LINK, signed(wallet, await textFor(wallet)))).toMatchObject(refusal(422, 'siwe_invalid'));
  });

  it('returns an empty list for a wallet without keys', async () => {
    const wallet = newWallet();

    expect(await revoke(signed(wallet, await textFor(wallet)))).toMatchObject({ status: 200, body: { revoked: [] } });
  });
});
