/** The path of a new developer, step by step as a client: the service is called over HTTP only. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LocalAccount } from '@assay/chain';
import {
  Dashboard,
  Draft,
  GeneratedManifest,
  HistoryItem,
  LoginChallenge,
  LoginResult,
  listOf,
  NonceAnswer,
  PaymentIntent,
  SourcePreview,
  Submission,
  SubmissionAccepted,
  Ticket,
  Validation,
  VerifyRecord,
  WebhookCreated,
  WebhookMessage,
} from '@assay/protocol';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ChainServer, sendTokens, startChainServer } from './testing/chain-server.ts';
import { clientWith, DEV, newestCode } from './testing/developer.ts';
import { commitOf, type GithubStandIn, startGithubStandIn } from './testing/github-stand-in.ts';
import { SOME_PUBLIC_ADDRESS } from './testing/loopback-network.ts';
import { benignSkill } from './testing/submission-builder.ts';
import type { TestServer } from './testing/test-server.ts';

const EMAIL = 'walker@example.org';
const FILES = { 'SKILL.md': benignSkill('meeting-notes'), LICENSE: 'free\n' };
const COMMIT = commitOf(FILES);
const REPOSITORY = 'https://github.com/acme/notes';
const WAIT = { timeout: 60_000, interval: 250 };

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };
const received: Received[] = [];
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  response.writeHead(204).end();
});

let github: GithubStandIn;
let house: ChainServer;
let server: TestServer;
let wallet: LocalAccount;
beforeAll(async () => {
  const commits = { [COMMIT]: FILES };
  github = await startGithubStandIn({ repositories: { 'acme/notes': { commits, branches: { main: COMMIT } } } });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  house = await startChainServer({ network: { resolve, dial } });
  ({ server } = house);
  wallet = await house.chain.newAccount({ usdc: 10_000_000n });
});
afterAll(async () => {
  await house.close();
  await github.close();
  receiver.closeAllConnections();
  receiver.close();
});

const resolve = async (host: string) =>
  host === 'hooks.example' ? [SOME_PUBLIC_ADDRESS] : github.network.resolve(host);
const dial: typeof github.network.dial = async (target, signal) => {
  const address = receiver.address();
  if (target.host !== 'hooks.example' || address === null || typeof address === 'string')
    return github.network.dial(target, signal);
  const socket = connect({ host: '127.0.0.1', port: address.port });
  await once(socket, 'connect', { signal });
  return socket;
};

async function register(): Promise<string> {
  const asked = await server.post(`${DEV}/register`, { email: EMAIL, displayName: 'Robin', acceptTerms: true });
  const { challengeId } = LoginChallenge.parse(asked.body);
  const opened = await server.post(`${DEV}/verify-email`, { challengeId, code: await newestCode(server, EMAIL) });
  await server.request('POST', `${DEV}/logout`, clientWith(server, tokenOf(opened)).headers);

  const again = LoginChallenge.parse((await server.post(`${DEV}/login/request-code`, { email: EMAIL })).body);
  const entry = { challengeId: again.challengeId, code: await newestCode(server, EMAIL) };
  return tokenOf(await server.post(`${DEV}/login/verify`, entry));
}
const tokenOf = ({ body }: { body: unknown }): string => LoginResult.parse(body).token ?? '';

type Client = ReturnType<typeof clientWith>;

async function addWallet(developer: Client): Promise<void> {
  const path = `/api/v1/auth/nonce?purpose=wallet&walletAddress=${wallet.address}`;
  const message = NonceAnswer.parse((await server.get(path)).body).message ?? '';
  const signature = await wallet.signMessage({ message });
  expect((await developer.post(`${DEV}/wallets`, { message, signature })).status).toBe(201);
}

async function quotedDraft(developer: Client, input: object): Promise<string> {
  const { id } = Draft.parse((await developer.post(`${DEV}/drafts`, { productType: 'SKILL', ...input })).body);
  expect(Validation.parse((await developer.post(`${DEV}/drafts/${id}/quote`)).body)).toMatchObject({ ok: true });
  return id;
}

async function payDirect(developer: Client, draftId: string): Promise<string> {
  const { id, direct } = PaymentIntent.parse((await developer.post(`${DEV}/payment-intents`, { draftId })).body);
  const amount = direct.amount.toString();
  const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount });
  const state = async () =>
    PaymentIntent.parse((await developer.post(`${DEV}/payment-intents/${id}/direct/confirm`, { txHash })).body).state;
  await vi.waitFor(async () => expect(await state()).toBe('PAID'), WAIT);
  return id;
}

const certified = async (developer: Client, id: string): Promise<string> => {
  const read = async () => Submission.parse((await developer.get(`/certsvc/v1/submissions/${id}`)).body);
  await vi.waitFor(async () => {
    await house.chain.mineEmptyBlock(); // the draw waits for a block that is younger than the submission
    expect((await read()).state).toBe('CERTIFIED');
  }, WAIT);
  return (await read()).result?.certificateId ?? '';
};

const messages = () => received.map(({ body }) => WebhookMessage.parse(JSON.parse(body)));
const isSigned = ({ headers, body }: Received, secret: string): boolean => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
};

it('a new developer gets two certificates, pays in both ways, and is notified of each step', async () => {
  const token = await register();
  const developer = clientWith(server, token);

  const source = SourcePreview.parse((await developer.post(`${DEV}/source/fetch`, { sourceUrl: REPOSITORY })).body);
  const generated = await developer.post(`${DEV}/manifest/generate`, { sourceUrl: REPOSITORY });
  const { manifest } = GeneratedManifest.parse(generated.body);
  expect(source.source).toMatchObject({ commit: COMMIT, binding: 'COMMIT' });

  await addWallet(developer);
  const kinds = ['submission.*', 'certificate.issued', 'payment.*'];
  const hook = await developer.post(`${DEV}/webhooks`, { url: 'https://hooks.example/assay', kinds });
  const { secret } = WebhookCreated.parse(hook.body);

  const draft = await quotedDraft(developer, { url: REPOSITORY, manifestOverride: manifest });
  const paymentIntentId = await payDirect(developer, draft);
  const sent = await developer.post(`${DEV}/drafts/${draft}/submit`, { paymentIntentId });
  const twice = await developer.post(`${DEV}/drafts/${draft}/submit`, { paymentIntentId });
  const direct = SubmissionAccepted.parse(sent.body);
  expect(direct.payment).toMatchObject({ method: 'DIRECT', payer: wallet.address });
  expect(twice.body).toMatchObject(
    twice.status === 202 ? { submissionId: direct.submissionId } : { code: 'draft_submitted' },
  );

  const other = await quotedDraft(developer, { skillMdContent: benignSkill('meeting-summary') });
  const payer = wrapFetchWithPayment(fetch, new x402Client().register('eip155:84532', new ExactEvmScheme(wallet)));
  const headers = { ...developer.headers, 'content-type': 'application/json' };
  const answer = await payer(`${server.url}${DEV}/drafts/${other}/submit`, { method: 'POST', headers, body: '{}' });
  const byX402 = SubmissionAccepted.parse(await answer.json());
  expect(byX402.payment).toMatchObject({ method: 'X402', payer: wallet.address });

  const certificates = [
    await certified(developer, direct.submissionId),
    await certified(developer, byX402.submissionId),
  ];
  for (const id of certificates) {
    const { body } = await server.get(`/api/v1/public/certificates/${id}/verify`);
    expect(VerifyRecord.parse(body)).toMatchObject({ valid: true, status: 'APPROVED' });
  }

  await vi.waitFor(() => {
    const seen = messages().map(({ type, data }) => [type, data.subject.id]);
    for (const id of certificates) expect(seen).toContainEqual(['certificate.issued', id]);
    expect(seen).toContainEqual(['submission.state_changed', direct.submissionId]);
    expect(seen).toContainEqual(['payment.state_changed', paymentIntentId]);
  }, WAIT);
  expect(received.every((one) => isSigned(one, secret))).toBe(true);
  expect(received.some((one) => isSigned({ ...one, body: `${one.body} ` }, secret))).toBe(false);

  const question = { subject: 'Thank you', message: 'That was quick. How often do you look again?' };
  expect(Ticket.parse((await developer.post(`${DEV}/support/tickets`, question)).body).state).toBe('OPEN');

  await server.published();
  const history = listOf(HistoryItem).parse((await developer.get(`${DEV}/history?limit=100`)).body).items;
  const titles = history.map(({ title }) => title);
  for (const title of ['Account opened', 'Submission changed: CERTIFIED', 'Message in a support ticket'])
    expect(titles).toContain(title);
  expect(Dashboard.parse((await developer.get(`${DEV}/dashboard/summary`)).body)).toMatchObject({
    submissions: { byState: { CERTIFIED: 2 } },
    certificates: { approved: 2, flagged: 0 },
    spent: { amount: 1_800_000n },
    nextActions: [],
  });
}, 120_000);
