import { randomUUID } from 'node:crypto';
import { LinkResult } from '@assay/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerDeveloper } from '../../testing/developer.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createOwners } from './owners.service.ts';
import { ownerStore } from './owners.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('an account and the agent of its wallet share ownership, and other accounts own nothing of theirs', async () => {
  const ownersOf = createOwners(ownerStore(server.database.db));
  const [developer, thirdParty] = [
    await registerDeveloper(server, 'owner@example.org'),
    await registerDeveloper(server, 'no-owner@example.org'),
  ];
  const wallet = newWallet();
  const linked = await server.post('/api/v1/auth/link', await signIn(server, wallet, 'link'));
  const actorId = LinkResult.parse(linked.body).actor.id;
  const asDeveloper = (accountId: string) => ownersOf({ kind: 'dev', accountId });
  const asAgent = () => ownersOf({ kind: 'key', actorId, walletAddress: wallet.address });

  const before = [await asDeveloper(developer.accountId), await asAgent()];
  await developer.post('/api/v1/certsvc/dev/wallets', await signIn(server, wallet, 'wallet'));

  expect(before).toEqual([[`account:${developer.accountId}`], [`actor:${actorId}`]]);
  expect(await asDeveloper(developer.accountId)).toEqual([`account:${developer.accountId}`, `actor:${actorId}`]);
  expect(await asAgent()).toEqual([`actor:${actorId}`, `account:${developer.accountId}`]);
  expect(await asDeveloper(thirdParty.accountId)).toEqual([`account:${thirdParty.accountId}`]);
  expect(await asDeveloper(randomUUID())).toHaveLength(1);
});
