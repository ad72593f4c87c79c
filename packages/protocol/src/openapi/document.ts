import { DEFAULT_MOUNTS, type Mounts, mountPath } from '../mounts.ts';
import { ProblemDocument } from '../problem-document.ts';
import { PLANES, type Plane, type Route, type RouteTable } from '../route.ts';
import { PaymentRequiredBody } from '../wire/payments.ts';
import { RpcRefusal } from '../wire/rpc.ts';
import { HEADERS } from './headers.ts';
import { type JsonSchema, type SchemaBook, toJsonSchemas } from './json-schemas.ts';
import { type Operation, SECURITY_SCHEMES, schemasOf, toOperation } from './operation.ts';
import { isProblemCode, problemExample } from './problem-examples.ts';
import { type Response, toProblemComponents } from './responses.ts';
import { sampleOf } from './sample.ts';

/** The planes that each of the three served documents describes. */
export const OPENAPI_PLANES = {
  public: ['public', 'discovery'],
  player: ['player'],
  all: PLANES,
} as const satisfies Record<string, readonly Plane[]>;

const PLANE_WORDS: Record<Plane, string> = {
  public: 'Verify and read certificates. No account is needed.',
  world: 'Read the agent world.',
  player: 'Submissions, payments, validators and the marketplace, for agents and players.',
  developer: 'Developer accounts.',
  operator: 'Operator tasks.',
  discovery: 'Feed, guide and API descriptions.',
  process: 'Health of the process.',
};

export type OpenApiOptions = {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly version: string;
  readonly mounts?: Mounts;
};

export type OpenApi = {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly externalDocs: { readonly url: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: Plane; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: SchemaBook['components'];
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
    readonly securitySchemes: typeof SECURITY_SCHEMES;
  };
};

/** Describes the routes of the given planes, at the paths where this deployment mounts them. */
export function toOpenApi(table: RouteTable, planes: readonly Plane[], options: OpenApiOptions): OpenApi {
  const mounted = Object.entries(table)
    .flatMap(([name, route]) => mountsOf(name, route))
    .filter(({ route }) => planes.includes(route.plane));
  const schemas = mounted.map(({ name, route }) => schemasOf(name, route));
  const book = toJsonSchemas(
    Object.assign({ problem: ProblemDocument, payment: PaymentRequiredBody, rpc: RpcRefusal }, ...schemas),
  );
  const paths = toPaths(mounted, book, options.mounts ?? DEFAULT_MOUNTS);
  const responses = toProblemComponents(mounted.map(({ route }) => route));
  const used = new Set([...JSON.stringify({ paths, responses }).matchAll(REFERENCE)].map(([, name = '']) => name));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Assay',
      version: options.version,
      description: 'Security review and verifiable certificates for AI skills, APIs, tools and smart contracts.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { url: options.docsUrl },
    servers: [{ url: options.baseUrl }],
    tags: PLANES.filter((plane) => mounted.some(({ route }) => route.plane === plane)).map((plane) => ({
      name: plane,
      description: PLANE_WORDS[plane],
    })),
    paths,
    components: {
      schemas: keepUsed(book.components, { paths, responses }),
      headers: HEADERS,
      responses,
      examples: Object.fromEntries([...used].sort().map((name) => [name, toExample(name, book)])),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const REFERENCE = /"#\/components\/examples\/([^"]+)"/g;

/** The example of a problem (plain, as `rpc-` in the RPC envelope, or as `invalid-` with `valid: false`), or else of a component. */
function toExample(name: string, book: SchemaBook) {
  const [, kind, code = ''] = /^(rpc-|invalid-)?(\w+)$/.exec(name) ?? [];
  if (!isProblemCode(code)) {
    const schema = { $ref: `#/components/schemas/${name}` };
    return { summary: 'Generated from the schema', value: sampleOf(schema, book.components) };
  }
  const { detail, requestId, ...document } = problemExample(code, { failsClosed: kind === 'invalid-' });
  if (kind !== 'rpc-') return { summary: detail, value: { ...document, detail, requestId } };
  return { summary: detail, value: { ok: false, error: { code, message: detail, requestId } } };
}

/** Keeps the components that are referenced, directly or through other components. */
function keepUsed(components: SchemaBook['components'], users: unknown): SchemaBook['components'] {
  const kept = new Set<string>();
  const follow = (user: unknown): void => {
    for (const [, name = ''] of JSON.stringify(user).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (kept.has(name)) continue;
      kept.add(name);
      follow(components[name]);
    }
  };
  follow(users);
  return Object.fromEntries(Object.entries(components).filter(([name]) => kept.has(name)));
}

type MountedRoute = { readonly name: string; readonly path: string; readonly route: Route };

/** A route at its own path and at every alias. An alias under the player prefix is described on the player plane. */
function mountsOf(name: string, route: Route): MountedRoute[] {
  const aliases = (route.aliases ?? []).map((path, index) => ({
    name: index === 0 ? `${name}Alias` : `${name}Alias${index + 1}`,
    path,
    route: path.startsWith(`${DEFAULT_MOUNTS.playerPrefix}/`) ? { ...route, plane: 'player' as const } : route,
  }));
  return [{ name, path: route.path, route }, ...aliases];
}

function toPaths(mounted: readonly MountedRoute[], book: SchemaBook, mounts: Mounts): OpenApi['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { name, path, route } of mounted) {
    const template = mountPath(path, mounts).replaceAll(/[:*](\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: toOperation(name, route, book) };
  }
  return paths;
}
