import { operator, startTestChain, type TestChain } from '@assay/chain/testing';
import { VerifyRecord } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Acknowledged, findLostWrites, writeFlag, writeSuspension } from './testing/acknowledged-writes.ts';
import { issueCertificate } from './testing/certificate-builder.ts';
import { chainEnv } from './testing/chain-server.ts';
import { type ServerProcess, spawnServer } from './testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { soon, startTestServer, type TestServer } from './testing/test-server.ts';

/** One process and its address. */
type Post = { readonly process: ServerProcess; readonly url: string };

const WRITES = 24;
const KILL_AFTER = 8;
/** Longer than the lease of a dead worker plus a start on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 100 };

let database: TestDatabase;
let chain: TestChain;
/** Issues certificates in place of the council. It is not under test. */
let issuer: TestServer;
let apis: Post[];
let workers: ServerProcess[];

function spawnRole(role: 'api' | 'worker'): ServerProcess {
  const { host, port, user, password, database: name } = database.connection;
  const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}&sslmode=disable`;
  const env = { DATABASE_URL, SIGNING_KEY: '07'.repeat(32), ...chainEnv(chain, chain.rpcUrl), ASSAY_ROLES: role };
  return spawnServer({ env });
}

async function startApi(): Promise<Post> {
  const process = spawnRole('api');
  return { process, url: await process.listening() };
}

beforeAll(async () => {
  chain = await startTestChain();
  database = await createTestDatabase({ migrate: false }); // the four start at once, and one of them migrates
  workers = [spawnRole('worker'), spawnRole('worker')];
  apis = await Promise.all([startApi(), startApi()]);
  await Promise.all(workers.map((worker) => worker.ready()));
  issuer = await startTestServer({ database });
});
afterAll(async () => {
  for (const process of [...workers, ...apis.map((api) => api.process)]) process.kill('SIGKILL');
  await Promise.all([...workers, ...apis.map((api) => api.process)].map((process) => process.ended()));
  await issuer.close();
  await database.close();
  await chain.close();
});

const apiAt = (index: number): Post => {
  const api = apis[index % apis.length];
  if (api === undefined) throw new Error('No such process.');
  return api;
};
const verify = async (url: string, id: string): Promise<VerifyRecord> =>
  VerifyRecord.parse(await (await fetch(`${url}/api/v1/public/certificates/${id}/verify`)).json());
const issueMany = (count: number) => Promise.all(Array.from({ length: count }, () => issueCertificate(issuer)));

describe('two API processes and two workers on one database', () => {
  it('show a change made at one API process at the other within a second', async () => {
    const [here, there] = [apiAt(0), apiAt(1)];
    for (const id of await issueMany(3)) {
      for (let reads = 0; reads < 3; reads++) expect(await verify(there.url, id)).toMatchObject({ valid: true });

      await writeSuspension(here.url, id);

      await soon(async () => expect(await verify(there.url, id)).toMatchObject({ valid: false, status: 'SUSPENDED' }));
    }
  });

  it('lose no acknowledged write and no certificate, and commit none twice, when one of each is killed', async () => {
    const [flagged = '', ...suspendable] = await issueMany(WRITES + 1);
    const acknowledged: Acknowledged[] = [];
    const onTheirWay: string[] = [];

    for (const [turn, id] of suspendable.entries()) {
      if (turn === KILL_AFTER) {
        onTheirWay.push(...(await issueMany(WRITES)));
        await killOneOfEach();
      }
      acknowledged.push(await writeSuspension(apiAt(turn).url, id));
      acknowledged.push(await writeFlag(apiAt(turn + 1).url, flagged));
    }

    for (const id of [flagged, ...suspendable, ...onTheirWay])
      await vi.waitFor(
        async () => expect(await verify(apiAt(1).url, id)).toMatchObject({ onChain: { state: 'FINAL' } }),
        PATIENCE,
      );
    expect(acknowledged).toHaveLength(2 * WRITES);
    for (const { url } of apis) expect(await findLostWrites(url, acknowledged)).toEqual([]);
    const { rows } = await database.pool.query(`
      SELECT (SELECT count(*)::int FROM chain_outbox) AS wanted,
        (SELECT count(*)::int FROM chain_outbox WHERE state <> 'FINAL') AS open,
        (SELECT count(*)::int FROM events WHERE seq IS NULL) AS unpublished`);
    const sent = await chain.feed.minedNonce(operator.address);
    expect(rows).toEqual([{ wanted: sent, open: 0, unpublished: 0 }]);
  });

  /** Kills one API process, which a new one replaces, and one worker, whose tasks the other takes over. */
  async function killOneOfEach(): Promise<void> {
    const [worker] = workers;
    const victim = apiAt(0);
    worker?.kill('SIGKILL');
    victim.process.kill('SIGKILL');
    await Promise.all([worker?.ended(), victim.process.ended()]);
    apis = [await startApi(), apiAt(1)];
  }
});
