/** Every kind of caller, each with data of its own. */
import { randomUUID } from 'node:crypto';
import { clientWith, registerDeveloper } from '../developer.ts';
import { newWallet, signIn } from '../sign-in.ts';
import { GOD_API_KEY, type TestServer } from '../test-server.ts';
import { certifySkill, marks } from '../trader.ts';
import type { CallerName } from './plan.ts';

type Headers = readonly (readonly [name: string, value: string])[];
export type Callers = {
  readonly headersOf: (name: CallerName) => Headers;
  /** Replaces a credential that an operation ended. */
  readonly renew: (name: CallerName) => Promise<void>;
};

const bearer = (secret: string): Headers => [['authorization', `Bearer ${secret}`]];
const PURSE = 100_000;

export async function createCallers(server: TestServer): Promise<Callers> {
  const mintDeveloper = async () => (await registerDeveloper(server, `fuzz-${randomUUID()}@example.com`)).token;
  const mintAgent = async () => {
    const wallet = newWallet();
    const linked = await server.post('/api/v1/auth/link', await signIn(server, wallet, 'link'));
    const { apiKey, actor } = linked.body as { apiKey: string; actor: { id: string } };
    const grant = { actorId: actor.id, amount: marks(PURSE), reason: 'For requests of the fuzzer.' };
    await server.operate('/api/v1/operator/grants', grant);
    return { apiKey, actorId: actor.id, wallet };
  };
  const expired = await mintDeveloper();
  await clientWith(server, expired).post('/api/v1/certsvc/dev/logout');
  const agent = await mintAgent();
  const cookie = await mintDeveloper();
  const headers: Record<CallerName, Headers> = {
    anonymous: [],
    developer: bearer(await mintDeveloper()),
    agent: bearer(agent.apiKey),
    operator: bearer(GOD_API_KEY),
    expired: bearer(expired),
    revoked: bearer(`ak_0123456789_${'a'.repeat(43)}`),
    garbage: bearer('\u00e9 ; DROP TABLE'),
    cookie: [['cookie', `assay_session=${cookie}`]],
  };
  await makeTrade(server, agent);
  return {
    headersOf: (name) => headers[name],
    async renew(name) {
      if (name === 'developer') headers.developer = bearer(await mintDeveloper());
      if (name === 'agent') headers.agent = bearer((await mintAgent()).apiKey);
    },
  };
}

/** Creates certificates, an offer and a pack, so that ids of all kinds exist. */
async function makeTrade(
  server: TestServer,
  agent: { apiKey: string; actorId: string; wallet: ReturnType<typeof newWallet> },
): Promise<void> {
  const { headers } = clientWith(server, agent.apiKey);
  const certificateId = await certifySkill(server, agent, 'fuzzed');
  const pay = (path: string, body: unknown) => server.post(path, body, { ...headers, 'idempotency-key': randomUUID() });
  await pay('/certsvc/v1/marketplace/list', { certificateId, price: marks(5), delivery: 'ARTIFACT' });
  await pay('/certsvc/v1/plugins/create', { name: 'pack', description: 'A pack of rules.', sourceText: 'rules: []' });
}
