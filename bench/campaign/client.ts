/** Client of all roles: repeats a request to the API processes until one of them has answered. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LocalAccount } from '@assay/chain';
import { signX402, type X402Terms } from '../../apps/server/src/testing/x402-payment.ts';
import type { Member } from './service.ts';

export type Json = Record<string, unknown>;
type Answer = { readonly status: number; readonly body: Json; readonly process: string };
type Sent = { readonly method?: string; readonly body?: unknown; readonly headers?: Record<string, string> };

const REQUEST_MS = 20_000;
const RETRY_MS = 250;
/** Statuses after which the same request may succeed. */
const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504]);

type Counters = { requests: number; failures: number; retries: number };

export function createClient(apis: readonly Member[], isOver: () => boolean) {
  const counters: Counters = { requests: 0, failures: 0, retries: 0 };
  let turn = 0;

  /** One attempt; undefined without an answer. */
  async function once(path: string, { method, body, headers = {} }: Sent = {}): Promise<Answer | undefined> {
    const member = apis[turn++ % apis.length];
    const url = member?.url();
    if (member === undefined || url === undefined) return undefined;
    counters.requests++;
    try {
      const response = await fetch(url + path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          connection: 'close',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return { status: response.status, body: isJson ? (JSON.parse(text) as Json) : { text }, process: member.name };
    } catch {
      counters.failures++;
      return undefined;
    }
  }

  /** Repeats a request with the same key and body until it is answered or the campaign is over. */
  async function send(path: string, sent: Sent = {}): Promise<Answer | undefined> {
    const headers = sent.body === undefined ? sent.headers : { 'idempotency-key': randomUUID(), ...sent.headers };
    while (!isOver()) {
      const answer = await once(path, { ...sent, ...(headers === undefined ? {} : { headers }) });
      if (answer !== undefined && !RETRIED.has(answer.status)) return answer;
      counters.retries++;
      await pause(RETRY_MS);
    }
    return undefined;
  }
  return { once, send, counters, isOver };
}
export type Client = ReturnType<typeof createClient>;

/** Thrown when the campaign ends while a role waits. */
export class Over extends Error {}

export function expectStatus(answer: Answer | undefined, ...statuses: readonly number[]): Json {
  if (answer === undefined) throw new Over('The campaign is over.');
  if (!statuses.includes(answer.status))
    throw new Error(`${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
  return answer.body;
}

export type Person = {
  readonly wallet: LocalAccount;
  readonly actorId: string;
  readonly headers: Record<string, string>;
};

/** A wallet becomes an actor with an API key. */
export async function link(client: Client, wallet: LocalAccount): Promise<Person> {
  for (;;) {
    const nonce = expectStatus(await client.send(`/api/v1/auth/nonce?walletAddress=${wallet.address}`), 200);
    const message = String(nonce.message);
    const signature = await wallet.signMessage({ message });
    const body = { message, signature, control: 'REMOTE' };
    const linked = await client.send('/api/v1/auth/link', { body });
    if (linked !== undefined && linked.status !== 201) continue; // the nonce was used by an answer that did not arrive
    const { apiKey, actor } = expectStatus(linked, 201) as { apiKey: string; actor: { id: string } };
    return { wallet, actorId: actor.id, headers: { authorization: `Bearer ${apiKey}` } };
  }
}

export const newSkill = () => {
  const name = `notes-${randomBytes(8).toString('hex')}`;
  const skillMdContent = `---\nname: ${name}\ndescription: Sorts notes by date.\n---\n\n# Notes\n\nSort the notes of the user.\n`;
  return { productType: 'SKILL', skillMdContent };
};

/** Asks for a paid action, signs its terms once and repeats the same signed request until it is answered. */
export async function pay(client: Client, { wallet, headers }: Person, path: string, body?: unknown): Promise<Json> {
  const sent = { method: 'POST', ...(body === undefined ? {} : { body }) };
  const asked = expectStatus(await client.send(path, { ...sent, headers }), 402);
  const { direct, x402 } = asked.payment as { direct: { chainId: number }; x402: X402Terms };
  const { header } = await signX402(direct, wallet, x402);
  const key = randomUUID();
  const paid = { ...headers, 'payment-signature': header, 'idempotency-key': key };
  return expectStatus(await client.send(path, { ...sent, headers: paid }), 200, 202);
}
