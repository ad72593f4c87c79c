import { readFileSync } from 'node:fs';
import { type Mounts, mountPath, OPENAPI_PLANES, routes, toOpenApi } from '@assay/protocol';
import { etagOf, ReadyAnswer } from '../../platform/http/index.ts';
import { once } from '../../platform/once.ts';
import { toCompact } from './compact-description.ts';
import { MCP_TOOLS } from './mcp.service.ts';

type Deps = {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly mounts: Mounts;
  readonly version: string;
  readonly portalUrl: string;
  readonly clock: { now(): Date };
};

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const CONTACT_VALID_DAYS = 180;

/**
 * Documents about the service. Long ones are generated on the first request: they depend only on the configuration, and
 * their generation takes a tenth of the startup time.
 */
export function createDiscovery({ baseUrl, docsUrl, mounts, version, portalUrl, clock }: Deps) {
  const json = (document: unknown): ReadyAnswer => ready(JSON.stringify(document), 'application/json; charset=utf-8');
  const describe = (planes: (typeof OPENAPI_PLANES)[keyof typeof OPENAPI_PLANES]) =>
    toOpenApi(routes, planes, { baseUrl, docsUrl, version, mounts });
  const everything = once(() => describe(OPENAPI_PLANES.all));

  const api = baseUrl + mounts.apiPrefix;
  const guide = readFileSync(new URL('./agent-guide.md', import.meta.url), 'utf8')
    .replaceAll('{api}', api)
    .replaceAll('{player}', baseUrl + mounts.playerPrefix)
    .replaceAll('{base_url}', baseUrl);
  const publicRoutes = Object.entries(routes)
    .filter(([, route]) => route.access === 'none')
    .map(([name, { method, path, summary }]) => ({ name, method, url: baseUrl + mountPath(path, mounts), summary }));
  const varies = { Vary: 'Accept' };
  const guideMarkdown = ready(guide, 'text/markdown; charset=utf-8', varies);
  const guideJson = ready(
    JSON.stringify({ service: 'Assay', version, baseUrl, markdown: guide, routes: publicRoutes }),
    'application/json; charset=utf-8',
    varies,
  );

  const links = [
    { rel: 'service-desc', href: `${baseUrl}/.well-known/openapi.json` },
    { rel: 'service-doc', href: `${baseUrl}/reference` },
    { rel: 'describedby', href: `${baseUrl}/.well-known/openapi.compact.json` },
    { rel: 'help', href: `${api}/public/agent-guide` },
    { rel: 'mcp', href: `${baseUrl}/mcp` },
  ];
  const indexOf = (prefix: string) => {
    const served = Object.entries(routes).map(([name, { method, path, summary }]) => ({
      name,
      method,
      href: mountPath(path, mounts),
      summary,
    }));
    return json({
      service: 'Assay',
      version,
      links,
      routes: served.filter(({ href }) => href.startsWith(`${prefix}/`)),
    });
  };
  const card = {
    name: 'assay',
    version,
    description: 'Verify, search and compare certificates of AI skills, APIs, tools and smart contracts.',
    endpoint: `${baseUrl}/mcp`,
    transport: 'streamable-http',
    authentication: 'none',
    tools: MCP_TOOLS.map(({ name, description }) => ({ name, description })),
  };

  return {
    document: everything,
    compact: once(() => json(toCompact(everything(), { baseUrl, version }))),
    apiIndex: once(() => indexOf(mounts.apiPrefix)),
    playerIndex: once(() => indexOf(mounts.playerPrefix)),
    mcpCard: once(() => json(card)),
    /** Renewed each day, so that it never expires while the service runs. */
    securityTxt(): string {
      const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
      const expires = new Date(today + CONTACT_VALID_DAYS * DAY_MS).toISOString();
      const lines = [`Contact: ${portalUrl}/account/tickets`, `Expires: ${expires}`, `Policy: ${docsUrl}/trust`];
      return [...lines, 'Preferred-Languages: en', `Canonical: ${baseUrl}/.well-known/security.txt`, ''].join('\n');
    },
    openApi: once(() => json(everything())),
    publicOpenApi: once(() => json(describe(OPENAPI_PLANES.public))),
    playerOpenApi: once(() => json(describe(OPENAPI_PLANES.player))),
    agentGuide: (accept: string): ReadyAnswer => (prefersJson(accept) ? guideJson : guideMarkdown),
    llmsTxt: [
      '# Assay',
      '',
      '> Security review and verifiable certificates for AI skills, APIs, tools and smart contracts.',
      '',
      `- [Guide for agents](${api}/public/agent-guide): verify before you invoke`,
      `- [Compact API description](${baseUrl}/.well-known/openapi.compact.json): every call with one example`,
      `- [OpenAPI](${baseUrl}/.well-known/openapi.json): every route, typed`,
      `- [Intent types](${api}/intents/types): what an actor of the agent world can be asked to do`,
      `- [MCP](${baseUrl}/.well-known/mcp.json): verify, search, compare and guide as tools at ${baseUrl}/mcp`,
      `- [Skill store](${baseUrl}/.well-known/skill-store): signed feed of certified skills`,
      '',
    ].join('\n'),
  };
}
export type Discovery = ReturnType<typeof createDiscovery>;

function ready(text: string | Buffer, contentType: string, headers: Record<string, string> = {}): ReadyAnswer {
  const bytes = Buffer.from(text);
  return new ReadyAnswer(bytes, { contentType, etag: etagOf(bytes), headers });
}

/** JSON only for a client that accepts JSON, but neither Markdown, HTML nor any text. */
const prefersJson = (accept: string): boolean =>
  /\bapplication\/json\b/i.test(accept) && !/text\/(markdown|html|\*)/i.test(accept);
