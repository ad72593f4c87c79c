/** Conformance to the interface document: the fields of the verify record, every endpoint, and RPC. */
import { randomUUID } from 'node:crypto';
import { buildManifest } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueCertificate } from './testing/certificate-builder.ts';
import { type ChainServer, startChainServer } from './testing/chain-server.ts';
import { registerDeveloper } from './testing/developer.ts';
import { smallWorld } from './testing/small-world.ts';
import { OPERATOR, type TestServer } from './testing/test-server.ts';
import { newTrader } from './testing/trader.ts';

type Json = Record<string, unknown>;
type Headers = Readonly<Record<string, string>>;
const PUBLIC = '/api/v1/public/certificates';
const CALLED = 'https://api.example/v1/tides';
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The start includes a chain and a world, which is slow on a busy machine. */
const START_MS = 180_000;

let house: ChainServer;
let server: TestServer;
/** The values of the path parameters. */
const ids: Record<string, string> = {};
const credentials: Record<string, Headers> = { none: {}, god: OPERATOR };
const verified: Record<'skill' | 'api' | 'quiet' | 'suspended', Json> = {
  skill: {},
  api: {},
  quiet: {},
  suspended: {},
};

beforeAll(async () => {
  house = await startChainServer({ env: { ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '200' }, genesis: smallWorld(48) });
  server = house.server;
  const [trader, developer] = [await newTrader(server), await registerDeveloper(server, 'letter@example.org')];
  credentials.key = trader.headers;
  credentials.dev = developer.headers;
  const hasActor = async () => (await server.get(`/api/v1/actors/${trader.actorId}`)).status;
  await vi.waitFor(async () => expect(await hasActor()).toBe(200), { timeout: START_MS });
  const manifest = buildManifest({ externalCalls: [CALLED], capabilities: ['net.http'], declaredEndpoints: [CALLED] });
  const endpointReview = { observedUrls: [CALLED], declaredEndpoints: [CALLED] };
  const issued = {
    skill: await issueCertificate(server, { manifest, endpointReview, ownerWallet: trader.wallet.address }),
    api: await issueCertificate(server, { productType: 'API', manifest, endpointReview }),
    quiet: await issueCertificate(server),
    suspended: await issueCertificate(server),
  };
  const reason = { reason: 'The operator found that it does harm.' };
  await server.operate(`/api/v1/operator/certificates/${issued.suspended}/suspend`, reason);
  await server.published();
  for (const [name, id] of Object.entries(issued))
    verified[name as keyof typeof verified] = await read(`${PUBLIC}/${id}/verify`);
  const { items: shops } = (await read('/api/v1/businesses?limit=100')) as { items: { id: string; cityId: string }[] };
  Object.assign(ids, {
    id: issued.skill,
    skillId: issued.skill,
    actor_id: trader.actorId,
    walletAddress: trader.wallet.address,
    business: shops[0]?.id,
    city: shops[0]?.cityId,
    listingId: randomUUID(),
    pluginId: randomUUID(),
    slotIndex: '0',
    unknown: randomUUID(),
  });
}, START_MS);
afterAll(() => house.close());

const read = async (path: string, headers: Headers = {}) => (await server.get(path, headers)).body as Json;

type Look = (record: Json) => unknown;
const is =
  (name: string, wanted: unknown): Look =>
  (record) =>
    expect(record[name]).toEqual(wanted);
const isOneOf =
  (name: string, values: readonly string[]): Look =>
  (record) =>
    expect(values).toContain(record[name]);

describe('the verify record', () => {
  const RECORD: [string, keyof typeof verified, Look][] = [
    ['`valid` is a boolean, true for APPROVED without open flags', 'skill', is('valid', true)],
    [
      '`status` is APPROVED, DEPRECATED or SUSPENDED',
      'skill',
      isOneOf('status', ['APPROVED', 'DEPRECATED', 'SUSPENDED']),
    ],
    ['`summary` is one line', 'skill', is('summary', expect.stringMatching(/^[^\n]+$/))],
    [
      '`activeFlagCount` is an integer',
      'skill',
      (record) => expect(Number.isInteger(record.activeFlagCount)).toBe(true),
    ],
    [
      '`securityLevel` is CLEAR, LOW, MEDIUM, HIGH or CRITICAL',
      'skill',
      isOneOf('securityLevel', ['CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
    ],
    ['`sandboxRiskLevel` is LOW, MEDIUM or HIGH', 'skill', isOneOf('sandboxRiskLevel', ['LOW', 'MEDIUM', 'HIGH'])],
    ['`skillName` is a string', 'skill', is('skillName', expect.any(String))],
    ['`skillVersion` is a string', 'skill', is('skillVersion', expect.any(String))],
    ['`certificateIssuedAt` is an ISO 8601 time', 'skill', is('certificateIssuedAt', expect.stringMatching(TIME))],
    ['`roundType` is INITIAL_AUDIT or RE_AUDIT', 'skill', isOneOf('roundType', ['INITIAL_AUDIT', 'RE_AUDIT'])],
    ['`retainedWarnings` is an array and may be empty', 'quiet', is('retainedWarnings', [])],
    [
      '`endpointStatus` of an API is PASSED, FAILED or NOT_TESTED',
      'api',
      isOneOf('endpointStatus', ['PASSED', 'FAILED', 'NOT_TESTED']),
    ],
    ['`endpointStatus` is absent for a plain SKILL', 'skill', is('endpointStatus', undefined)],
    [
      '`manifest.externalCalls` lists URLs',
      'skill',
      is('manifest', expect.objectContaining({ externalCalls: [CALLED] })),
    ],
    [
      '`manifest.capabilities` lists capabilities',
      'skill',
      is('manifest', expect.objectContaining({ capabilities: ['net.http'] })),
    ],
    [
      '`endpointReview.observedUrls` lists URLs',
      'skill',
      is('endpointReview', expect.objectContaining({ observedUrls: [CALLED] })),
    ],
    [
      '`endpointReview.declaredEndpoints` lists URLs',
      'skill',
      is('endpointReview', expect.objectContaining({ declaredEndpoints: [CALLED] })),
    ],
    ['`apiDisclaimer` may be carried by a plain SKILL', 'skill', is('apiDisclaimer', expect.any(String))],
    ['`apiDisclaimer` is absent without outbound use', 'quiet', is('apiDisclaimer', undefined)],
    [
      'a SUSPENDED record is not valid',
      'suspended',
      (record) => expect(record).toMatchObject({ status: 'SUSPENDED', valid: false }),
    ],
    [
      'a SUSPENDED record has at least valid, status, summary, activeFlagCount and securityLevel',
      'suspended',
      (record) =>
        expect(Object.keys(record).slice(0, 5)).toEqual([
          'valid',
          'status',
          'summary',
          'activeFlagCount',
          'securityLevel',
        ]),
    ],
    [
      '`payloadHashScheme` is keccak256-canonical-json-v1',
      'skill',
      is('payloadHashScheme', 'keccak256-canonical-json-v1'),
    ],
    [
      '`payloadHash` is the one of source integrity',
      'skill',
      async (record) =>
        expect(await read(`${PUBLIC}/${ids.id}/source-integrity`)).toMatchObject({
          payloadHash: record.payloadHash,
          payloadHashScheme: record.payloadHashScheme,
        }),
    ],
    [
      'the certificate is bound to the commit that was reviewed',
      'skill',
      is('source', expect.objectContaining({ commit: expect.stringMatching(/^[0-9a-f]{40}$/) })),
    ],
  ];

  it.each(RECORD)('%s', async (_, name, look) => {
    await look(verified[name]);
  });
});

/** `members`: fields of a successful answer. Without them the call may be refused, but not as unknown or unauthenticated. */
type Endpoint = [line: string, credential: 'none' | 'key' | 'dev' | 'god', members?: readonly string[]];

const CERTIFICATE_ROUTES: Endpoint[] = [
  ['GET /api/v1/public/certificates/:id/verify', 'none', ['valid', 'status', 'summary']],
  ['GET /api/v1/public/certificates/:id/live-status', 'none', ['monitoring', 'activeFlagCount', 'views']],
  ['GET /api/v1/public/certificates/:id/source-integrity', 'none', ['skillMdSha256', 'payloadHash', 'normalisation']],
  ['POST /api/v1/public/certificates/:id/compare-skill-from-github', 'none'],
  ['GET /api/v1/public/certificates/:id', 'none', ['payload', 'seal']],
  ['GET /api/v1/public/certificates', 'none', ['items']],
  ['GET /.well-known/skill-store', 'none', ['entries', 'signature']],
  ['GET /.well-known/openapi.json', 'none', ['openapi', 'paths']],
  ['GET /api/v1/public/certificates/:skillId/flags', 'none', ['items']],
  ['GET /api/v1/public/overview', 'none', ['certificates', 'submissions']],
  ['GET /api/v1/public/validators', 'none', ['items']],
  ['GET /api/v1/public/agents/:walletAddress', 'none', ['walletAddress']],
  ['GET /api/v1/public/agents/:walletAddress/skills', 'none', ['items']],
  ['GET /api/v1/public/leaderboard', 'none', ['items']],
  ['GET /api/v1/public/economy', 'none', ['moneySupply', 'population']],
  ['GET /api/v1/public/sigma/stats', 'none', ['rounds', 'verdicts']],
  ['GET /api/v1/public/landing', 'none', ['overview', 'recent', 'pricing']],
  ['GET /api/v1/public/agent-guide', 'none', []],
  ['GET /api/v1/public/openapi.json', 'none', ['openapi', 'paths']],
];
const PLAYER_ROUTES: Endpoint[] = [
  ['GET /certsvc/v1/activation-requirements', 'none', ['items']],
  ['POST /certsvc/v1/activate', 'key'],
  ['POST /certsvc/v1/deactivate', 'key'],
  ['POST /certsvc/v1/submissions/validate', 'key'],
  ['POST /certsvc/v1/submissions/submit', 'key'],
  ['GET /certsvc/v1/submissions', 'key', ['items']],
  ['GET /certsvc/v1/submissions/:unknown', 'key'],
  ['GET /certsvc/v1/submissions/:unknown/receipt', 'key'],
  ['POST /certsvc/v1/submissions/:unknown/dispute', 'key'],
  ['POST /certsvc/v1/payments/intents', 'key'],
  ['POST /certsvc/v1/payments/:unknown/confirm', 'key'],
  ['GET /certsvc/v1/marketplace', 'none', ['items']],
  ['POST /certsvc/v1/marketplace/list', 'key'],
  ['POST /certsvc/v1/marketplace/:listingId/purchase', 'key'],
  ['POST /certsvc/v1/certificates/:skillId/flag', 'none'],
  ['GET /certsvc/v1/certificates/:skillId/verify', 'none', ['valid', 'status', 'summary']],
  ['GET /certsvc/v1/agent-guide', 'none', []],
  ['GET /certsvc/v1/openapi.json', 'none', ['openapi', 'paths']],
  ['GET /certsvc/v1/.well-known/skill-store', 'none', ['entries', 'signature']],
  ['GET /certsvc/v1/.well-known/openapi.json', 'none', ['openapi', 'paths']],
  ['POST /api/v1/certsvc/submit', 'dev'],
];
const DEVELOPER_ROUTES: Endpoint[] = [
  ['GET /api/v1/certsvc/dev/catalog', 'none', ['products', 'reviewTime']],
  ['POST /api/v1/certsvc/dev/register', 'none'],
  ['POST /api/v1/certsvc/dev/verify-email', 'none'],
  ['POST /api/v1/certsvc/dev/login/request-code', 'none'],
  ['POST /api/v1/certsvc/dev/login/verify', 'none'],
  ['GET /api/v1/certsvc/dev/me', 'dev', ['id', 'email']],
  ['GET /api/v1/certsvc/dev/dashboard/summary', 'dev', ['submissions', 'certificates']],
  ['POST /api/v1/certsvc/dev/source/fetch', 'dev'],
  ['POST /api/v1/certsvc/dev/manifest/validate', 'dev'],
  ['POST /api/v1/certsvc/dev/manifest/generate', 'dev'],
  ['GET /api/v1/certsvc/dev/wallets', 'dev', ['items']],
  ['POST /api/v1/certsvc/dev/wallets', 'dev'],
  ['POST /api/v1/certsvc/dev/wallets/:unknown/primary', 'dev'],
  ['DELETE /api/v1/certsvc/dev/wallets/:unknown', 'dev'],
  ['GET /api/v1/certsvc/dev/drafts', 'dev', ['items']],
  ['POST /api/v1/certsvc/dev/drafts', 'dev'],
  ['POST /api/v1/certsvc/dev/drafts/:unknown', 'dev'],
  ['POST /api/v1/certsvc/dev/drafts/:unknown/quote', 'dev'],
  ['POST /api/v1/certsvc/dev/drafts/:unknown/submit', 'dev'],
  ['POST /api/v1/certsvc/dev/payment-intents', 'dev'],
  ['POST /api/v1/certsvc/dev/payment-intents/:unknown/direct/confirm', 'dev'],
  ['POST /api/v1/certsvc/dev/payment-intents/:unknown/x402/confirm', 'dev'],
  ['GET /api/v1/certsvc/dev/support/tickets', 'dev', ['items']],
  ['POST /api/v1/certsvc/dev/support/tickets', 'dev'],
  ['POST /api/v1/certsvc/dev/support/tickets/:unknown/reply', 'dev'],
  ['POST /api/v1/certsvc/dev/submissions/:unknown/request-human-intervention', 'dev'],
  ['GET /api/v1/certsvc/dev/history', 'dev', ['items']],
  ['POST /api/v1/certsvc/dev/logout', 'dev'],
];
const PLUGIN_ROUTES: Endpoint[] = [
  ['GET /certsvc/v1/plugin-pricing', 'none', ['creationFee']],
  ['GET /certsvc/v1/plugins', 'key', ['items']],
  ['POST /certsvc/v1/plugins', 'key'],
  ['PUT /certsvc/v1/plugins/:unknown', 'key'],
  ['DELETE /certsvc/v1/plugins/:unknown', 'key'],
  ['GET /certsvc/v1/plugin-slots', 'key', ['slots']],
  ['POST /certsvc/v1/plugin-slots/assign', 'key'],
  ['DELETE /certsvc/v1/plugin-slots/:slotIndex', 'key'],
  ['POST /certsvc/v1/plugins/:unknown/publish', 'key'],
  ['POST /certsvc/v1/plugins/:unknown/unpublish', 'key'],
  ['GET /api/v1/certsvc/plugins/marketplace', 'none', ['items']],
  ['POST /api/v1/certsvc/plugins/marketplace/:pluginId/purchase', 'key'],
];
const WORLD_ROUTES: Endpoint[] = [
  [
    'GET /api/v1/actors/:actor_id',
    'none',
    ['state', 'wallet', 'inventory', 'consents', 'properties', 'relationships', 'businesses'],
  ],
  ['GET /api/v1/actors/:actor_id/state', 'none', ['balance', 'activity', 'needs']],
  ['GET /api/v1/actors/:actor_id/events', 'key', ['items']],
  ['GET /api/v1/actors/:actor_id/inventory', 'none', ['items']],
  ['GET /api/v1/actors/:actor_id/relationships', 'none', ['items']],
  ['GET /api/v1/actors/:actor_id/businesses', 'none', ['items']],
  ['GET /api/v1/cities', 'none', ['items']],
  ['GET /api/v1/cities/:city', 'none', ['name', 'population', 'businessStats']],
  ['GET /api/v1/cities/:city/economy', 'none', ['tick', 'unemploymentRate', 'housing']],
  ['GET /api/v1/cities/:city/economy/summary', 'none', ['snapshot', 'deltas', 'topConcerns']],
  ['GET /api/v1/businesses', 'none', ['items']],
  ['GET /api/v1/businesses/:business', 'none', ['name', 'sector', 'status']],
  ['GET /api/v1/businesses/:business/payroll', 'none', ['items']],
  ['GET /api/v1/businesses/:business/loans', 'none', ['items']],
  ['GET /api/v1/wallet/:actor_id', 'key', ['balance', 'available']],
  ['GET /api/v1/wallet/:actor_id/transactions', 'key', ['items']],
  ['POST /rpc/agent', 'key'],
  ['POST /rpc/admin', 'god'],
  ['POST /api/v1/auth/link', 'none'],
];

describe('every endpoint of the interface document', () => {
  it.each([...CERTIFICATE_ROUTES, ...PLAYER_ROUTES, ...DEVELOPER_ROUTES, ...PLUGIN_ROUTES, ...WORLD_ROUTES])(
    '%s',
    async (line, credential, members) => {
      const [method = '', path = ''] = line.split(' ');
      const url = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? name);
      const call = (headers: Headers = {}) =>
        ['GET', 'DELETE'].includes(method)
          ? server.request(method, url, headers)
          : server.request(method, url, { ...headers, 'content-type': 'application/json' }, '{}');

      if (credential !== 'none' && line !== 'POST /api/v1/certsvc/submit')
        expect([line, (await call()).status]).toEqual([line, 401]);
      const { status, body, text } = await call(credentials[credential]);
      expect([line, status < 500, [401, 405].includes(status)]).toEqual([line, true, false]);
      expect([line, text.includes('route_not_found')]).toEqual([line, false]);
      if (members === undefined) return;
      expect([line, status]).toEqual([line, 200]);
      for (const name of members)
        expect([line, body]).toEqual([line, expect.objectContaining({ [name]: expect.anything() })]);
    },
  );

  it('GET /api/v1/public/certsvc/stats does not exist', async () => {
    expect((await server.get('/api/v1/public/certsvc/stats')).status).toBe(404);
  });
});

describe('lists', () => {
  it('GET /api/v1/public/certificates accepts `q` and `limit`', async () => {
    const { items } = (await read(`${PUBLIC}?q=${verified.quiet.skillName}&limit=1`)) as { items: Json[] };

    expect(items.map(({ name }) => name)).toEqual([verified.quiet.skillName]);
  });

  it('GET /api/v1/businesses is filtered by `cityId` and by `ownerId`', async () => {
    const { items: all } = (await read('/api/v1/businesses?limit=100')) as {
      items: { cityId: string; ownerId: string | null }[];
    };
    const owner = all.find(({ ownerId }) => ownerId !== null)?.ownerId ?? '';
    const of = async (query: string) =>
      ((await read(`/api/v1/businesses?limit=100&${query}`)) as { items: typeof all }).items;

    expect(new Set((await of(`cityId=${ids.city}`)).map(({ cityId }) => cityId))).toEqual(new Set([ids.city]));
    expect(new Set((await of(`ownerId=${owner}`)).map(({ ownerId }) => ownerId))).toEqual(new Set([owner]));
  });

  it('the skill-store feed can be cached for one hour', async () => {
    const { headers } = await server.get('/.well-known/skill-store');

    expect(headers.get('cache-control')).toContain('max-age=3600');
  });
});

describe('RPC', () => {
  const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: string } }).error?.code;
  const agent = (method: string, params: object) => server.post('/rpc/agent', { method, params }, credentials.key);

  it.each(['getAgentState', 'getWallet', 'getRecentEvents'])('/rpc/agent answers %s', async (method) => {
    const answer = await agent(method, { actor_id: ids.actor_id });

    expect([answer.status, answer.body]).toMatchObject([200, { ok: true, result: expect.anything() }]);
  });

  it('/rpc/agent answers getCityState', async () => {
    expect((await agent('getCityState', { city_id: ids.city })).body).toMatchObject({ ok: true });
  });

  it('/rpc/agent accepts submitIntent with actor_id, type, params.targetCityId, priority and source', async () => {
    const { items } = (await read('/api/v1/cities')) as { items: { id: string }[] };
    const { city } = (await read(`/api/v1/actors/${ids.actor_id}`)) as { city: { id: string } };
    const targetCityId = items.find(({ id }) => id !== city.id)?.id;
    const asked = agent('submitIntent', {
      actor_id: ids.actor_id,
      type: 'INTENT_MOVE_CITY',
      params: { targetCityId },
      priority: 0.8,
      source: 'owner_suggestion',
    });
    const { status, body } = await asked;

    expect([status, body]).toMatchObject([
      200,
      { ok: true, result: { intent_id: expect.any(String), status: expect.any(String) } },
    ]);
  });

  it('/rpc/agent refuses a priority outside of 0 to 1', async () => {
    const params = { actor_id: ids.actor_id, type: 'INTENT_REST', params: { hours: 1 }, source: 'owner_suggestion' };

    expect(codeOf(await agent('submitIntent', { ...params, priority: 1.1 }))).toBe('validation_failed');
  });

  it.each([
    'analyzeEconomicConditions',
    'executeEmergencyExpansion',
    'adjustPublicSalaries',
    'approveProposal',
    'createHousing',
  ])('/rpc/admin answers %s with the administrative key only', async (method) => {
    const call = (headers: Headers) => server.post('/rpc/admin', { method, params: { nothing: 1 } }, headers);

    expect(codeOf(await call(OPERATOR))).toBe('validation_failed');
    expect(codeOf(await call(credentials.key ?? {}))).toBe('wrong_plane');
    expect(codeOf(await server.post('/rpc/admin', { method: `${method}X`, params: {} }, OPERATOR))).toBe(
      'method_not_found',
    );
  });
});
