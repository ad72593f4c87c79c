import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Flag, LiveStatus, listOf, PublicFlag } from '@assay/protocol';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { openDatabaseHome } from '../platform/db/index.ts';
import { systemNetwork } from '../platform/fetch/index.ts';
import { openSigningKey } from '../signing-key.ts';
import { issueCertificate } from './certificate-builder.ts';
import { SERVER_PROCESS_KEY, spawnServer } from './server-process.ts';
import { silentLog } from './silent-log.ts';

export type FaultCyclesOptions = {
  /** Everything of these cycles lies in it; the data directory in `data`. */
  folder: string;
  cycles: number;
  /** From 0 up to, but not including, 1: decides after how many acknowledged writes a server is killed. */
  roll(): number;
};

/** `lost` names every write that was acknowledged and is not there any more. */
export type FaultReport = { acknowledged: number; killedAfter: number[]; lost: string[] };

type Acknowledged = { readonly kind: 'flag' | 'suspension'; readonly certificateId: string; readonly flagId?: string };

const FLAG_WRITERS = 3;
const ACKNOWLEDGED_MAX = 20;
/** More than one server can suspend before it is killed. */
const SUSPENDABLE_PER_CYCLE = ACKNOWLEDGED_MAX + 5;
const REASON = { reason: 'Written while the server is about to be killed.' };

/** Starts the real program, writes flags and statuses, kills it with -9, again and again; then asks for every write. */
export async function runFaultCycles({ folder, cycles, roll }: FaultCyclesOptions): Promise<FaultReport> {
  const dataDir = join(folder, 'data');
  const ids = await seedCertificates(dataDir, 1 + cycles * SUSPENDABLE_PER_CYCLE);
  const [flagged = '', ...suspendable] = ids;
  const acknowledged: Acknowledged[] = [];
  const killedAfter: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle++) {
    const target = 1 + Math.floor(roll() * ACKNOWLEDGED_MAX);
    const written = await writeUntilKilled(dataDir, { flagged, suspendable, target });
    acknowledged.push(...written);
    killedAfter.push(written.length);
  }
  return { acknowledged: acknowledged.length, killedAfter, lost: await findLost(dataDir, acknowledged) };
}

/** Through the services of the program itself, without its doors. */
async function seedCertificates(dataDir: string, count: number): Promise<string[]> {
  const home = await openDatabaseHome({
    ...{ databaseUrl: undefined, dataDir, tmpDir: join(dataDir, '..'), log: silentLog },
    onCrash(error) {
      throw error;
    },
  });
  const app = compose(readConfig({ DATA_DIR: dataDir }), {
    ...{ database: home.database, connection: home.connection, network: systemNetwork, log: silentLog },
    ...{ clock: { now: () => new Date() }, version: '0', checksAnswers: true },
    signer: await openSigningKey(undefined, dataDir),
  });
  const ids: string[] = [];
  while (ids.length < count) ids.push(await issueCertificate({ app }));
  await app.stop();
  await home.stop();
  return ids;
}

type Work = { readonly flagged: string; readonly suspendable: string[]; readonly target: number };

/** All that was acknowledged before the process died; what was on its way then counts neither way. */
async function writeUntilKilled(dataDir: string, { flagged, suspendable, target }: Work): Promise<Acknowledged[]> {
  const server = spawnServer({ env: { DATA_DIR: dataDir } });
  const url = await server.listening();
  const written: Acknowledged[] = [];

  async function keepWriting(write: () => Promise<Acknowledged | undefined>): Promise<void> {
    for (;;) {
      const one = await write().catch(() => undefined);
      if (one === undefined) return;
      written.push(one);
      if (written.length === target) server.kill('SIGKILL');
    }
  }
  await Promise.all([
    ...Array.from({ length: FLAG_WRITERS }, () => keepWriting(() => writeFlag(url, flagged))),
    keepWriting(async () => {
      const certificateId = suspendable.shift();
      return certificateId === undefined ? undefined : writeSuspension(url, certificateId);
    }),
  ]);
  await server.ended();
  if (written.length < target) throw new Error('The server refused to write.');
  return written;
}

async function writeFlag(url: string, certificateId: string): Promise<Acknowledged> {
  const body = await post(`${url}/certsvc/v1/certificates/${certificateId}/flag`, {
    walletAddress: `0x${randomBytes(20).toString('hex')}`,
    category: 'OTHER',
    description: `Written while the server is about to be killed: ${randomUUID()}.`,
  });
  return { kind: 'flag', certificateId, flagId: Flag.parse(body).id };
}

async function writeSuspension(url: string, certificateId: string): Promise<Acknowledged> {
  const operator = { authorization: `Bearer ${SERVER_PROCESS_KEY}` };
  await post(`${url}/api/v1/operator/certificates/${certificateId}/suspend`, REASON, operator);
  return { kind: 'suspension', certificateId };
}

async function post(url: string, body: unknown, credential: Record<string, string> = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...credential };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}

async function findLost(dataDir: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const server = spawnServer({ env: { DATA_DIR: dataDir } });
  const url = await server.listening();
  try {
    const flags = new Set<string | undefined>();
    for (const id of new Set(
      acknowledged.flatMap(({ kind, certificateId }) => (kind === 'flag' ? [certificateId] : [])),
    ))
      for (const flagId of await listFlags(url, id)) flags.add(flagId);
    const lost: string[] = [];
    for (const { kind, certificateId, flagId } of acknowledged) {
      const isThere = kind === 'flag' ? flags.has(flagId) : await isSuspended(url, certificateId);
      if (!isThere) lost.push(`${kind} ${flagId ?? certificateId}`);
    }
    return lost;
  } finally {
    server.kill('SIGTERM');
    await server.ended();
  }
}

async function listFlags(url: string, id: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? 'limit=100' : `limit=100&cursor=${cursor}`;
    const response = await fetch(`${url}/api/v1/public/certificates/${id}/flags?${query}`);
    const page = listOf(PublicFlag).parse(await response.json());
    found.push(...page.items.map((flag) => flag.id));
    cursor = page.nextCursor;
  }
  return found;
}

async function isSuspended(url: string, id: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/public/certificates/${id}/live-status`);
  const { status, history } = LiveStatus.parse(await response.json());
  return status === 'SUSPENDED' && history.at(-1)?.status === 'SUSPENDED';
}
