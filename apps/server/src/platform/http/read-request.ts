import { isMedia, Problem, parseWire, type Route } from '@assay/protocol';
import { z } from 'zod';

type RawInput = { params: unknown; query: unknown; headers: unknown; body: unknown };

/** Parses every declared part of a request. Undeclared parts are ignored, except for query parameters. */
export function readInput(route: Route, raw: RawInput): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  if (route.params !== undefined) {
    const parsed = parseWire(route.params, nameRest(route, raw.params));
    // A malformed id is answered like an unknown one, which reveals nothing about the formats.
    if (!parsed.success) throw new Problem(notFoundCodeOf(route));
    input.params = parsed.data;
  }
  requireKnownParameters(route, raw.query);
  if (route.query !== undefined) input.query = parsePart(route.query, raw.query, '/query');
  if (route.headers !== undefined) input.headers = parseHeaders(route.headers, raw.headers);
  if (route.body !== undefined) {
    const { body } = route;
    const readBody = () => parsePart(body, raw.body, '');
    input.body = route.lateBody === true ? readBody : readBody();
  }
  return input;
}

/** A misspelt filter must not return everything. Routes that serve pages and files ignore unknown parameters. */
function requireKnownParameters({ query, answer }: Route, sent: unknown): void {
  if (isMedia(answer) || !(query === undefined || query instanceof z.ZodObject)) return;
  const known = query === undefined ? [] : Object.keys(query.shape);
  const unknown = Object.keys(sent ?? {}).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Problem('unknown_parameter', { unknown, known });
}

/** The framework names the rest of a path only `*`. */
function nameRest({ path }: Route, params: unknown): unknown {
  const [, name] = /\*(\w+)$/.exec(path) ?? [];
  if (name === undefined) return params;
  const { '*': rest, ...others } = params as Record<string, string>;
  return { ...others, [name]: rest };
}

function parseHeaders(schema: z.ZodType, headers: unknown): unknown {
  const parsed = schema.safeParse(headers);
  if (parsed.success) return parsed.data;
  const names = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  throw new Problem('malformed_request', { reason: `unreadable header ${[...names].join(', ')}` });
}

function parsePart(schema: z.ZodType, value: unknown, at: string): unknown {
  const parsed = parseWire(schema, value, at);
  if (parsed.success) return parsed.data;
  throw new Problem('validation_failed', { errors: parsed.errors });
}

type NotFoundCode =
  | 'route_not_found'
  | 'certificate_not_found'
  | 'digest_not_found'
  | 'wallet_not_found'
  | 'tile_not_found';

function notFoundCodeOf(route: Route): NotFoundCode {
  return (route.errors.find((code) => code.endsWith('_not_found')) ?? 'route_not_found') as NotFoundCode;
}
