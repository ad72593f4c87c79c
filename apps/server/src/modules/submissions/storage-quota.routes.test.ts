import { Draft } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createUpkeep } from './upkeep.service.ts';

const DRAFTS = `${DEV}/drafts`;
const VALIDATE = '/certsvc/v1/submissions/validate';
const KIB = 1024;
const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { STORAGE_PER_PRINCIPAL_MB: '1', STORAGE_TOTAL_MB: '2' } });
});
afterAll(() => server.close());

let people = 0;
const newDeveloper = () => registerDeveloper(server, `quota-${++people}@example.org`);
/** A skill with a text file of this length beside its entry. */
const skillOf = (bytes: number) => ({
  productType: 'SKILL',
  files: [
    { path: 'SKILL.md', content: benignSkill(`quota-${++people}`) },
    { path: 'notes.txt', content: 'x'.repeat(bytes) },
  ],
});
const draft = (developer: TestDeveloper, bytes: number) => developer.post(DRAFTS, skillOf(bytes));
const refusal = { status: 429, body: { code: 'storage_quota_reached', bytesMax: KIB * KIB } };
const limits = { unsubmittedMs: 2 * DAY_MS, draftMs: 90 * DAY_MS };
const newUpkeep = () => createUpkeep({ inTransaction: server.app.inTransaction, limits, clock: server.clock });

describe('unpaid content of a caller', () => {
  it('has one quota for drafts and validated bundles, and deleted content frees it', async () => {
    const developer = await newDeveloper();
    const { id } = Draft.parse((await draft(developer, 600 * KIB)).body);
    const large = skillOf(600 * KIB);

    const refused = await developer.post(VALIDATE, large);
    expect(refused).toMatchObject(refusal);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(await developer.post(`${DRAFTS}/${id}`, { files: skillOf(1_100 * KIB).files })).toMatchObject(refusal);
    expect((await developer.post(`${DRAFTS}/${id}`, { files: skillOf(700 * KIB).files })).status).toBe(200);

    await developer.delete(`${DRAFTS}/${id}`);
    expect((await developer.post(VALIDATE, large)).status).toBe(200);
    expect(await draft(developer, 600 * KIB)).toMatchObject(refusal);
    expect((await developer.post(VALIDATE, large)).status).toBe(200); // The same bytes are stored once.
  });

  it('is rejected for all callers while the service is full, and accepted again after the sweeper has freed space', async () => {
    const [one, other] = [await newDeveloper(), await newDeveloper()];
    await server.database.pool.query('TRUNCATE unsubmitted_bytes');
    await draft(one, 900 * KIB);
    const validated = await other.post(VALIDATE, skillOf(900 * KIB));
    expect(validated.status).toBe(200);
    const last = await newDeveloper();

    const refused = await last.post(VALIDATE, skillOf(900 * KIB));
    expect(refused).toMatchObject({ status: 507, body: { code: 'storage_full' } });

    server.clock.advance(3 * DAY_MS);
    await newUpkeep().deleteUnsubmitted();
    const returned = await registerDeveloper(server, 'returned@example.org');
    expect((await returned.post(VALIDATE, skillOf(900 * KIB))).status).toBe(200);
  });

  it('loses drafts that have not changed for 90 days', async () => {
    const developer = await newDeveloper();
    await server.database.pool.query('DELETE FROM drafts');
    await draft(developer, KIB);
    const count = async () => (await server.database.pool.query('SELECT FROM drafts')).rowCount;

    await newUpkeep().deleteOldDrafts();
    expect(await count()).toBe(1);
    server.clock.advance(91 * DAY_MS);
    await newUpkeep().deleteOldDrafts();
    expect(await count()).toBe(0);
  });
});

it('a submission is paid for and does not count against the quota', async () => {
  const developer = await newDeveloper();
  await server.database.pool.query('DELETE FROM drafts');
  await developer.post(VALIDATE, skillOf(100 * KIB));
  const owner = `account:${developer.accountId}`;
  const kept = async () =>
    (await server.database.pool.query('SELECT quote_id FROM unsubmitted_bytes WHERE owner = $1', [owner])).rows;
  const [{ quote_id: quoteId }] = (await kept()) as [{ quote_id: string }];

  await server.database.pool.query(
    `INSERT INTO submissions (id, quote_id, owner, identity, product_type, state, created_at, updated_at)
     SELECT gen_random_uuid(), quote_id, owner, identity, product_type, 'SUBMITTED', now(), now() FROM sealed_inputs WHERE quote_id = $1`,
    [quoteId],
  );

  expect(await kept()).toEqual([]);
});
