/** `npm run bench preview-flood`: measures a paid review alone and while fifty hostile callers continuously request free previews. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { certifiedSamples, newBuyer, REVIEWS_PER_BUYER, type Review, review } from '../lib/paid-review.ts';
import { startServer } from '../lib/process.ts';
import { median, printTable, quantile } from '../lib/report.ts';

const { values: options } = parseArgs({
  options: { callers: { type: 'string', default: '50' }, reviews: { type: 'string', default: '20' } },
});
const CALLERS = Number(options.callers);
/** Of each kind, in each of two turns: a machine that becomes busy meanwhile shows in both kinds. */
const REVIEWS = Number(options.reviews);
const TURNS = 2;
const RATIO_MAX = 2;

const folder = await createTemporaryFolder();
const server = await startServer({ DATA_DIR: join(folder.path, 'data') });
const url = `http://127.0.0.1:${server.port}`;

async function reviewMany(): Promise<Review[]> {
  const times: Review[] = [];
  let buyer = await newBuyer(url);
  while (times.length < REVIEWS) {
    times.push(await review(buyer));
    if (times.length % REVIEWS_PER_BUYER === 0) buyer = await newBuyer(url);
  }
  return times;
}

type Served = { readonly served: number; readonly refused: number };

/** Callers in a process of their own, at the lowest priority: elsewhere they would have machines of their own. */
async function startCallers() {
  const child = fork(fileURLToPath(new URL('callers.ts', import.meta.url)), [url, String(CALLERS)]);
  const hear = async () => (await once(child, 'message'))[0] as Served;
  await hear();
  return {
    async during<T>(work: () => Promise<T>): Promise<T> {
      child.send('go');
      const result = await work();
      child.send('rest');
      await hear();
      return result;
    },
    async end(): Promise<Served> {
      child.send('count');
      const counted = await hear();
      child.disconnect();
      return counted;
    },
  };
}

try {
  await certifiedSamples(url);
  await review(await newBuyer(url)); // starts the engine
  const callers = await startCallers();
  const [alone, beside]: [Review[], Review[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    alone.push(...(await reviewMany()));
    beside.push(...(await callers.during(reviewMany)));
  }
  const { served, refused } = await callers.end();
  const totals = (reviews: readonly Review[]) => reviews.map(({ totalMs }) => totalMs);
  const ratio = quantile(totals(beside), 0.95) / quantile(totals(alone), 0.95);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const shown = (reviews: readonly Review[]) =>
    [median(totals(reviews)), quantile(totals(reviews), 0.95), median(reviews.map(({ acceptedMs }) => acceptedMs))].map(
      ms,
    );
  printTable(`A paid review, payment included (${alone.length} alone, ${beside.length} beside ${CALLERS} callers)`, [
    ['what', 'measured', 'limit'],
    ['alone: median, p95, median until it was paid and accepted', shown(alone).join(', '), ''],
    ['the same beside the callers', shown(beside).join(', '), ''],
    ['ratio of the p95', ratio.toFixed(2), `≤ ${RATIO_MAX}`],
    ['free previews that were given meanwhile, and refused', `${served}, ${refused}`, ''],
  ]);
  if (!(ratio <= RATIO_MAX)) process.exitCode = 1;
} finally {
  await server.stop();
  await folder.remove();
}
