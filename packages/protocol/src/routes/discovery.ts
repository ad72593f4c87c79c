import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { JsonObject } from '../wire/common.ts';
import { SkillStoreFeed, SkillStoreQuery } from '../wire/skill-store.ts';
import { TrustRoot, TrustRootQuery } from '../wire/trust-root.ts';

/** The document describes itself elsewhere; here it is enough that it is one. */
const OpenApiDocument = z
  .looseObject({ openapi: z.string(), info: JsonObject, paths: JsonObject })
  .meta({ id: 'OpenApiDocument' });

const readable = {
  method: 'GET',
  plane: 'discovery',
  access: 'none',
  rate: 'public',
  cache: 'stats',
  status: 200,
  errors: [],
} as const;

/** How agents and people find their way: feed, guide, API descriptions. */
export const discoveryRoutes = {
  readSkillStore: {
    ...readable,
    path: '/.well-known/skill-store',
    aliases: ['/certsvc/v1/.well-known/skill-store'],
    cache: 'feed',
    summary: 'The signed feed of all certified skills',
    description: 'Cache for at most an hour, and verify an entry before using it.',
    query: SkillStoreQuery,
    answer: SkillStoreFeed,
    errors: ['cursor_expired', 'since_too_old'],
  },
  readTrustRoot: {
    ...readable,
    path: '/.well-known/trust-root.json',
    cache: 'keys',
    summary: 'The keys that sign here, now and before',
    description:
      'Each version is signed by keys of the one before it, which `previous` leads to; the first is signed by its own.',
    query: TrustRootQuery,
    answer: TrustRoot,
  },
  readAgentGuide: {
    ...readable,
    path: '/api/v1/public/agent-guide',
    aliases: ['/certsvc/v1/agent-guide'],
    summary: 'How an agent uses this service, as Markdown',
    answer: { media: 'text/markdown' },
  },
  readPublicOpenApi: {
    ...readable,
    path: '/api/v1/public/openapi.json',
    summary: 'OpenAPI description of the public plane',
    answer: OpenApiDocument,
  },
  readPlayerOpenApi: {
    ...readable,
    path: '/certsvc/v1/openapi.json',
    plane: 'player',
    summary: 'OpenAPI description of the player and agent plane',
    answer: OpenApiDocument,
  },
  readOpenApi: {
    ...readable,
    path: '/.well-known/openapi.json',
    aliases: ['/certsvc/v1/.well-known/openapi.json'],
    summary: 'OpenAPI description of all planes',
    answer: OpenApiDocument,
  },
  readLlmsTxt: {
    ...readable,
    path: '/llms.txt',
    summary: 'Index of guide, OpenAPI and feed for language models',
    answer: { media: 'text/plain' },
  },
  readDocs: {
    ...readable,
    path: '/docs',
    summary: 'Where everything is written down, as a page or as JSON',
    answer: { media: 'text/html' },
  },
  explainProblem: {
    ...readable,
    path: '/docs/problems/:code',
    summary: 'What a problem code means and what to do about it, as a page or as JSON',
    params: z.object({ code: z.string().max(64) }),
    answer: { media: 'text/html' },
  },
  readReference: {
    ...readable,
    path: '/reference',
    summary: 'The API reference as a page',
    answer: { media: 'text/html' },
  },
} as const satisfies RouteTable;
