/**
 * Every example of the world's routes in the OpenAPI documents, asked of a running server: the default world is the same
 * everywhere. `UPDATE_EXAMPLES=1 npx vitest run apps/server/src/modules/world/world.examples.test.ts` writes them anew.
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORLD_BY_HAND } from '../../testing/small-world.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const FILE = new URL('../../../../../packages/protocol/src/openapi/answer-examples.generated.ts', import.meta.url);
const INTENT = '33333333-3333-7333-8333-000000000001';
const WRITES = new Set(['stepWorld', 'changeActor', 'cancelIntent', 'readIntent']);

let server: TestServer;
/** Somebody whom the council has nothing to do with. */
let actorId: string;
beforeAll(async () => {
  server = await startTestServer({ env: WORLD_BY_HAND });
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

/** The request that an example answers. */
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

/** Without what differs from run to run, or follows from what the council has in the world: times, hashes, places in the log. */
const steady = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-01T00:00:00.000Z')
      .replaceAll(/"nextCursor":"[^"]+"/g, '"nextCursor":"WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"')
      .replaceAll(/0x[0-9a-f]{64}/g, `0x${'5f'.repeat(32)}`)
      .replaceAll(/-[0-9a-f]{4}-700([cd])-8000-[0-9a-f]{12}/g, '-0000-700$1-8000-000000000000')
      .replaceAll(/"seq":\d+/g, '"seq":1')
      .replaceAll(/"id":"\d+\/\d+"/g, '"id":"120960/1"')
      .replaceAll(/("businesses":\d+,"moneySupply":)"\d+"/g, '$1"1027996752383"'),
  );

const ALL = Object.entries({ ...worldRoutes, ...actorRoutes, ...cityRoutes, ...businessRoutes });
const READS = ALL.filter(([name]) => !WRITES.has(name));

describe('the examples of the OpenAPI document', () => {
  it('are what a running server answers, one for every read of the world', async () => {
    const found: Record<string, { title: string; request: string; answer: unknown }> = {};
    for (const [name, { path }] of READS) {
      const url = requestOf(name, path);
      const answer = await server.get(url, OPERATOR);
      expect([url, answer.status]).toEqual([url, 200]);
      found[name] = { title: 'meridian', request: `GET ${url}`, answer: steady(answer.body) };
    }
    if (process.env.UPDATE_EXAMPLES === '1') await writeExamples(found);

    const { paths } = toOpenApi(routes, OPENAPI_PLANES.all, {
      baseUrl: 'https://a.example',
      docsUrl: 'https://a.example',
      version: '0',
    });
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    for (const [name, { request, answer }] of Object.entries(found)) {
      const shown = operations.find(({ operationId }) => operationId === name)?.responses['200']?.content?.[
        'application/json'
      ];
      expect([name, shown?.examples]).toEqual([name, { meridian: { summary: request, value: answer } }]);
    }
  });
});

async function writeExamples(found: object): Promise<void> {
  const head = [
    '/** Answers of the default world, written by apps/server/src/modules/world/world.examples.test.ts. */',
    'type Example = { readonly title: string; readonly request: string; readonly answer: unknown };',
    '',
    'export const ANSWER_EXAMPLES: Readonly<Record<string, Example | undefined>> =',
  ];
  await writeFile(FILE, `${head.join('\n')} ${JSON.stringify(found, null, 2)};\n`);
}
