import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Delivery, isSignedBy, listOf, Webhook, WebhookCreated, WebhookMessage } from '@assay/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { clientWith, DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { createLoopbackNetwork, SOME_PUBLIC_ADDRESS } from '../../testing/loopback-network.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { RETRY_AFTER_MS } from './retry.policy.ts';

const HOOKS = `${DEV}/webhooks`;
const URL = 'https://hooks.example/assay';

type Received = { headers: IncomingHttpHeaders; path: string; body: string };
const received: Received[] = [];
let answerWith = 200;
/** Responses to paths with this word are held back. */
const HANGS = 'hangs';
const held: ServerResponse[] = [];
const receiver = createServer(async (request, response) => {
  if (request.url?.includes(HANGS)) return void held.push(response);
  received.push({ headers: request.headers, path: request.url ?? '', body: await text(request) });
  response
    .writeHead(answerWith, answerWith === 302 ? { location: 'https://hooks.example/other' } : {})
    .end('thank you');
});
const addresses = new Map([
  ['hooks.example', SOME_PUBLIC_ADDRESS],
  ['moving.example', SOME_PUBLIC_ADDRESS],
  ['inside.example', '10.0.0.7'],
]);

let server: TestServer;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver does not listen.');
  const network = createLoopbackNetwork({
    port: address.port,
    addressesOf: (host) => [addresses.get(host)].filter((one) => one !== undefined),
  });
  server = await startTestServer({ network, env: { ASSAY_ROLES: 'api,worker' } });
});
afterAll(async () => {
  await server.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  received.length = 0;
  answerWith = 200;
});

let people = 0;
const newDeveloper = () => registerDeveloper(server, `hooks-${++people}@example.org`);
type Client = Pick<TestDeveloper, 'post' | 'get'>;
let hooks = 0;
/** Creates a webhook with its own path, by which the receiver identifies it. */
const create = async (client: Client, body: object = {}, at = HOOKS) =>
  WebhookCreated.parse((await client.post(at, { url: `${URL}/${++hooks}`, kinds: ['certificate.*'], ...body })).body);
const receivedBy = ({ url }: { url: string }) => received.filter(({ path }) => url.endsWith(path));
const deliveriesOf = async (client: Client, id: string) =>
  listOf(Delivery).parse((await client.get(`${HOOKS}/${id}/deliveries`)).body).items;
const waitFor = <T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> =>
  vi.waitFor(
    async () => {
      const found = await find();
      if (found === undefined) throw new Error('not yet');
      return found;
    },
    { timeout: 60_000 },
  );
const settled = (client: Client, id: string, isSo: (delivery: Delivery) => boolean) =>
  waitFor(async () => (await deliveriesOf(client, id)).find(isSo));
const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('a webhook', () => {
  it('receives a certificate event with valid signatures', async () => {
    const developer = await newDeveloper();
    const { id, secret, publicKey } = await create(developer, { kinds: ['certificate.issued'] });

    const certificateId = await issueCertificate(server);
    const { headers, body } = await waitFor(() => received.find((one) => one.body.includes(certificateId)));

    const [v1 = '', v1a = ''] = String(headers['webhook-signature']).split(' ');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(v1).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    const publicBytes = Buffer.from(publicKey.replace('whpk_', ''), 'base64');
    const signature = Buffer.from(v1a.replace('v1a,', ''), 'base64');
    expect(isSignedBy(publicBytes, new TextEncoder().encode(signed), signature)).toBe(true);
    const message = WebhookMessage.parse(JSON.parse(body));
    expect(message).toMatchObject({ type: 'certificate.issued', data: { subject: { id: certificateId } } });
    expect(message.data.id).toBe(headers['webhook-id']);
    expect(message.data).not.toHaveProperty('owner');
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
    await settled(developer, id, ({ state }) => state === 'DELIVERED');
  });

  it('receives events only of the certificates that it names', async () => {
    const developer = await newDeveloper();
    const [wanted, other] = [await issueCertificate(server), await issueCertificate(server)];
    await server.published();
    const hook = await create(developer, { kinds: ['certificate.suspended'], certificateIds: [wanted] });
    const reason = 'It was found to leak what it reads.';

    await server.operate(`/api/v1/operator/certificates/${other}/suspend`, { reason });
    await server.operate(`/api/v1/operator/certificates/${wanted}/suspend`, { reason });
    await settled(developer, hook.id, ({ state }) => state === 'DELIVERED');

    expect(await deliveriesOf(developer, hook.id)).toHaveLength(1);
    expect(receivedBy(hook).map(({ body }) => body.includes(wanted))).toEqual([true]);
  });

  it('receives private events only of its owner', async () => {
    const [mine, theirs] = [await newDeveloper(), await newDeveloper()];
    await server.published();
    const kinds = ['ticket.*', 'account.*'];
    const [ours, foreign] = [await create(mine, { kinds }), await create(theirs, { kinds })];

    await mine.post(`${DEV}/support/tickets`, { subject: 'secret', message: 'A question of my own.' });
    await settled(mine, ours.id, ({ kind, state }) => kind === 'ticket.replied' && state === 'DELIVERED');

    expect(await deliveriesOf(theirs, foreign.id)).toEqual([]);
  });

  it('shows its secret once, and stores it encrypted', async () => {
    const developer = await newDeveloper();
    const { id, secret } = await create(developer);

    const { rows } = await server.database.pool.query('SELECT to_json(w)::text AS row FROM webhooks w WHERE id = $1', [
      id,
    ]);

    expect(rows[0]?.row).not.toContain(secret.slice('whsec_'.length));
    expect((await developer.get(HOOKS)).text).not.toContain('whsec_');
    expect(
      listOf(Webhook)
        .parse((await developer.get(HOOKS)).body)
        .items.map((hook) => hook.id),
    ).toEqual([id]);
  });

  it('of another account is not found', async () => {
    const [mine, theirs] = [await newDeveloper(), await newDeveloper()];
    const { id } = await create(theirs);
    const tested = Delivery.parse((await theirs.post(`${HOOKS}/${id}/test`)).body);

    for (const answer of [
      await mine.patch(`${HOOKS}/${id}`, { state: 'DISABLED' }),
      await mine.delete(`${HOOKS}/${id}`),
      await mine.post(`${HOOKS}/${id}/test`),
      await mine.get(`${HOOKS}/${id}/deliveries`),
      await mine.post(`${HOOKS}/${id}/deliveries/${tested.id}/retry`),
    ]) {
      expect(answer).toMatchObject(refusal(404, 'webhook_not_found'));
    }
    expect((await theirs.get(HOOKS)).body).toMatchObject({ items: [{ state: 'ACTIVE' }] });
  });

  it('may belong to an agent', async () => {
    const wallet = newWallet();
    const linked = await server.post('/api/v1/auth/link', await signIn(server, wallet, 'link'));
    const { apiKey } = linked.body as { apiKey: string };
    const agent = clientWith(server, apiKey);

    const { id } = await create(agent, {}, '/certsvc/v1/webhooks');

    expect((await agent.delete(`/certsvc/v1/webhooks/${id}`)).status).toBe(204);
  });

  it('is rejected past ten, with unknown kinds, and with unknown members', async () => {
    const developer = await newDeveloper();
    const body = { url: URL, kinds: ['flag.opened'] };
    const answers = await Promise.all(Array.from({ length: 12 }, () => developer.post(HOOKS, body)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(refusal(409, 'webhook_limit_reached'));
    for (const bad of [{ kinds: ['no.such'] }, { kinds: ['*'] }, { kinds: [] }, { secret: 'whsec_mine' }]) {
      expect(await developer.post(HOOKS, { ...body, ...bad })).toMatchObject(refusal(422, 'validation_failed'));
    }
  });
});

describe('an address', () => {
  it.each([
    'http://hooks.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f000001/',
    'https://inside.example/',
    'https://unknown.example/',
    'https://user:password@hooks.example/',
    'https://hooks.example:8443/',
    'file:///etc/passwd',
    'not a url',
  ])('%s is rejected at creation', async (url) => {
    const developer = await newDeveloper();

    expect(await developer.post(HOOKS, { url, kinds: ['flag.opened'] })).toMatchObject(
      refusal(422, 'webhook_url_unsupported'),
    );
  });

  it('that moves to a private network is rejected at sending, and is rejected in a change', async () => {
    const developer = await newDeveloper();
    const { id } = await create(developer, { url: 'https://moving.example/' });

    addresses.set('moving.example', '192.168.1.1');
    await developer.post(`${HOOKS}/${id}/test`);
    const delivery = await settled(developer, id, ({ lastError }) => lastError !== null);
    addresses.set('moving.example', SOME_PUBLIC_ADDRESS);

    expect(delivery).toMatchObject({ state: 'PENDING', lastError: 'address_not_public', lastStatus: null });
    expect(received.filter(({ headers }) => headers.host === 'moving.example')).toEqual([]);
    expect(await developer.patch(`${HOOKS}/${id}`, { url: 'https://inside.example/' })).toMatchObject(
      refusal(422, 'webhook_url_unsupported'),
    );
  });
});

describe('receivers that never answer', () => {
  const kinds = ['certificate.issued'];

  it('use at most four slots of their owner, and do not delay other owners', async () => {
    const [slow, other] = [await newDeveloper(), await newDeveloper()];
    for (let n = 0; n < 6; n++) await create(slow, { url: `${URL}/${HANGS}/${n}`, kinds });
    const hook = await create(other, { kinds });

    await issueCertificate(server);
    await waitFor(() => (held.length >= 4 && receivedBy(hook).length === 1 ? true : undefined));
    expect(held).toHaveLength(4);
    await issueCertificate(server);
    await waitFor(() => (receivedBy(hook).length === 2 ? true : undefined));

    await slow.delete(`${DEV}/me`); // Deletes its webhooks and their pending deliveries.
    for (const response of held.splice(0)) response.end();
    const { rows } = await server.database.pool.query('SELECT FROM webhooks WHERE url LIKE $1', [`%${HANGS}%`]);
    expect(rows).toEqual([]);
  });
});

describe('a delivery', () => {
  it('is retried on schedule with the same id until it is accepted', async () => {
    const developer = await newDeveloper();
    const hook = await create(developer, { kinds: ['flag.*'] }); // No other event matches: certificates are still being anchored.
    const { id } = hook;
    answerWith = 500;
    await developer.post(`${HOOKS}/${id}/test`);
    await settled(developer, id, ({ tries, lastStatus }) => tries === 1 && lastStatus === 500);

    answerWith = 204;
    server.clock.advance(RETRY_AFTER_MS[0]);
    const delivery = await settled(developer, id, ({ state }) => state === 'DELIVERED');

    expect(delivery).toMatchObject({ tries: 2, lastStatus: 204, nextTryAt: null });
    const ids = receivedBy(hook).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery.eventId, delivery.eventId]);
  });

  it('treats a redirect as a failure, and does not follow it', async () => {
    const developer = await newDeveloper();
    const hook = await create(developer);
    const { id } = hook;
    answerWith = 302;

    await developer.post(`${HOOKS}/${id}/test`);

    expect(await settled(developer, id, ({ tries }) => tries === 1)).toMatchObject({ state: 'PENDING' });
    await settled(developer, id, ({ lastStatus }) => lastStatus === 302);
    expect(receivedBy(hook)).toHaveLength(1);
    expect(received.filter(({ path }) => path === '/other')).toEqual([]);
  });

  it('that is answered with 410 disables the webhook until its owner enables it', async () => {
    const developer = await newDeveloper();
    const { id } = await create(developer);
    answerWith = 410;
    const { body } = await developer.post(`${HOOKS}/${id}/test`);
    await settled(developer, id, ({ state }) => state === 'FAILED');

    expect((await developer.get(HOOKS)).body).toMatchObject({ items: [{ id, state: 'DISABLED' }] });
    answerWith = 200;
    await developer.patch(`${HOOKS}/${id}`, { state: 'ACTIVE' });
    await developer.post(`${HOOKS}/${id}/deliveries/${Delivery.parse(body).id}/retry`);
    expect(await settled(developer, id, ({ state }) => state === 'DELIVERED')).toMatchObject({ tries: 1 });
  });

  it('that fails for five days disables the webhook', async () => {
    const developer = await newDeveloper();
    const { id } = await create(developer);
    answerWith = 500;
    const { body } = await developer.post(`${HOOKS}/${id}/test`);
    await settled(developer, id, ({ lastStatus }) => lastStatus === 500);
    await server.database.pool.query(
      `UPDATE webhooks SET failing_since = failing_since - interval '5 days 1 minute' WHERE id = $1`,
      [id],
    );

    await developer.post(`${HOOKS}/${id}/deliveries/${Delivery.parse(body).id}/retry`);

    await waitFor(async () => {
      const { items } = listOf(Webhook).parse((await developer.get(HOOKS)).body);
      return items[0]?.state === 'DISABLED' ? true : undefined;
    });
  });
});
