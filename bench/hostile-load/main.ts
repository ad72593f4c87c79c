/** `npm run bench hostile-load`: runs each attack of a hostile review beside 1,000 verifications per second and paid reviews on one service. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import type { LoadResult } from '../lib/load.ts';
import { certifiedSamples, newBuyer, REVIEWS_PER_BUYER, review } from '../lib/paid-review.ts';
import { processorMs, startServer } from '../lib/process.ts';
import { median, printTable } from '../lib/report.ts';
import { ATTACKS } from './attacks.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    'per-second': { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
});
const SECONDS_MAX = 20;
const SECONDS = Math.min(SECONDS_MAX, Number(options.seconds));
const P99_MS_MAX = 50;
const RATIO_MAX = 2;
/** A review that takes longer counts as one that never ends, so that every phase ends. */
const REVIEW_WAIT_MS = 20_000;
const names = Object.keys(ATTACKS).filter((name) => options.only === undefined || options.only === name);
if (names.length === 0) throw new RangeError(`--only is one of ${Object.keys(ATTACKS).join(', ')}`);

const folder = await createTemporaryFolder();
const server = await startServer({ DATA_DIR: join(folder.path, 'data') });
const url = `http://127.0.0.1:${server.port}`;

/** A process of this bench, once it is ready. */
async function start(program: string, args: readonly string[]): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [...args]);
  await hear(child);
  return child;
}

/** The next message of a process; one that ends instead ends the bench. */
async function hear<T>(child: ChildProcess): Promise<T> {
  const done = new AbortController();
  const { signal } = done;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with code ${code}`);
  });
  ended.catch(() => undefined);
  try {
    return (await Promise.race([once(child, 'message', { signal }).then(([message]) => message), ended])) as T;
  } finally {
    done.abort();
  }
}

let buyer: Awaited<ReturnType<typeof newBuyer>> | undefined;
let bought = 0;
/** A review that is refused or late never ends. */
async function reviewOnce(): Promise<number> {
  if (bought % REVIEWS_PER_BUYER === 0) buyer = undefined;
  bought += 1;
  try {
    buyer ??= await newBuyer(url);
    return (await review(buyer, REVIEW_WAIT_MS)).totalMs;
  } catch (error) {
    console.error(`A review was refused or late: ${error instanceof Error ? error.message : error}`);
    return Number.POSITIVE_INFINITY;
  }
}

type Phase = {
  readonly verify: LoadResult;
  readonly reviewMs: number;
  readonly reviews: number;
  /** Share of one processor that the service itself took. */
  readonly busy: number;
  readonly load: number;
};

/** Verifies for so long, and reviews one after the other meanwhile: at least one, to its end. */
async function measure(verifier: ChildProcess): Promise<Phase> {
  const { pid = 0 } = server.child;
  const [startedAt, usedBefore] = [performance.now(), processorMs(pid)];
  verifier.send(SECONDS);
  const verified = hear<LoadResult>(verifier);
  const times: number[] = [];
  do times.push(await reviewOnce());
  while (performance.now() - startedAt < SECONDS * 1000);
  const verify = await verified;
  const busy = (processorMs(pid) - usedBefore) / (performance.now() - startedAt);
  return { verify, reviewMs: median(times), reviews: times.length, busy, load: loadavg()[0] ?? 0 };
}

async function measureUnder(name: string, verifier: ChildProcess) {
  const attackers = await start('attackers.ts', [url, name]);
  attackers.send('go');
  const phase = await measure(verifier);
  attackers.send('rest');
  const statuses = await hear<Record<string, number>>(attackers);
  attackers.disconnect();
  return { ...phase, statuses };
}

const row = (name: string, { verify, reviewMs, reviews, busy, load }: Phase, alone: number, answered: string) => [
  name,
  `${verify.p99Ms.toFixed(1)} (${verify.p50Ms.toFixed(1)}; ${verify.perSecond.toFixed(0)}/s, ${verify.failures} failed)`,
  `${reviewMs.toFixed(0)} (${reviews})`,
  (reviewMs / alone).toFixed(2),
  answered,
  busy.toFixed(2),
  load.toFixed(1),
];
const toAnswered = (statuses: Record<string, number>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'closed' : status}`)
    .join(', ') || 'nothing yet';

try {
  const ids = await certifiedSamples(url);
  await reviewOnce(); // starts the engine
  const verifier = await start('verify-load.ts', [String(server.port), String(options['per-second']), ids.join(',')]);
  console.log(
    `${SECONDS} s for each phase on ${availableParallelism()} processors, which the service, its database, its reviews, the verifying ` +
      'clients and the attackers share: the attackers run at the lowest priority, the verifying clients at an ordinary one.\n' +
      `Load of the machine before: ${loadavg()
        .map((one) => one.toFixed(1))
        .join(', ')}`,
  );
  const before = await measure(verifier);
  const attacked: [string, Awaited<ReturnType<typeof measureUnder>>][] = [];
  for (const name of names) attacked.push([name, await measureUnder(name, verifier)]);
  const after = await measure(verifier);
  verifier.disconnect();

  const alone = (before.reviewMs + after.reviewMs) / 2;
  printTable(`Beside ${options['per-second']} verifies a second and paid reviews`, [
    [
      'attack',
      'verify: p99 ms (p50; rate)',
      'review: median ms (count)',
      'to alone',
      'attackers were answered',
      'busy',
      'load',
    ],
    row('none, before', before, alone, ''),
    ...attacked.map(([name, phase]) => row(name, phase, alone, toAnswered(phase.statuses))),
    row('none, after', after, alone, ''),
  ]);
  console.log(`\nLimits: p99 of verify below ${P99_MS_MAX} ms, a review at most ${RATIO_MAX} times as long as alone.`);
  for (const name of names) console.log(`${name}: ${ATTACKS[name]?.about}`);
  // Where no review ends without an attack, there is nothing to compare with.
  const isBroken =
    !Number.isFinite(alone) ||
    attacked.some(
      ([, { verify, reviewMs }]) =>
        !(verify.p99Ms < P99_MS_MAX) || verify.failures > 0 || !(reviewMs <= RATIO_MAX * alone),
    );
  if (isBroken) process.exitCode = 1;
} finally {
  await server.stop();
  await folder.remove();
}
