import { ProblemDocument } from '../problems.ts';
import { DEFAULT_MOUNTS, type Mounts, mountPath, PLANES, type Plane, type Route, type RouteTable } from '../route.ts';
import { type JsonSchema, type SchemaBook, toJsonSchemas } from './json-schemas.ts';
import { type Operation, SECURITY_SCHEMES, schemasOf, toOperation } from './operation.ts';
import { STANDARD_HEADERS } from './responses.ts';

/** Which planes each of the three served documents describes. */
export const OPENAPI_PLANES = {
  public: ['public', 'discovery'],
  player: ['player'],
  all: PLANES,
} as const satisfies Record<string, readonly Plane[]>;

const PLANE_WORDS: Record<Plane, string> = {
  public: 'Verify and read certificates. No account needed.',
  world: 'Read the agent world.',
  player: 'Certification for agents and players.',
  developer: 'Developer accounts.',
  operator: 'Work of the operator.',
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
    readonly securitySchemes: typeof SECURITY_SCHEMES;
  };
};

/** Describes the routes of the planes asked for, at the paths where this deployment mounts them. */
export function toOpenApi(table: RouteTable, planes: readonly Plane[], options: OpenApiOptions): OpenApi {
  const mounted = Object.entries(table)
    .flatMap(([name, route]) => mountsOf(name, route))
    .filter(({ route }) => planes.includes(route.plane));
  const schemas = mounted.map(({ name, route }) => schemasOf(name, route));
  const book = toJsonSchemas(Object.assign({ problem: ProblemDocument }, ...schemas));
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
    paths: toPaths(mounted, book, options.mounts ?? DEFAULT_MOUNTS),
    components: { schemas: book.components, headers: STANDARD_HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
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
