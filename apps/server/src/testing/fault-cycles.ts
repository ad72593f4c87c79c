import { join } from 'node:path';
import { type Acknowledged, findLostWrites, writeFlag, writeSuspension } from './acknowledged-writes.ts';
import { issueCertificate } from './certificate-builder.ts';
import { openIssuer } from './issuer.ts';
import { spawnServer } from './server-process.ts';

type FaultCyclesOptions = {
  /** Contains all files of these cycles; the data directory is `data`. */
  folder: string;
  cycles: number;
  /** Random from 0 to less than 1. Selects the number of acknowledged writes after which a server is killed. */
  roll(): number;
};

/** `lost` names every acknowledged write that is missing. */
type FaultReport = { acknowledged: number; killedAfter: number[]; lost: string[] };

const FLAG_WRITERS = 3;
const ACKNOWLEDGED_MAX = 20;
/** More than one server can suspend before it is killed. */
const SUSPENDABLE_PER_CYCLE = ACKNOWLEDGED_MAX + 5;

/** Repeatedly starts the real program, writes flags and statuses and kills it with -9. Then checks every write. */
export async function runFaultCycles({ folder, cycles, roll }: FaultCyclesOptions): Promise<FaultReport> {
  const dataDir = join(folder, 'data');
  const ids = await seedCertificates(folder, 1 + cycles * SUSPENDABLE_PER_CYCLE);
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

async function seedCertificates(folder: string, count: number): Promise<string[]> {
  const issuer = await openIssuer(folder);
  const ids: string[] = [];
  while (ids.length < count) ids.push(await issueCertificate(issuer));
  await issuer.close();
  return ids;
}

/** The real program without workers, whose reviews would only delay each start. */
const spawnApi = (dataDir: string) => spawnServer({ env: { DATA_DIR: dataDir, ASSAY_ROLES: 'api' } });

type Work = { readonly flagged: string; readonly suspendable: string[]; readonly target: number };

/** Returns the writes acknowledged before the process died. A write in progress counts neither as kept nor as lost. */
async function writeUntilKilled(dataDir: string, { flagged, suspendable, target }: Work): Promise<Acknowledged[]> {
  const server = spawnApi(dataDir);
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

async function findLost(dataDir: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const server = spawnApi(dataDir);
  try {
    return await findLostWrites(await server.listening(), acknowledged);
  } finally {
    server.kill('SIGTERM');
    await server.ended();
  }
}
