import { NEW_OWNER_LIMITS } from '@assay/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChainServer, startChainServer, startPublicServer } from '../../testing/chain-server.ts';
import { registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import type { TestServer } from '../../testing/test-server.ts';

const SUBMIT = '/certsvc/v1/submissions/submit';
const ORDER = {
  productType: 'SKILL',
  skillMdContent: '# Tides\n\nPrints the tide of today.\n',
  name: 'tides',
  version: '1.0.0',
};

let house: ChainServer;
let local: TestServer;
/** The same service with a public address. */
let served: TestServer;
let developer: TestDeveloper;
let owner: string;
beforeAll(async () => {
  house = await startChainServer();
  local = house.server;
  served = await startPublicServer(house);
  developer = await registerDeveloper(local, 'new-owner@example.org');
  owner = `account:${developer.accountId}`;
  for (let open = 0; open < NEW_OWNER_LIMITS.openReviewsMax; open += 1) await submitSkill(local, { owner });
}, 120_000);
afterAll(async () => {
  await served.close();
  await house.close();
});

const submit = (server: TestServer) => server.post(SUBMIT, ORDER, developer.headers);

it('refuses one review more to an owner without a certificate, before any payment', async () => {
  expect(await submit(served)).toMatchObject({
    status: 409,
    body: { code: 'new_owner_limit', next: { method: 'GET', href: '/certsvc/v1/submissions?state=IN_REVIEW' } },
  });
});

it('has no such limit on a service that only its own machine can reach', async () => {
  expect((await submit(local)).status).toBe(402);
});

it('ends the limit with the first certificate', async () => {
  await local.database.pool.query(
    "UPDATE submissions SET state = 'CERTIFIED' WHERE id = (SELECT id FROM submissions WHERE owner = $1 LIMIT 1)",
    [owner],
  );
  await submitSkill(local, { owner });

  expect((await submit(served)).status).toBe(402);
});
