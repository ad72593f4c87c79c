import { Account, listOf, WalletLink } from '@assay/protocol';
import type { TestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const WALLETS = `${DEV}/wallets`;
let people = 0;
const newDeveloper = () => registerDeveloper(server, `wallets-${++people}@example.org`);
const add = async (developer: TestDeveloper, wallet: TestWallet, more: object = {}) =>
  developer.post(WALLETS, { ...(await signIn(server, wallet, 'wallet')), ...more });
const added = async (developer: TestDeveloper, wallet = newWallet()) =>
  WalletLink.parse((await add(developer, wallet)).body);
const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('wallets of a developer', () => {
  it('are added by signature; the first is primary and shows in the account', async () => {
    const developer = await newDeveloper();
    const [one, two] = [newWallet(), newWallet()];

    const first = await add(developer, one, { label: 'cold' });
    await add(developer, two);

    expect(first).toMatchObject({ status: 201, body: { address: one.address, label: 'cold', primary: true } });
    const { items } = listOf(WalletLink).parse((await developer.get(WALLETS)).body);
    expect(items.map(({ address, primary }) => [address, primary])).toEqual([
      [one.address, true],
      [two.address, false],
    ]);
    expect(Account.parse((await developer.get(`${DEV}/me`)).body).primaryWallet).toBe(one.address);
  });

  it('belong to one account; adding the same wallet again changes nothing', async () => {
    const [mine, theirs] = [await newDeveloper(), await newDeveloper()];
    const wallet = newWallet();
    const { id } = await added(mine, wallet);

    expect(await add(theirs, wallet)).toMatchObject(refusal(409, 'wallet_taken'));
    expect(await add(mine, wallet)).toMatchObject({ status: 201, body: { id } });
  });

  it('are not added by a replayed, forged or foreign message', async () => {
    const developer = await newDeveloper();
    const wallet = newWallet();
    const signed = await signIn(server, wallet, 'wallet');
    await developer.post(WALLETS, signed);

    expect(await developer.post(WALLETS, signed)).toMatchObject(refusal(401, 'nonce_invalid'));
    const unused = await signIn(server, wallet, 'wallet');
    expect(await developer.post(WALLETS, { ...unused, signature: newWallet().sign(unused.message) })).toMatchObject(
      refusal(401, 'signature_invalid'),
    );
    expect(await developer.post(WALLETS, await signIn(server, wallet, 'link'))).toMatchObject(
      refusal(422, 'siwe_invalid'),
    );
  });

  it.each([
    ['another domain', 'assay.localhost wants', 'evil.example wants'],
    ['another host', 'URI: http://assay.localhost', 'URI: http://evil.example'],
    ['another chain', /Chain ID: \d+/, 'Chain ID: 1'],
    ['another time', /Expiration Time: \d{4}/, 'Expiration Time: 2020'],
  ])('are not added by a message that is signed for %s', async (_, from, to) => {
    const developer = await newDeveloper();
    const wallet = newWallet();
    const message = (await signIn(server, wallet, 'wallet')).message.replace(from, to);

    expect(await developer.post(WALLETS, { message, signature: wallet.sign(message) })).toMatchObject(
      refusal(422, 'siwe_invalid'),
    );
  });

  it('are limited to ten, even when added concurrently', async () => {
    const developer = await newDeveloper();

    const answers = await Promise.all(Array.from({ length: 12 }, () => add(developer, newWallet())));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(refusal(409, 'wallet_limit_reached'));
    const { items } = listOf(WalletLink).parse((await developer.get(WALLETS)).body);
    expect(items.filter(({ primary }) => primary)).toHaveLength(1);
  });

  it('have one primary wallet, which is removed last', async () => {
    const developer = await newDeveloper();
    const [one, two] = [await added(developer), await added(developer)];

    expect(await developer.delete(`${WALLETS}/${one.id}`)).toMatchObject(refusal(409, 'wallet_in_use'));
    expect(await developer.post(`${WALLETS}/${two.id}/primary`)).toMatchObject({
      status: 200,
      body: { primary: true },
    });
    expect((await developer.delete(`${WALLETS}/${one.id}`)).status).toBe(204);
    expect((await developer.delete(`${WALLETS}/${two.id}`)).status).toBe(204);
    expect((await developer.get(WALLETS)).body).toEqual({ items: [], nextCursor: null });
  });

  it('of another account are not found', async () => {
    const [mine, theirs] = [await newDeveloper(), await newDeveloper()];
    const { id } = await added(theirs);

    expect(await mine.post(`${WALLETS}/${id}/primary`)).toMatchObject(refusal(404, 'wallet_not_found'));
    expect(await mine.delete(`${WALLETS}/${id}`)).toMatchObject(refusal(404, 'wallet_not_found'));
    expect(await mine.delete(`${WALLETS}/not-an-id`)).toMatchObject(refusal(404, 'wallet_not_found'));
    expect((await mine.get(WALLETS)).body).toEqual({ items: [], nextCursor: null });
    expect(Account.parse((await theirs.get(`${DEV}/me`)).body).primaryWallet).not.toBeNull();
  });

  it('are free again after their account is deleted', async () => {
    const [first, second] = [await newDeveloper(), await newDeveloper()];
    const wallet = newWallet();
    await added(first, wallet);

    await first.delete(`${DEV}/me`);

    expect((await add(second, wallet)).status).toBe(201);
  });
});
