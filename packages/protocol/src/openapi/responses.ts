import { OPERATOR_ROLES, roleOf } from '../mounts.ts';
import { COMMON_PROBLEMS, CREDENTIAL_PROBLEMS, type ProblemCode, problems } from '../problems.ts';
import { isMedia, type MediaType, type Route } from '../route.ts';
import { type Examples, examplesOf } from './examples.ts';
import { type HeaderRefs, headersOfAnswer, headersOfProblem } from './headers.ts';
import type { JsonSchema, SchemaBook } from './json-schemas.ts';

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: Examples }>>;
export type ResponseRef = { readonly $ref: string };
export type Response = {
  readonly description: string;
  readonly headers?: HeaderRefs;
  readonly content?: Content;
};

const STATUS_WORDS = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, no content',
  404: 'Not found, in the format of the normal response',
  503: 'Not ready',
} as const;

/** All answers of a route, by status. */
export function toResponses(
  name: string,
  route: Route,
  answer: JsonSchema | undefined,
  book: SchemaBook,
): Readonly<Record<string, Response | ResponseRef>> {
  const content = contentOf(name, route, answer, book);
  const described = (status: keyof typeof STATUS_WORDS) => [
    status,
    {
      description: STATUS_WORDS[status],
      headers: headersOfAnswer(route, status),
      ...(status === 204 ? {} : content),
    },
  ];
  return Object.fromEntries([
    ...problemGroupsOf(route).map((group) => [String(group.status), { $ref: `#/components/responses/${group.name}` }]),
    described(route.status),
    ...(route.orStatus === undefined ? [] : [described(route.orStatus)]),
  ]);
}

const MEDIA_SAMPLES: Partial<Record<MediaType, string>> = {
  'text/markdown': '# Assay\n',
  'text/event-stream': 'id: 1\nevent: certificate.issued\ndata: {}\n\n',
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'text/html': '<!doctype html>',
};

function contentOf(
  name: string,
  route: Route,
  answer: JsonSchema | undefined,
  book: SchemaBook,
): { content?: Content } {
  if (isMedia(route.answer)) {
    const { media } = route.answer;
    const example = { summary: 'Shortened', value: MEDIA_SAMPLES[media] ?? 'notes' };
    return { content: { [media]: { schema: { type: 'string' }, examples: { example } } } };
  }
  if (answer === undefined) return {};
  const examples = examplesOf(name, route, 'answer', { schema: answer, book });
  return { content: { 'application/json': { schema: answer, ...examples } } };
}

type ProblemGroup = {
  readonly name: string;
  readonly status: number;
  readonly codes: readonly ProblemCode[];
  readonly failsClosed: boolean;
  /** Sent in the RPC envelope instead of a problem document. */
  readonly isRpc: boolean;
};

/** The problems of a route by status. Routes with the same problems share a name. */
function problemGroupsOf(route: Route): ProblemGroup[] {
  const byStatus = Map.groupBy(problemsOf(route), (code) => problems[code].status);
  const failsClosed = route.failsClosed === true;
  const isRpc = route.speaksRpc === true;
  return [...byStatus].map(([status, codes]) => {
    const sorted = codes.toSorted();
    const name = [isRpc ? 'Rpc' : '', failsClosed ? 'Invalid' : '', status, ...sorted].filter((part) => part !== '');
    return { name: name.join('-'), status, codes: sorted, failsClosed, isRpc };
  });
}

/** Codes whose answers carry payment terms. */
const WITH_TERMS: ReadonlySet<ProblemCode> = new Set([
  'payment_required',
  'payment_mismatch',
  'payment_invalid',
  'payment_settlement_failed',
]);

/** The problem responses of many routes, each once. */
export function toProblemComponents(all: readonly Route[]): Readonly<Record<string, Response>> {
  const groups = new Map(all.flatMap(problemGroupsOf).map((group) => [group.name, group]));
  return Object.fromEntries([...groups].map(([name, group]) => [name, toProblemResponse(group)]));
}

function toProblemResponse({ status, codes, failsClosed, isRpc }: ProblemGroup): Response {
  const carriesTerms = codes.some((code) => WITH_TERMS.has(code));
  const schema = {
    $ref: `#/components/schemas/${isRpc ? 'RpcRefusal' : carriesTerms ? 'PaymentRequiredBody' : 'Problem'}`,
  };
  const prefix = isRpc ? 'rpc-' : failsClosed ? 'invalid-' : '';
  const examples = Object.fromEntries(
    codes.map((code) => [
      code,
      { $ref: `#/components/examples/${carriesTerms ? 'PaymentRequiredBody' : prefix + code}` },
    ]),
  );
  const note = failsClosed ? ' The document contains `valid: false`.' : '';
  return {
    description: `${codes.map((code) => `\`${code}\``).join(', ')}.${note}`,
    headers: headersOfProblem(status, carriesTerms),
    content: { [isRpc ? 'application/json' : 'application/problem+json']: { schema, examples } },
  };
}

/** These concern paths and methods that are not in the document. */
const UNLISTED = new Set<ProblemCode>(['route_not_found', 'method_not_allowed']);
const WITH_BODY = new Set<ProblemCode>(['body_too_large', 'unsupported_media_type']);

/** Every code that a route may answer. */
export function problemsOf(route: Route): ProblemCode[] {
  const isRead = route.body !== undefined;
  const isChecked = isRead || route.query !== undefined || route.headers !== undefined;
  const common = COMMON_PROBLEMS.filter(
    (code) => !UNLISTED.has(code) && (isRead || !WITH_BODY.has(code)) && (isChecked || code !== 'validation_failed'),
  );
  const repeated: ProblemCode[] = route.method === 'GET' ? [] : ['idempotency_key_reused', 'idempotency_in_flight'];
  const required: ProblemCode[] = route.needsIdempotencyKey === true ? ['idempotency_key_required'] : [];
  const credential: readonly ProblemCode[] = route.access === 'none' ? [] : CREDENTIAL_PROBLEMS;
  const role: ProblemCode[] = route.access === 'god' && roleOf(route) !== OPERATOR_ROLES[0] ? ['role_required'] : [];
  return [...new Set([...route.errors, ...repeated, ...required, ...common, ...credential, ...role])];
}
