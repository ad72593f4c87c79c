/**
 * Compares every example of the world's routes in the OpenAPI documents with a running server. The default world is the same
 * everywhere. `UPDATE_EXAMPLES=1 npx vitest run apps/server/src/modules/world/world.examples.test.ts` rewrites the examples.
 */
import { writeFile } from 'node:fs/promises';
import { view } from '@assay/economy/world';
import {
  actorRoutes,
  businessRoutes,
  cityRoutes,
  OPENAPI_PLANES,
  type Route,
  routes,
  toOpenApi,
  worldRoutes,
} from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientWith } from '../../testing/developer.ts';
import { MANUAL_WORLD } from '../../testing/small-world.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const FILE = new URL('../../../../../packages/protocol/src/openapi/answer-examples.generated.ts', import.meta.url);
const INTENT = '33333333-3333-7333-8333-000000000001';
const WRITES = new Set(['stepWorld', 'changeActor', 'cancelIntent', 'readIntent']);

let server: TestServer;
/** An actor without a relation to the council. */
let actorId: string;
beforeAll(async () => {
  server = await startTestServer({ env: MANUAL_WORLD });
  await server.app.world.reached(1);
  actorId = view.actors(server.app.world.now())[500]?.id ?? '';
  await server.app.inTransaction((tx) =>
    server.app.world.appendIn(
      tx,
      {
        kind: 'money.issue',
        to: { type: 'actor', id: actorId },
        amount: '25000000',
        reason: 'grant',
        reference: 'example',
      },
      { principal: 'operator' },
    ),
  );
  await server.app.world.stepBy(1);
  await server.published();
}, 60_000);
afterAll(() => server.close());

/** The request whose answer is the example. */
function requestOf(name: string, path: string): string {
  const world = server.app.world.now();
  const [city] = view.cities(world);
  const bank = view.businesses(world).find(({ sector }) => sector === 'BANK');
  const shop = view
    .businesses(world)
    .find(({ id, ownerId }) => ownerId !== null && (view.loans(world, id)?.length ?? 0) > 0);
  const place = path.startsWith('/api/v1/cities')
    ? city?.id
    : path.startsWith('/api/v1/businesses')
      ? shop?.id
      : actorId;
  const filled = path
    .replace(':tick', String(world.tick - 1))
    .replace(':actor_id', actorId)
    .replace(':id', (path.includes('/intents/') ? INTENT : place) ?? '');
  const query = { listBusinesses: `?cityId=${bank?.cityId}&sort=workers&limit=1`, listActorEvents: '?limit=1' }[name];
  const route: Route | undefined = ALL.find(([known]) => known === name)?.[1];
  return filled + (query ?? (route?.query === undefined ? '' : '?limit=1'));
}

/** Replaces values that differ between runs or depend on the council's part in the world: times, hashes, positions in the log. */
const steady = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-01T00:00:00.000Z')
      .replaceAll(/"nextCursor":"[^"]+"/g, '"nextCursor":"WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"')
      .replaceAll(/0x[0-9a-f]{64}/g, `0x${'5f'.repeat(32)}`)
      .replaceAll(/-[0-9a-f]{4}-700([cd])-8000-[0-9a-f]{12}/g, '-0000-700$1-8000-000000000000')
      .replaceAll(/"requestId":"[^"]+"/g, '"requestId":"req_example"')
      .replaceAll(/"analysis_id":"[^"]+"/g, '"analysis_id":"01900000-0000-7000-8000-000000000000"')
      .replaceAll(/"seq":\d+/g, '"seq":1')
      .replaceAll(/"id":"\d+\/\d+"/g, '"id":"120960/1"')
      .replaceAll(/("businesses":\d+,"moneySupply":)"\d+"/g, '$1"1027996752383"'),
  );

const ALL = Object.entries({ ...worldRoutes, ...actorRoutes, ...cityRoutes, ...businessRoutes });
const READS = ALL.filter(([name]) => !WRITES.has(name));

describe('the examples of the OpenAPI document', () => {
  it('match the answers of a running server, for every read of the world', async () => {
    const found: Record<string, Example[]> = {};
    for (const [name, { path }] of READS) {
      const url = requestOf(name, path);
      const answer = await server.get(url, OPERATOR);
      expect([url, answer.status]).toEqual([url, 200]);
      found[name] = [{ title: 'meridian', request: `GET ${url}`, answer: steady(answer.body) }];
    }
    found.callAgent = await ask('/rpc/agent', agentCalls(), await keyOfActor());
    found.callAdmin = await ask('/rpc/admin', await adminCalls(), OPERATOR);
    found.callAgent.push(
      ...(await overAnHour(() => keyOfActor().then((key) => ask('/rpc/agent', intentCalls(), key)))),
    );
    if (process.env.UPDATE_EXAMPLES === '1') await writeExamples(found);

    const { paths } = toOpenApi(routes, OPENAPI_PLANES.all, {
      baseUrl: 'https://a.example',
      docsUrl: 'https://a.example',
      version: '0',
    });
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const inJson = 'application/json';
    for (const [name, examples] of Object.entries(found)) {
      const operation = operations.find(({ operationId }) => operationId === name);
      const response = operation?.responses['200'];
      const answers = response && 'content' in response ? response.content?.[inJson]?.examples : undefined;
      expect([name, answers]).toEqual([name, byTitle(examples, ({ answer }) => answer)]);
      const bodies = operation?.requestBody?.content[inJson].examples;
      const sent = examples.filter(({ body }) => body !== undefined);
      if (sent.length > 0) expect([name, bodies]).toEqual([name, byTitle(sent, ({ body }) => body)]);
    }
  });
});

type Example = { title: string; request: string; body?: unknown; answer: unknown };
const byTitle = (examples: readonly Example[], value: (example: Example) => unknown) =>
  Object.fromEntries(examples.map((example) => [example.title, { summary: example.request, value: value(example) }]));

const keyOfActor = async () => {
  const walletAddress = createTestWallet('example').address;
  return clientWith(server, (await server.app.credentials.mintApiKey({ actorId, walletAddress })).apiKey).headers;
};

/** Calls each method once, and returns request and answer as an example. */
async function ask(path: string, calls: readonly Call[], headers: Record<string, string>): Promise<Example[]> {
  const found: Example[] = [];
  for (const body of calls) {
    const { status, body: answer } = await server.post(path, body, headers);
    expect([body.method, status]).toEqual([body.method, 200]);
    found.push({ title: body.method, request: `POST ${path}`, body: steady(body), answer: steady(answer) });
  }
  return found;
}
type Call = { jsonrpc?: '2.0'; id?: number; method: string; params: object };

const firstCity = () => view.cities(server.app.world.now())[0]?.id;
const agentCalls = (): Call[] => [
  { method: 'getAgentState', params: { actor_id: actorId } },
  { method: 'getWallet', params: { actor_id: actorId } },
  { method: 'getCityState', params: { city_id: firstCity() } },
  { method: 'getRecentEvents', params: { actor_id: actorId, limit: 1 } },
];
const intentCalls = (): Call[] => [
  {
    method: 'submitIntent',
    params: {
      actor_id: actorId,
      type: 'INTENT_REST',
      params: { hours: 2 },
      priority: 0.9,
      source: 'owner_suggestion',
      idempotency_key: 'rest-of-today',
    },
  },
];

/** The admin calls. Writes are dry runs, the analysis is polled until it is done, and no passed proposal exists to approve. */
async function adminCalls(): Promise<Call[]> {
  const city_id = firstCity();
  const question = { method: 'analyzeEconomicConditions', params: { city_id, horizon_months: 1, replicas: 1 } };
  const asked = await server.post('/rpc/admin', question, OPERATOR);
  const { analysis_id } = (asked.body as { result: { analysis_id: string } }).result;
  const again = { method: 'analyzeEconomicConditions', params: { analysis_id } };
  await vi.waitFor(
    async () =>
      expect((await server.post('/rpc/admin', again, OPERATOR)).body).toMatchObject({ result: { state: 'done' } }),
    { timeout: 60_000, interval: 100 },
  );
  const expansion = {
    city_id,
    amount: '1000000000',
    financing: 'treasury',
    allocation: { transfer_per_head: '1000000' },
    force: true,
    approved_by: 'second operator',
    dry_run: true,
  };
  return [
    again,
    { method: 'executeEmergencyExpansion', params: expansion },
    { method: 'adjustPublicSalaries', params: { city_id, percentage: -0.05, dry_run: true } },
    { method: 'createHousing', params: { city_id, housing_distribution: { FLAT: 2 }, dry_run: true } },
    { jsonrpc: '2.0', id: 1, method: 'approveProposal', params: { proposal_id: INTENT, dry_run: true } },
  ];
}

/** Runs a request whose intent is answered by the next hour, and passes that hour. */
async function overAnHour<T>(asking: () => Promise<T>): Promise<T> {
  const asked = asking();
  await vi.waitFor(
    async () => {
      const { rowCount } = await server.database.pool.query(
        "SELECT FROM world_inputs WHERE assigned_tick IS NULL AND kind = 'intent.submit'",
      );
      expect(rowCount).toBe(1);
    },
    { timeout: 20_000, interval: 20 },
  );
  await server.app.world.stepBy(1);
  return asked;
}

async function writeExamples(found: object): Promise<void> {
  const head = [
    '/** Answers of the default world, written by apps/server/src/modules/world/world.examples.test.ts. */',
    'type Example = { readonly title: string; readonly request: string; readonly body?: unknown; readonly answer: unknown };',
    '',
    'export const ANSWER_EXAMPLES: Readonly<Record<string, readonly Example[] | undefined>> =',
  ];
  await writeFile(FILE, `${head.join('\n')} ${JSON.stringify(found, null, 2)};\n`);
}
