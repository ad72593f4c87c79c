/** `npm run bench lanes`: what a paid review takes alone, and while fifty hostile callers ask for free previews without a pause. */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { linkWallet } from '../../apps/server/src/testing/plain-client.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
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
const POLL_MS = 20;
const SAMPLES = 7;
const WAIT_MS = 120_000;

const folder = await createTemporaryFolder();
const server = await startServer({ DATA_DIR: join(folder.path, 'data') });
const url = `http://127.0.0.1:${server.port}`;

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await pause(POLL_MS)) {
    const seen = await look();
    if (seen !== undefined) return seen;
  }
  throw new Error('It did not happen in time');
}
const read = async (path: string, headers = {}) =>
  (await (await fetch(url + path, { headers })).json()) as Record<string, unknown>;

/** A wallet with test money and a key, whose reviews are paid by x402 like anybody's. */
async function newBuyer() {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const { apiKey } = await linkWallet({ url }, wallet);
  await until(async () => {
    const body = JSON.stringify({ address: wallet.address });
    const given = await fetch(`${url}/dev/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return given.ok || undefined;
  });
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
  return {
    pay: wrapFetchWithPayment(fetch, client),
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  };
}
type Buyer = Awaited<ReturnType<typeof newBuyer>>;

type Review = { readonly acceptedMs: number; readonly totalMs: number };

/** From the call that asks for a review, its payment included, to the certificate. */
async function review({ pay, headers }: Buyer): Promise<Review> {
  const note = randomBytes(8).toString('hex');
  const skillMdContent = `---\nname: notes-${note}\ndescription: Sorts notes by date.\n---\n\n# Notes\n\nSort the notes of the user.\n`;
  const body = JSON.stringify({ productType: 'SKILL', skillMdContent });
  const from = performance.now();
  const paid = await pay(`${url}/certsvc/v1/submissions/submit`, { method: 'POST', headers, body });
  if (paid.status !== 202) throw new Error(await paid.text());
  const acceptedMs = performance.now() - from;
  const { submissionId } = (await paid.json()) as { submissionId: string };
  await until(async () => {
    const { state } = await read(`/certsvc/v1/submissions/${submissionId}`, headers);
    if (state === 'CERTIFIED') return true;
    if (state === 'REJECTED' || state === 'FAILED') throw new Error(`The review is ${state}`);
    return undefined;
  });
  return { acceptedMs, totalMs: performance.now() - from };
}

/** The faucet gives a wallet enough for so many. */
const REVIEWS_PER_BUYER = 8;

async function reviewMany(): Promise<Review[]> {
  const times: Review[] = [];
  let buyer = await newBuyer();
  while (times.length < REVIEWS) {
    times.push(await review(buyer));
    if (times.length % REVIEWS_PER_BUYER === 0) buyer = await newBuyer();
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
  await until(async () => {
    const { items } = await read('/api/v1/public/certificates?limit=20');
    return (items as unknown[]).length >= SAMPLES - 1 || undefined;
  });
  await review(await newBuyer()); // starts the engine
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
