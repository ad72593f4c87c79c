import { z } from 'zod';
import { BODY_LIMITS, type Quota, RATE_POLICIES, type RateSubject } from '../limits.ts';
import { type Access, roleOf } from '../mounts.ts';
import { isMedia, type Plane, type Route } from '../route.ts';
import { type Examples, examplesOf } from './examples.ts';
import type { JsonSchema, SchemaBook } from './json-schemas.ts';
import { type Response, type ResponseRef, toResponses } from './responses.ts';

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
};
export type Operation = {
  readonly operationId: string;
  readonly tags: readonly Plane[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly description: string;
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema; readonly examples?: Examples } };
  };
  readonly responses: Readonly<Record<string, Response | ResponseRef>>;
};

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;

export const SECURITY_SCHEMES = {
  developerToken: bearer('`dev_…`, returned by the login to a developer account.'),
  apiKey: bearer('`ak_…`, returned when a wallet is linked. It acts for the actor of that wallet.'),
  adminKey: bearer('An operator key (`op_…`), or the administrative key of the deployment.'),
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'assay_session',
    description: 'Session of a developer who is logged in to the portal. Accepted instead of a developer token.',
  },
  operatorCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'assay_operator',
    description: 'Session of an operator who signed in with the provider. Accepted instead of an operator key.',
  },
} as const;

const SECURITY: Record<Access, Operation['security']> = {
  none: [],
  optional: [{}, { apiKey: [] }, { developerToken: [] }, { sessionCookie: [] }],
  any: [{}, { apiKey: [] }, { developerToken: [] }, { sessionCookie: [] }, { adminKey: [] }],
  probe: [{}, { developerToken: [] }, { sessionCookie: [] }],
  dev: [{ developerToken: [] }, { sessionCookie: [] }],
  key: [{ apiKey: [] }],
  actor: [{ apiKey: [] }, { adminKey: [] }],
  owner: [{ developerToken: [] }, { sessionCookie: [] }, { apiKey: [] }],
  god: [{ adminKey: [] }, { operatorCookie: [] }],
};

/** The schemas of an operation, each under its own key. */
export function schemasOf(name: string, route: Route): Record<string, z.ZodType> {
  const { params, query, headers, body, answer } = route;
  const parts = { params, query, headers, body, answer: isMedia(answer) || route.status === 204 ? undefined : answer };
  const present = Object.entries(parts).flatMap(([part, schema]) =>
    schema ? [[`${name}.${part}`, schema] as const] : [],
  );
  return Object.fromEntries(present);
}

export function toOperation(name: string, route: Route, book: SchemaBook): Operation {
  const fragment = (part: string) => book.fragments[`${name}.${part}`];
  const parameters = [
    ...toParameters('path', fragment('params')),
    ...toParameters('query', fragment('query')),
    ...toParameters('header', fragment('headers')),
    ...idempotencyParameter(route),
  ];
  return {
    operationId: name,
    tags: [route.plane],
    summary: route.summary,
    description: describe(route),
    security: SECURITY[route.access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...toRequestBody(name, route, fragment('body'), book),
    responses: toResponses(name, route, fragment('answer'), book),
  };
}

/** Accepted on every call except GET and RPC, which has its own member for it. */
function idempotencyParameter({ method, speaksRpc, needsIdempotencyKey }: Route): Parameter[] {
  if (method === 'GET' || speaksRpc === true) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: needsIdempotencyKey === true,
      description: 'For 24 hours, repeating a request with the same key and body returns the original response.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,128}$' },
    },
  ];
}

const ParameterObject = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/** Parameters that mean the same everywhere. A description in the schema takes precedence. */
const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  id: 'ID of the resource.',
  limit: 'Maximum number of items on a page.',
  cursor: '`nextCursor` of the previous page. Omit it for the first page.',
  state: 'Return only items in this state.',
  status: 'Return only items with this status.',
  kind: 'Return only items of this kind.',
  productType: 'Return only products of this type.',
  surface: 'Return only plugins for this product type.',
  track: 'Return only validators on this track.',
  cityId: 'Return only items in this city.',
  q: 'Search text.',
  sort: 'Sort order.',
  walletAddress: 'Address of the wallet.',
  listingId: 'ID of the listing.',
  pluginId: 'ID of the plugin.',
  actor_id: 'ID of the actor.',
  deliveryId: 'ID of the delivery.',
  owner: 'Return only certificates of this wallet.',
  ownerId: 'Return only businesses of this actor.',
  sellerId: 'Return only listings of this actor.',
  maxPrice: 'Return only listings with at most this price.',
  minRating: 'Return only listings with at least this average rating.',
  sector: 'Return only businesses in this sector.',
  type: 'Return only items of this type.',
  role: 'Return only loans in which the business has this role.',
  sinceTick: 'Return only items from this tick on.',
  board: 'The leaderboard.',
  period: 'The period that the leaderboard covers.',
  style: 'Design of the badge.',
  digest: 'Digest of the file or bundle.',
  level: 'Level of the tile, or `entries` for the leaves.',
  path: 'Index of the tile, as in C2SP tlog-tiles.',
  leafIndex: 'Index of the leaf.',
  from: 'Size of the earlier tree.',
  to: 'Size of the later tree.',
  purpose: 'What the nonce is for.',
  list: 'Number of the status list.',
  nonce: 'Value of your choice; the response contains it.',
  tick: 'Number of the tick.',
  userCode: 'The code that the program shows.',
  slotIndex: 'Number of the slot.',
  name: 'Name of the operator.',
  'if-match': 'Revision that the change applies to, in quotes.',
  'x-report-receipt': '`receipt` from the response to the report.',
  'last-event-id': 'Resume after this sequence number.',
};

function toParameters(place: Parameter['in'], fragment: JsonSchema | undefined): Parameter[] {
  const { properties, required } = ParameterObject.parse(fragment ?? {});
  return Object.entries(properties).map(([name, { description = PARAMETER_TEXTS[name], ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof description === 'string' ? { description } : {}),
    schema,
  }));
}

const ACCESS_TEXTS: Record<Access, string> = {
  none: 'No credential is needed.',
  optional: 'A developer token or an API key is optional.',
  any: 'A credential of any kind is optional.',
  probe: 'Needs a developer token, except for an empty body.',
  dev: 'Needs a developer token.',
  key: 'Needs an API key.',
  actor: "Needs the actor's API key, or an operator key.",
  owner: 'Needs a developer token or an API key.',
  god: 'Needs an operator key or the session cookie of an operator.',
};

const SUBJECT_WORDS: Record<RateSubject, string> = {
  ip: 'IP address',
  caller: 'caller',
  principal: 'account or key',
  email: 'email address',
  wallet: 'wallet',
};

/** The common part of every description: credential, rate limit, idempotency. */
function describe(route: Route): string {
  const quotas = (RATE_POLICIES[route.rate].quotas as readonly Quota[]).map(
    ({ per, requests, windowSeconds }) => `${requests} requests per ${SUBJECT_WORDS[per]} every ${windowSeconds} s`,
  );
  const role = route.access === 'god' ? [`Role: ${roleOf(route)}.`] : [];
  const key = route.needsIdempotencyKey === true ? ['`Idempotency-Key` is required.'] : [];
  const own = route.description === undefined ? [] : [route.description];
  const limit = `Rate limit \`${route.rate}\`: ${quotas.join(', ')}.`;
  return [...own, ACCESS_TEXTS[route.access], ...role, ...key, limit].join(' ');
}

function toRequestBody(
  name: string,
  route: Route,
  schema: JsonSchema | undefined,
  book: SchemaBook,
): Pick<Operation, 'requestBody'> {
  if (schema === undefined) return {};
  const description = `At most ${BODY_LIMITS[route.bodyLimit ?? 'json']} bytes.`;
  const examples = examplesOf(name, route, 'body', { schema, book });
  return { requestBody: { required: true, description, content: { 'application/json': { schema, ...examples } } } };
}
