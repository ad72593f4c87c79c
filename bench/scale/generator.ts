/** A load generator in a process of its own, so that its processor time is known apart from all others. */
import { type LoadResult, runLoad } from '../lib/load.ts';
import { createPaths, type Load } from './requests.ts';

export type Order = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly load: Load;
};
export type Outcome = LoadResult & { readonly generatorMs: number };

const paths = createPaths(Number(process.argv[2]));

process.send?.('ready');
process.on('message', async ({ load, ...order }: Order) => {
  const before = process.cpuUsage();
  const result = await runLoad({ ...order, nextPath: paths[load] });
  const { user, system } = process.cpuUsage(before);
  process.send?.({ ...result, generatorMs: (user + system) / 1_000 } satisfies Outcome);
});
