/** Processor time of paid submissions, from the request to the certificate. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Client, expectStatus, link, newSkill, pay } from '../campaign/client.ts';
import type { Member } from '../campaign/service.ts';
import type { StandIns } from '../campaign/stand-ins.ts';
import { databaseMs, treeMs } from '../lib/processor.ts';

type Given = {
  readonly client: Client;
  readonly api: Member;
  readonly worker: Member;
  readonly pool: Pool;
  readonly standIns: StandIns;
  readonly count: number;
};

const POLL_MS = 100;
const OVER = new Set(['CERTIFIED', 'REJECTED', 'ESCALATED', 'FAILED']);
const USDC = 1_000_000_000n;

export async function measureSubmissions({ client, api, worker, pool, standIns, count }: Given) {
  const person = await link(client, await standIns.chain.newAccount({ usdc: USDC }));
  const { headers } = person;

  async function submit(): Promise<void> {
    const { submissionId } = await pay(client, person, '/certsvc/v1/submissions/submit', newSkill());
    for (;;) {
      const answer = await client.send(`/certsvc/v1/submissions/${submissionId}`, { headers });
      if (OVER.has(String(expectStatus(answer, 200).state))) return;
      await pause(POLL_MS);
    }
  }

  const used = async () => ({
    apiMs: treeMs(api.pid() ?? 0),
    workerMs: treeMs(worker.pid() ?? 0),
    databaseMs: await databaseMs(pool),
  });
  await submit(); // starts the engine
  const before = await used();
  for (let submitted = 0; submitted < count; submitted++) await submit();
  const after = await used();
  const perOne = (part: keyof typeof before) => (after[part] - before[part]) / count;
  return { apiMs: perOne('apiMs'), workerMs: perOne('workerMs'), databaseMs: perOne('databaseMs') };
}
