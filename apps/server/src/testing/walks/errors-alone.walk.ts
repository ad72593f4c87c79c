/**
 * An agent that knows only the paths of the interface document and derives every further step from answers. It fills
 * bodies member by member as refusals name them, and follows `next` unchanged.
 */
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { x402Client } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { ask, type Json, until } from '../walk.ts';

type Next = { readonly method: string; readonly href: string; readonly why: string };
type Refusal = {
  readonly next?: Next;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
};
type Headers = Readonly<Record<string, string>>;
type Sent = { readonly body?: unknown; readonly headers?: Headers };

const SKILL =
  '---\nname: ebb-table\ndescription: Reads a table of ebbs.\n---\n\n# Ebb\n\nTell the user when the water is low.\n';
const CALLS_MAX = 8;

export async function errorsAloneWalk({ url }: { readonly url: string }): Promise<void> {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const at = (href: string): string => new URL(href, url).href;
  const call = (href: string, sent: Sent = {}) => ask(at(href), sent);

  /** The agent's data, by the member names that refusals use. */
  const known: Json = { email: 'ebb@example.org', acceptTerms: true, productType: 'SKILL' };
  const toMember = (name: string): unknown => known[name];
  /** Sends an empty body first, then adds the members that refusals name, until it succeeds or another problem comes. */
  async function fill(href: string, headers: Headers = {}, first: Json = {}) {
    let body = first;
    for (let left = CALLS_MAX; ; left--) {
      const answer = await call(href, { body, headers });
      const missing = missingOf(answer.body as Refusal).filter((name) => toMember(name) !== undefined);
      if (answer.status !== 422 || missing.length === 0 || left === 0) return { ...answer, sent: body };
      body = { ...body, ...Object.fromEntries(missing.map((name) => [name, toMember(name)])) };
    }
  }

  const token = await logIn({ call, fill, known });
  const certificateId = await submit({ call, fill, wallet }, { authorization: `Bearer ${token}` });
  expect((await call(`/api/v1/public/certificates/${certificateId}/verify`)).body).toMatchObject({
    valid: true,
    status: 'APPROVED',
  });
  await actInTheWorld({ call, fill, known, wallet });
}

const missingOf = ({ errors = [] }: Refusal): string[] =>
  errors.flatMap(({ detail }) => /^`(\w+)` is required$/.exec(detail)?.[1] ?? []);

type Ask = { readonly call: (href: string, sent?: Sent) => ReturnType<typeof ask> };
type Fill = Ask & {
  readonly fill: (
    href: string,
    headers?: Headers,
    first?: Json,
  ) => Promise<Awaited<ReturnType<typeof ask>> & { sent: Json }>;
};
type Wallet = ReturnType<typeof privateKeyToAccount>;

/** Goes from the refusal of a submission to a developer token. What answers do not contain is in the mail. */
async function logIn({ call, fill, known }: Fill & { known: Json }): Promise<string> {
  const refused = await call('/api/v1/certsvc/submit', {
    body: {},
    headers: { 'x-payment-method': 'x402', authorization: 'Bearer none' },
  });
  expect(refused.status).toBe(401);
  const { next: login } = refused.body as { next: Next };
  const asked = await fill(login.href);
  expect(asked.status).toBe(202);
  // The mail address is new, so the mail explains how to register.
  const [register = ''] = /POST (\/\S+)/.exec(await readMail(call))?.slice(1) ?? [];
  const { body: challenge } = await fill(register);
  const [code = ''] = /^([0-9A-Z]{8})$/m.exec(await readMail(call))?.slice(1) ?? [];
  Object.assign(known, { challengeId: challenge.challengeId, code });
  const [, verify = ''] = /POST (\/\S*verify\S*) exchanges/.exec(login.why) ?? [];
  const { status, body } = await fill(verify);
  expect([status, body]).toEqual([expect.any(Number), expect.objectContaining({ token: expect.any(String) })]);
  return String(body.token);
}

async function readMail(call: Ask['call']): Promise<string> {
  const { items } = (await call('/dev/inbox.json?limit=1')).body as { items: { text: string }[] };
  return items[0]?.text ?? '';
}

/** Submits, pays as the refusal says, and polls the URL in the answer. */
async function submit({ call, fill, wallet }: Fill & { wallet: Wallet }, headers: Headers): Promise<string> {
  const asked = await fill(
    '/api/v1/certsvc/submit',
    { ...headers, 'x-payment-method': 'x402' },
    { skillMdContent: SKILL },
  );
  const { next, payment } = asked.body as {
    next: Next;
    payment: { x402: Parameters<x402Client['createPaymentPayload']>[0] };
  };
  expect([asked.status, asked.body]).toEqual([402, expect.anything()]);
  const [, faucet = ''] = /POST (\/dev\/faucet)/.exec(next.why) ?? [];
  await call(faucet, { body: { address: wallet.address } });
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
  const payload = await client.createPaymentPayload(payment.x402);
  const receipt = Buffer.from(JSON.stringify(payload)).toString('base64');
  const paid = await call(next.href, { body: asked.sent, headers: { ...headers, 'x-payment-receipt': receipt } });
  expect([paid.status, paid.body]).toEqual([202, expect.objectContaining({ submissionId: expect.any(String) })]);
  return until(async () => {
    const { body } = await call(String(paid.body.statusUrl), { headers });
    expect(body.state).toBe('CERTIFIED');
    return String((body.result as Json).certificateId);
  });
}

/** Goes from the refusal of an RPC call to a linked wallet, an actor and its first intent. */
async function actInTheWorld({ call, fill, known, wallet }: Fill & { known: Json; wallet: Wallet }): Promise<void> {
  const refused = await call('/rpc/agent', { body: {} });
  const { next: nonce } = (refused.body.error as { details: { next: Next } }).details;
  const { body: challenge } = await call(`${nonce.href}&walletAddress=${wallet.address}`);
  const message = String(challenge.message);
  Object.assign(known, { message, signature: await wallet.signMessage({ message }) });
  const [, link = ''] = /POST (\/\S+) exchanges/.exec(nonce.why) ?? [];
  const { body: linked } = await fill(link);
  const headers = { authorization: `Bearer ${linked.apiKey}` };

  const submitIntent = (params: Json) => call('/rpc/agent', { body: { method: 'submitIntent', params }, headers });
  const unknown = await submitIntent({
    actor_id: (linked.actor as Json).id,
    type: 'INTENT',
    params: {},
    priority: 1,
    source: 'owner_suggestion',
  });
  const { next: types } = (unknown.body.error as { details: { next: Next } }).details;
  const { items } = (await call(types.href, { headers })).body as {
    items: { type: string; example: Json; preconditions: { met: boolean }[] }[];
  };
  const possible = items.find(({ type }) => type === 'INTENT_REST');
  const params = {
    actor_id: (linked.actor as Json).id,
    type: possible?.type,
    params: possible?.example,
    priority: 1,
    source: 'owner_suggestion',
  };
  const accepted = await until(async () => {
    const answer = await submitIntent(params);
    expect(answer.body).toMatchObject({ ok: true });
    return answer.body.result as Json;
  });
  expect(accepted).toMatchObject({ intent_id: expect.any(String) });
}
