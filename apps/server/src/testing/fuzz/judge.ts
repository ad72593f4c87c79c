/** The rules that every answer must follow. */
import { isMedia, type ProblemCode, ProblemDocument, problems, problemsOf, type Route } from '@assay/protocol';
import type { CallerName } from './plan.ts';

export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
};

/** Describes how this answer violates the route's declaration. Undefined when it does not. */
export function judge(route: Route, caller: CallerName, { status, headers, text }: Received): string | undefined {
  const type = String(headers['content-type'] ?? '');
  if (status === 500) return `500: ${text.slice(0, 300)}`;
  if (route.speaksRpc === true && type.startsWith('application/json')) return judgeRpc(route, status, text);
  // The MCP library reports errors in messages as JSON-RPC.
  if (route.path === '/mcp' && status === 400 && type.startsWith('application/json')) return undefined;
  if (status >= 400 && !(status === route.orStatus && !type.startsWith('application/problem+json')))
    return judgeProblem(route, status, type, text);
  if (status === 304) return text === '' ? undefined : '304 with a body';
  if (status !== route.status && status !== route.orStatus) return `status ${status} is not declared`;
  if (caller === 'garbage' && route.access !== 'none') return `${status} for a credential that nobody has`;
  const needsCredential = !['none', 'optional', 'any'].includes(route.access);
  if (caller === 'anonymous' && needsCredential) return `${status} without a credential`;
  if (status === 204) return text === '' ? undefined : '204 with a body';
  if (isMedia(route.answer))
    return type.startsWith(route.answer.media) ? undefined : `${type} instead of ${route.answer.media}`;
  return judgeJson(route, type, text);
}

function judgeJson(route: Route, type: string, text: string): string | undefined {
  if (isMedia(route.answer)) return undefined;
  if (!type.startsWith('application/json')) return `content type ${type}`;
  const parsed = route.answer.safeParse(JSON.parse(text));
  if (parsed.success) return undefined;
  const [issue] = parsed.error.issues;
  return `the answer breaks its schema at /${issue?.path.join('/')}: ${issue?.message}`;
}

function judgeProblem(route: Route, status: number, type: string, text: string): string | undefined {
  if (!type.startsWith('application/problem+json')) return `${status} as ${type}`;
  const parsed = ProblemDocument.safeParse(JSON.parse(text));
  if (!parsed.success) return `${status} is no problem document: ${parsed.error.issues[0]?.message}`;
  const { code } = parsed.data;
  if (parsed.data.status !== status || problems[code as ProblemCode].status !== status)
    return `${code} with status ${status}`;
  if (!isDeclared(route, code as ProblemCode)) return `${status} ${code} is not declared`;
  if (route.failsClosed === true && parsed.data.valid !== false) return `${code} without valid: false`;
  return undefined;
}

/** Codes that any request may get, for example for a body that is not JSON or too long. */
const ALWAYS: readonly ProblemCode[] = [
  'route_not_found',
  'validation_failed',
  'body_too_large',
  'unsupported_media_type',
];

const isDeclared = (route: Route, code: ProblemCode): boolean =>
  ALWAYS.includes(code) || problemsOf(route).includes(code);

function judgeRpc(route: Route, status: number, text: string): string | undefined {
  if (isMedia(route.answer)) return undefined;
  const value: unknown = JSON.parse(text);
  const parsed = route.answer.safeParse(value);
  if (!parsed.success) return `the answer breaks its envelope: ${text.slice(0, 200)}`;
  for (const code of codesOf(value)) {
    if (!(code in problems)) return `the code ${code} is unknown`;
    if (!isDeclared(route, code as ProblemCode)) return `${status} ${code} is not declared`;
    if (code === 'internal_error') return 'internal_error in an envelope';
  }
  return undefined;
}

/** Codes of refusals, plain or in JSON-RPC. */
function codesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(codesOf);
  if (typeof value !== 'object' || value === null || !('error' in value)) return [];
  const { code, data } = value.error as { code: unknown; data?: { code?: string } };
  if (typeof code === 'string') return [code];
  return data?.code === undefined ? [] : [data.code];
}
