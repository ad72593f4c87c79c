import { COMMON_PROBLEMS, CREDENTIAL_PROBLEMS, type ProblemCode, problems } from '../problems.ts';
import { isMedia, type Route } from '../route.ts';
import { type Examples, examplesOf } from './examples.ts';
import type { JsonSchema } from './json-schemas.ts';

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: Examples }>>;
export type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Content;
};

const header = (description: string) => ({ description, schema: { type: 'string' } });

/** On every answer. */
export const STANDARD_HEADERS = {
  'X-Request-Id': header('Name it when you ask about this answer.'),
  'RateLimit-Policy': header('Name, quota and window in seconds: `"public";q=600;w=60`.'),
  RateLimit: header('What is left, and the seconds until it is full again: `"public";r=599;t=60`.'),
} as const;

const headers = Object.fromEntries(
  Object.keys(STANDARD_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const STATUS_WORDS = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, no content',
  404: 'Not found, told in the form of the answer',
  503: 'Not ready',
} as const;

/** Everything a route may answer, by status. */
export function toResponses(
  name: string,
  route: Route,
  answer: JsonSchema | undefined,
): Readonly<Record<string, Response>> {
  const content = contentOf(name, route, answer);
  const described = (status: keyof typeof STATUS_WORDS) => [
    status,
    { description: STATUS_WORDS[status], headers, ...(status === 204 ? {} : content) },
  ];
  return Object.fromEntries([
    ...toProblemResponses(route),
    described(route.status),
    ...(route.orStatus === undefined ? [] : [described(route.orStatus)]),
  ]);
}

function contentOf(name: string, route: Route, answer: JsonSchema | undefined): { content?: Content } {
  if (isMedia(route.answer)) return { content: { [route.answer.media]: { schema: { type: 'string' } } } };
  if (answer === undefined) return {};
  return { content: { 'application/json': { schema: answer, ...examplesOf(name, route, 'answer') } } };
}

function toProblemResponses(route: Route): [status: string, response: Response][] {
  const byStatus = Map.groupBy(problemsOf(route), (code) => problems[code].status);
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const note = route.failsClosed ? ' The document carries `valid: false`.' : '';
  return [...byStatus].map(([status, codes]) => [
    String(status),
    { description: `${codes.map((code) => `\`${code}\``).join(', ')}.${note}`, headers, content },
  ]);
}

/** About paths and methods that are not in the document. */
const UNLISTED = new Set<ProblemCode>(['route_not_found', 'method_not_allowed']);
const WITH_BODY = new Set<ProblemCode>(['body_too_large', 'unsupported_media_type']);

/** Every code that a route may answer with. */
export function problemsOf(route: Route): ProblemCode[] {
  const isRead = route.body !== undefined;
  const isChecked = isRead || route.query !== undefined || route.headers !== undefined;
  const common = COMMON_PROBLEMS.filter(
    (code) => !UNLISTED.has(code) && (isRead || !WITH_BODY.has(code)) && (isChecked || code !== 'validation_failed'),
  );
  const repeated: ProblemCode[] = route.method === 'GET' ? [] : ['idempotency_key_reused', 'idempotency_in_flight'];
  const required: ProblemCode[] = route.needsIdempotencyKey === true ? ['idempotency_key_required'] : [];
  const credential: readonly ProblemCode[] = route.access === 'none' ? [] : CREDENTIAL_PROBLEMS;
  return [...new Set([...route.errors, ...repeated, ...required, ...common, ...credential])];
}
