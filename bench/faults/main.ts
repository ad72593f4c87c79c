/** `npm run bench faults`: kills the service with -9 while it writes, again and again, and asks for every acknowledged write. */
import { parseArgs } from 'node:util';
import { runCrashRounds } from '../../apps/server/src/testing/crash-rounds.ts';
import { runFaultCycles } from '../../apps/server/src/testing/fault-cycles.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { printTable } from '../lib/report.ts';
import { seeded } from '../lib/zipf.ts';

const { values: options } = parseArgs({ options: { cycles: { type: 'string', default: '100' } } });
const CYCLES = Number(options.cycles);
const roll = seeded(20_260_102);

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { path, remove } = await createTemporaryFolder();
  try {
    return await work(path);
  } finally {
    await remove();
  }
}

const rows: string[][] = [['killed with SIGKILL', 'cycles', 'acknowledged writes', 'lost', 'limit']];
let lost = 0;

const service = await inFolder((folder) => runFaultCycles({ folder, cycles: CYCLES, roll }));
rows.push([
  'the service, during flag and status writes',
  String(CYCLES),
  String(service.acknowledged),
  String(service.lost.length),
  '0',
]);
lost += service.lost.length;

for (const victims of ['server', 'server and watcher', 'server, watcher and postgres'] as const) {
  const report = await inFolder((folder) => runCrashRounds({ folder, rounds: CYCLES, victims, roll }));
  rows.push([victims, String(CYCLES), String(report.committed), String(report.lost.length), '0']);
  lost += report.lost.length;
}
printTable('Writes that were acknowledged before a kill -9, asked for by name after the restart', rows);
if (lost > 0) process.exitCode = 1;
