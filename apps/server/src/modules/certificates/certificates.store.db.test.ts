import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { certificateStore } from './certificates.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('locks on several certificates', () => {
  it('are taken in one order, so that issuing versions and publishing events cannot deadlock', async () => {
    const skill = { name: 'locked-skill', owner: 'account:locker' };
    const ids: string[] = [];
    for (let version = 0; version < 8; version++)
      ids.push(await issueCertificate(server, { ...skill, version: `1.0.${version}` }));
    await server.published();
    const { db, pool } = server.database;
    const { rows } = await pool.query<{ skill_key: string }>('SELECT skill_key FROM certificates LIMIT 1');
    const places = new Map([...ids].reverse().map((id, index) => [id, index + 1]));

    const lockAll = () => db.transaction((tx) => certificateStore(tx).lockOtherVersions(rows[0]?.skill_key ?? '', ''));
    const publish = () => db.transaction((tx) => certificateStore(tx).touchFeed(places));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? lockAll() : publish())),
    );

    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
