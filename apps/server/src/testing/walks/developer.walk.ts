/** A developer with a mail address, a wallet and a webhook receiver, following the guides for developers and for payments. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { EventSource } from 'eventsource';
import { Webhook } from 'standardwebhooks';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, onTestFinished } from 'vitest';
import { ask, blocksOf, type Json, until, type Walk } from '../walk.ts';

const SKILL =
  '---\nname: list-maker\ndescription: Turns notes into lists.\n---\n\n# Lists\n\nTurn the notes of the user into a list.\n';

type Received = { readonly headers: Record<string, string>; readonly body: string };

/** The webhook receiver and the received messages. */
async function startReceiver() {
  const received: Received[] = [];
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(204).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const address = receiver.address();
  return { received, hookUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/assay` };
}

/** For an installation that sends webhooks to its own machine. */
export async function developerWalk(walk: Walk): Promise<void> {
  const { received, hookUrl } = await startReceiver();
  const [setup = '', account = ''] = blocksOf('docs/guides/developers.md', 'sh');
  const opened = await walk.bash(`${setup}\n${account}\necho "TOKEN $ASSAY_TOKEN"`);
  const token = /TOKEN (\S+)/.exec(opened.out)?.[1] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const dev = `${walk.url}/api/v1/certsvc/dev`;
  expect(await ask(`${dev}/me`, { headers })).toMatchObject({ status: 200, body: { email: 'robin@example.org' } });

  const kinds = ['submission.*', 'certificate.issued', 'payment.*'];
  const refusedHook = await ask(`${dev}/webhooks`, { headers, body: { url: 'ftp://127.0.0.1/in', kinds } });
  expect(refusedHook).toMatchObject({ status: 422, body: { code: 'webhook_url_unsupported' } });
  const hook = await ask(`${dev}/webhooks`, { headers, body: { url: hookUrl, kinds } });
  expect(hook.status).toBe(201);

  const key = generatePrivateKey();
  const wallet = privateKeyToAccount(key);
  const nonce = await ask(`${walk.url}/api/v1/auth/nonce?purpose=wallet&walletAddress=${wallet.address}`);
  const message = String(nonce.body.message);
  const link = { message, signature: await wallet.signMessage({ message }) };
  expect((await ask(`${dev}/wallets`, { headers, body: link })).status).toBe(201);
  const [faucet = ''] = blocksOf('docs/guides/payments.md', 'sh').slice(-1);
  expect(JSON.parse((await walk.bash(faucet, { WALLET: wallet.address })).out)).toMatchObject({ embedded: true });

  const empty = await ask(`${walk.url}/api/v1/certsvc/submit`, {
    headers,
    body: { productType: 'SKILL', skillMdContent: '' },
  });
  expect(empty).toMatchObject({
    status: 422,
    body: { code: expect.stringMatching(/entry_empty|validation_failed/) },
  });
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
  const paid = await wrapFetchWithPayment(fetch, client)(`${walk.url}/api/v1/certsvc/submit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ productType: 'SKILL', skillMdContent: SKILL }),
  });
  expect(paid.status).toBe(202);
  const { submissionId, state } = (await paid.json()) as Json;
  expect(state).toBe('SUBMITTED');

  const told = await follow(
    `${walk.url}/api/v1/stream?topics=submission:${submissionId}`,
    headers,
    'submission.decided',
  );
  const { body: submission } = await until(async () => {
    const answer = await ask(`${walk.url}/certsvc/v1/submissions/${submissionId}`, { headers });
    expect(answer.body).toMatchObject({ state: 'CERTIFIED' });
    return answer;
  });
  told.close();
  const { certificateId } = submission.result as Json;
  expect((await ask(`${walk.url}/api/v1/public/certificates/${certificateId}/verify`)).body).toMatchObject({
    valid: true,
  });

  const verifier = new Webhook(String(hook.body.secret));
  await until(async () =>
    expect(received.map(({ body }) => (JSON.parse(body) as Json).type)).toContain('certificate.issued'),
  );
  for (const { headers: sent, body } of received) verifier.verify(body, sent);
  const [first] = received;
  expect(() => verifier.verify(`${first?.body} `, first?.headers ?? {})).toThrow();
}

/** Opens the stream and reads it. An anonymous caller receives no event of this submission. */
async function follow(url: string, headers: Record<string, string>, kind: string) {
  expect((await fetch(url)).status).toBe(403);
  const source = new EventSource(url, {
    fetch: (at, init) => fetch(at, { ...init, headers: { ...init.headers, ...headers } }),
  });
  source.addEventListener(kind, () => undefined);
  await once(source as unknown as EventTarget & NodeJS.EventEmitter, 'open');
  return source;
}
