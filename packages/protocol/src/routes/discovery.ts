import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { JsonObject } from '../wire/common.ts';
import { ServiceIdentity, ServiceIdentityQuery } from '../wire/service-identity.ts';
import { SkillStoreFeed, SkillStoreQuery } from '../wire/skill-store.ts';
import { TrustRoot, TrustRootQuery } from '../wire/trust-root.ts';

const ORIGIN_MAX = 255;

/** A loose schema: OpenAPI has its own specification, so the shape of the document is not repeated here. */
const OpenApiDocument = z
  .looseObject({ openapi: z.string(), info: JsonObject, paths: JsonObject })
  .meta({ id: 'OpenApiDocument' });

const Listed = z.object({ name: z.string(), method: z.string(), href: z.string(), summary: z.string() });

/** The routes that a mount serves. */
const MountIndex = z
  .object({
    service: z.string(),
    version: z.string(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })),
    routes: z.array(Listed),
  })
  .meta({ id: 'MountIndex' });

const CompactDescription = z
  .object({
    service: z.string(),
    version: z.string(),
    baseUrl: z.string(),
    full: z.string().describe('The address of the full OpenAPI document.'),
    operations: z.array(
      z.object({
        id: z.string(),
        call: z.string().describe('Method and path.'),
        summary: z.string(),
        access: z.string(),
        request: z.unknown().optional(),
        answer: z.unknown().optional(),
      }),
    ),
  })
  .meta({ id: 'CompactDescription' });

const McpCard = z
  .object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    endpoint: z.string(),
    transport: z.literal('streamable-http'),
    authentication: z.literal('none'),
    tools: z.array(z.object({ name: z.string(), description: z.string() })),
  })
  .meta({ id: 'McpCard' });

const McpHeaders = z.object({
  origin: z.string().max(ORIGIN_MAX).optional(),
  'mcp-protocol-version': z.string().max(ORIGIN_MAX).optional(),
  'mcp-method': z.string().max(ORIGIN_MAX).optional(),
  'mcp-name': z.string().max(ORIGIN_MAX).optional(),
});

const readable = {
  method: 'GET',
  plane: 'discovery',
  access: 'none',
  rate: 'public',
  cache: 'stats',
  status: 200,
  errors: [],
} as const;

/** Discovery for agents and people: feed, guide, API descriptions. */
export const discoveryRoutes = {
  readSkillStore: {
    ...readable,
    path: '/.well-known/skill-store',
    aliases: ['/certsvc/v1/.well-known/skill-store'],
    cache: 'feed',
    summary: 'Get the signed feed of all certified skills',
    description:
      'Cache the feed for at most an hour, and verify an entry before you use it. Pages have 1, 10, 100 or 500 entries, whichever is the largest that `limit` ' +
      'allows; only the first page without `since` and with the default limit has up to 5000. A page counts as one request of the rate limit ' +
      'for every 100 entries. Follow `nextCursor` to the end.',
    query: SkillStoreQuery,
    answer: SkillStoreFeed,
    errors: ['cursor_expired', 'since_too_old'],
  },
  readTrustRoot: {
    ...readable,
    path: '/.well-known/trust-root.json',
    cache: 'keys',
    summary: 'List current and former signing keys',
    description:
      'Each version is signed with keys of the previous version (`previous`). The first version is signed with its own keys.',
    query: TrustRootQuery,
    answer: TrustRoot,
  },
  readServiceIdentity: {
    ...readable,
    path: '/.well-known/assay-identity',
    cache: 'none',
    summary: "Get the service's signed address and payment terms for a nonce",
    description:
      'The response is signed with a `receipt` key of the trust root. A client that knows the trust root requests this before it sends a token or signs a ' +
      'payment, so that an impostor at the same address gets neither.',
    query: ServiceIdentityQuery,
    answer: ServiceIdentity,
  },
  readAgentGuide: {
    ...readable,
    path: '/api/v1/public/agent-guide',
    aliases: ['/certsvc/v1/agent-guide'],
    summary: 'Get the guide for agents as Markdown',
    answer: { media: 'text/markdown' },
  },
  readPublicOpenApi: {
    ...readable,
    path: '/api/v1/public/openapi.json',
    summary: 'Get the OpenAPI description of the public plane',
    answer: OpenApiDocument,
  },
  readPlayerOpenApi: {
    ...readable,
    path: '/certsvc/v1/openapi.json',
    plane: 'player',
    summary: 'Get the OpenAPI description of the player and agent plane',
    answer: OpenApiDocument,
  },
  readOpenApi: {
    ...readable,
    path: '/.well-known/openapi.json',
    aliases: ['/certsvc/v1/.well-known/openapi.json'],
    summary: 'Get the OpenAPI description of all planes',
    answer: OpenApiDocument,
  },
  readCompactOpenApi: {
    ...readable,
    path: '/.well-known/openapi.compact.json',
    summary: 'Get a compact API description: paths, summaries and one example for each operation',
    description: 'For clients with a small context window. The full document is at `/.well-known/openapi.json`.',
    answer: CompactDescription,
  },
  readApiIndex: {
    ...readable,
    path: '/api/v1',
    summary: 'Get the index of the API',
    answer: MountIndex,
  },
  readPlayerIndex: {
    ...readable,
    path: '/certsvc/v1',
    plane: 'player',
    summary: 'Get the index of the player and agent API',
    answer: MountIndex,
  },
  readMcpCard: {
    ...readable,
    path: '/.well-known/mcp.json',
    summary: 'Get the address and tools of the public MCP endpoint',
    answer: McpCard,
  },
  readSecurityTxt: {
    ...readable,
    path: '/.well-known/security.txt',
    summary: 'Get the contact for vulnerability reports (RFC 9116)',
    answer: { media: 'text/plain' },
  },
  callMcp: {
    ...readable,
    method: 'POST',
    path: '/mcp',
    cache: 'private',
    sameOriginOnly: true,
    summary: 'Call the public MCP endpoint: verify, search, compare, guide',
    description:
      'Model Context Protocol over streamable HTTP: stateless, read-only, one JSON-RPC message per call. Requests from web pages of other origins are ' +
      'refused.',
    headers: McpHeaders,
    body: JsonObject,
    bodyLimit: 'small',
    answer: JsonObject,
    orStatus: 202,
    errors: ['origin_not_allowed'],
  },
  readLlmsTxt: {
    ...readable,
    path: '/llms.txt',
    summary: 'Get the index for language models, with links to the guide, the OpenAPI description and the feed',
    answer: { media: 'text/plain' },
  },
} as const satisfies RouteTable;
