/** Requests for a declared route: valid ones, ones at its limits, and hostile ones. */
import {
  ADMIN_METHODS,
  AGENT_METHODS,
  INTENTS,
  type IntentType,
  isCouncilIntent,
  type Route,
  routes,
} from '@assay/protocol';
import fc from 'fast-check';
import { z } from 'zod';
import { arbitraryOf } from './arbitrary.ts';
import { hostileBody, hostileText, hostileValue, mutated, RawJson } from './hostile.ts';
import { kindOf, kindOfPath } from './known.ts';

const CALLERS = ['anonymous', 'developer', 'agent', 'operator', 'expired', 'revoked', 'garbage', 'cookie'] as const;
export type CallerName = (typeof CALLERS)[number];

export type Plan = {
  readonly caller: CallerName;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly mediaType: string | undefined;
  /** JSON, or text that is sent verbatim; undefined for none. */
  readonly body: { readonly json: unknown } | { readonly text: string } | undefined;
};

const MEDIA_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  ';',
];
const IDEMPOTENCY_KEYS = ['fuzz-key-0000', 'fuzz-key-0001', 'short', 'x'.repeat(129)];

/** The callers whose credentials the route accepts, which are chosen often. All others are chosen as well. */
export const PREFERRED: Record<Route['access'], readonly CallerName[]> = {
  none: ['anonymous'],
  probe: ['anonymous', 'developer'],
  optional: ['anonymous', 'developer', 'agent'],
  any: ['anonymous', 'developer', 'agent', 'operator'],
  dev: ['developer'],
  key: ['agent'],
  actor: ['agent', 'operator'],
  owner: ['developer', 'agent'],
  god: ['operator'],
};

const often = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 4): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: rare, weight: 1 });

export function planOf(route: Route): fc.Arbitrary<Plan> {
  const caller = often<CallerName>(fc.constantFrom(...PREFERRED[route.access]), fc.constantFrom(...CALLERS));
  return fc.record({
    caller,
    params: membersOf(route.params, 10, (name) =>
      name.endsWith('Id') ? kindOf(name, '') : kindOfPath(route.path, name),
    ),
    query: membersOf(route.query, 30),
    headers: headersOf(route),
    mediaType: often<string | undefined>(
      fc.constant(route.body === undefined ? undefined : 'application/json'),
      fc.constantFrom(...MEDIA_TYPES),
      30,
    ),
    body: bodyOf(route),
  });
}

const NONE = fc.constant<Record<string, unknown>>({});

/** A cursor is valid for one list and one set of filters, so most requests have none. */
const CURSOR_FROM = 85;
/** Small numbers are as frequent as large ones. */
const percent = fc.noBias(fc.nat(99));

/** Members of a path or a query. In `hostility` percent of cases, one of them is hostile. */
function membersOf(
  schema: z.ZodObject | undefined,
  hostility: number,
  kindAt?: (name: string) => string,
): fc.Arbitrary<Record<string, unknown>> {
  if (schema === undefined) return NONE;
  const names = Object.keys(schema.shape);
  const valid = arbitraryOf(schema, kindAt) as fc.Arbitrary<Record<string, unknown>>;
  return fc.tuple(valid, percent, fc.nat(), hostileText).map(([{ cursor, ...members }, dice, choice, text]) => {
    const name = names[choice % names.length];
    if (dice < hostility && name !== undefined) return { ...members, [name]: text };
    return dice > CURSOR_FROM ? { ...members, cursor } : members;
  });
}

const toBase64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const PAYMENT_HEADERS = [
  '',
  'AAAA',
  '%%%',
  `0x${'0'.repeat(64)}`,
  toBase64({ x402Version: 2, accepted: {}, payload: {} }),
  toBase64({ x402Version: 1, scheme: 'exact', network: 'a\0b', payload: { signature: '0x', authorization: {} } }),
  toBase64({
    x402Version: 2,
    resource: { url: '\0' },
    accepted: { scheme: 'exact', amount: '-1', extra: null },
    payload: '\ud800',
  }),
];

function headersOf(route: Route): fc.Arbitrary<[string, string][]> {
  const declared = Object.keys(route.headers?.shape ?? {}).filter((name) => name !== 'host');
  const values = fc.oneof(
    fc.constantFrom(...PAYMENT_HEADERS, 'x402', '*', '"x"', '0', 'é', 'x'.repeat(9_000)),
    fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
  );
  const names = [...declared, 'if-none-match', 'x-request-id', 'accept', 'origin', 'idempotency-key'];
  const sent = fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 3 });
  const key = often(fc.uuid(), fc.constantFrom(...IDEMPOTENCY_KEYS));
  const isKeyed = route.needsIdempotencyKey === true;
  return fc
    .tuple(sent, key, percent, percent)
    .map(([some, idempotencyKey, dice, other]) => [
      ...(dice < 20 ? some.map(([name, value]): [string, string] => [name, value]) : []),
      ...((isKeyed && other > 5) || other > 95 ? [['idempotency-key', idempotencyKey] as [string, string]] : []),
    ]);
}

function bodyOf(route: Route): fc.Arbitrary<Plan['body']> {
  if (route.body === undefined)
    return often<Plan['body']>(
      fc.constant(undefined),
      fc.constantFrom('', '{', 'null', '{"a":1}').map((text) => ({ text })),
      15,
    );
  const valid = route.speaksRpc === true ? callOf(route) : arbitraryOf(toShort(route.body));
  return fc.oneof(
    { arbitrary: valid.map((json) => ({ json })), weight: 5 },
    { arbitrary: mutated(valid).map((json) => ({ json })), weight: 6 },
    { arbitrary: hostileValue.map((json) => ({ json })), weight: 1 },
    { arbitrary: hostileBody.map((text) => ({ text })), weight: 1 },
    { arbitrary: fc.constant(undefined), weight: 1 },
  );
}

/** Running 10,000 hours on demand takes minutes by design, which would look like a hang. */
const toShort = (body: z.ZodType): z.ZodType =>
  body === routes.stepWorld.body ? routes.stepWorld.body.extend({ ticks: z.int().min(1).max(3) }) : body;

/** A call of a known method: plain, JSON-RPC or a batch. */
function callOf(route: Route): fc.Arbitrary<unknown> {
  const methods: Readonly<Record<string, z.ZodType>> = route.access === 'god' ? ADMIN_METHODS : AGENT_METHODS;
  const calls = Object.entries(methods).map(([method, schema]) => {
    const params = method === 'submitIntent' ? intentOf() : arbitraryOf(schema);
    return params.map((members) => ({ method, params: members }));
  });
  const plain = fc.oneof(...calls);
  const spoken = fc.tuple(plain, fc.constantFrom(1, 'a', null, undefined)).map(([call, id]) => ({
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    ...call,
  }));
  return fc.oneof(
    { arbitrary: plain, weight: 4 },
    { arbitrary: spoken, weight: 3 },
    { arbitrary: fc.array(spoken, { maxLength: 3 }), weight: 1 },
    { arbitrary: fc.constant(new RawJson(`[${Array(21).fill('{}').join(',')}]`)), weight: 1 },
  );
}

function intentOf(): fc.Arbitrary<unknown> {
  const types = Object.keys(INTENTS) as IntentType[];
  const calls = arbitraryOf(AGENT_METHODS.submitIntent);
  const intents = types.map((type) =>
    fc.tuple(calls, arbitraryOf(INTENTS[type].params)).map(([call, params]) => ({
      ...(call as object),
      type,
      params,
      source: 'owner_suggestion',
      ...(isCouncilIntent(type) ? {} : { expires_at_tick: undefined }),
    })),
  );
  return fc.oneof(...intents);
}
