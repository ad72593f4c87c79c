/** A paid review as a client requests it: a wallet with test money, x402, and the wait for the certificate. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { fetchOnce, linkWallet } from '../../apps/server/src/testing/plain-client.ts';

const POLL_MS = 20;
const WAIT_MS = 120_000;
const SAMPLES = 7;
/** The faucet gives a wallet enough for so many. */
export const REVIEWS_PER_BUYER = 8;

async function until<T>(look: () => Promise<T | undefined>, waitMs = WAIT_MS): Promise<T> {
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await pause(POLL_MS)) {
    const seen = await look();
    if (seen !== undefined) return seen;
  }
  throw new Error('It did not happen in time');
}

async function read(url: string, headers = {}): Promise<Record<string, unknown>> {
  const answer = await fetchOnce(url, { headers });
  return (await answer.json()) as Record<string, unknown>;
}

/** Ids of the certificates that a new service issues to its own samples, when it has. */
export const certifiedSamples = (url: string): Promise<string[]> =>
  until(async () => {
    const { items } = (await read(`${url}/api/v1/public/certificates?limit=20`)) as { items: { id: string }[] };
    return items.length >= SAMPLES - 1 ? items.map(({ id }) => id) : undefined;
  });

/** A wallet with test money and a key, whose reviews are paid by x402 like anybody's. */
export async function newBuyer(url: string) {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const { apiKey } = await linkWallet({ url }, wallet);
  await until(async () => {
    const body = JSON.stringify({ address: wallet.address });
    const given = await fetchOnce(`${url}/dev/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return given.ok || undefined;
  });
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
  return {
    url,
    pay: wrapFetchWithPayment(fetchOnce, client),
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  };
}
type Buyer = Awaited<ReturnType<typeof newBuyer>>;

export type Review = { readonly acceptedMs: number; readonly totalMs: number };

/** From the call that asks for a review, its payment included, to the certificate. */
export async function review({ url, pay, headers }: Buyer, waitMs = WAIT_MS): Promise<Review> {
  const note = randomBytes(8).toString('hex');
  const skillMdContent = `---\nname: notes-${note}\ndescription: Sorts notes by date.\n---\n\n# Notes\n\nSort the notes of the user.\n`;
  const body = JSON.stringify({ productType: 'SKILL', skillMdContent });
  const from = performance.now();
  const paid = await pay(`${url}/certsvc/v1/submissions/submit`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(waitMs),
  });
  if (paid.status !== 202) throw new Error(await paid.text());
  const acceptedMs = performance.now() - from;
  const { submissionId } = (await paid.json()) as { submissionId: string };
  await until(async () => {
    const { state } = await read(`${url}/certsvc/v1/submissions/${submissionId}`, headers);
    if (state === 'CERTIFIED') return true;
    if (state === 'REJECTED' || state === 'FAILED') throw new Error(`The review is ${state}`);
    return undefined;
  }, waitMs);
  return { acceptedMs, totalMs: performance.now() - from };
}
