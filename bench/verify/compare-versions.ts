/** Sends the same verify requests to this version and to an earlier one, in alternating rounds. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { runLoad } from '../lib/load.ts';
import { residentMb, startServer } from '../lib/process.ts';
import { median, printTable } from '../lib/report.ts';
import { compare } from './compare-with-bare-server.ts';

type Options = {
  /** The folder of the earlier version with its dependencies installed. */
  readonly earlier: string;
  readonly folder: string;
  readonly root: string;
  readonly certificates: number;
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly verifyPath: (n: number) => string;
  readonly drawPath: () => () => string;
};
type Version = { readonly root: string; readonly dataDir: string };
type Running = Awaited<ReturnType<typeof startServer>>;

/** Of a figure of this version, relative to the earlier one. */
const WORSE_MAX = 1.05;

/** Each version fills its own schema. */
async function fill({ root, dataDir }: Version, count: number): Promise<void> {
  const load = (path: string) => import(pathToFileURL(join(root, 'bench/lib', path)).href);
  const { openBenchDatabase } = (await load('database.ts')) as typeof import('../lib/database.ts');
  const { fillCertificates } = (await load('certificates.ts')) as typeof import('../lib/certificates.ts');
  const home = await openBenchDatabase(dataDir, createLogger('warn'));
  await fillCertificates(home.database.pool, count);
  await home.stop();
}

async function start({ root, dataDir }: Version, options: Options): Promise<Running> {
  await fill({ root, dataDir }, options.certificates);
  const server = await startServer({ DATA_DIR: dataDir }, options.verifyPath(0), undefined, root);
  let n = options.certificates;
  const nextPath = () => options.verifyPath(n > 0 ? --n : 0);
  while (n > 0) await runLoad({ port: server.port, connections: options.connections, seconds: 1, nextPath });
  return server;
}

/** True if no figure of this version is worse by more than the limit. */
export async function compareVersions(options: Options): Promise<boolean> {
  const { earlier, folder, root, connections, seconds, rounds, verifyPath, drawPath } = options;
  const ours = await start({ root, dataDir: join(folder, 'this') }, options);
  const theirs = await start({ root: earlier, dataDir: join(folder, 'earlier') }, options);
  const processorUs = async (nextPath: () => string) => {
    const pair = await compare({
      port: ours.port,
      barePort: theirs.port,
      pids: { ours: ours.child.pid, bare: theirs.child.pid },
      nextPath,
      connections,
      seconds,
      goesOn: (done) => done < rounds,
    });
    const failures = [...pair.ours, ...pair.bare].reduce((sum, round) => sum + round.failures, 0);
    if (failures > 0) throw new Error(`${failures} requests failed`);
    return [pair.ours, pair.bare].map((all) => median(all.map((round) => round.processorUs)));
  };
  const figures = [
    { what: 'processor µs of a verify, one certificate', values: await processorUs(() => verifyPath(0)) },
    { what: `processor µs of a verify, ${options.certificates} certificates`, values: await processorUs(drawPath()) },
    { what: 'resident MB after all rounds', values: [ours, theirs].map(({ child }) => residentMb(child.pid ?? 0)) },
  ].map(({ what, values: [now = Number.NaN, before = Number.NaN] }) => ({ what, now, before, ratio: now / before }));
  await Promise.all([ours.stop(), theirs.stop()]);
  printTable(`This version and an earlier one in turn, ${rounds} rounds of ${seconds} s each`, [
    ['figure', 'this version', 'earlier version', 'ratio', 'limit'],
    ...figures.map(({ what, now, before, ratio }) => [
      ...[what, now.toFixed(1), before.toFixed(1), ratio.toFixed(3), `≤ ${WORSE_MAX}`],
    ]),
  ]);
  return figures.every(({ ratio }) => ratio <= WORSE_MAX);
}
