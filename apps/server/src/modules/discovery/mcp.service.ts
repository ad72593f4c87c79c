/** The public reads as MCP tools, over streamable HTTP without sessions: each call is independent. */
import { nextStepOf, Problem } from '@assay/protocol';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Call, ReadyAnswer, type RouteCalls } from '../../platform/http/index.ts';

type Deps = {
  readonly version: string;
  /** Origins of the service's own pages. */
  readonly origins: readonly string[];
  /** Calls of routes without a credential. Available once all routes are bound. */
  readonly calls: () => RouteCalls;
  /** Charges a tool that fetches external content like the route that it calls. */
  readonly chargeHeavy: (client: string) => void;
};
type Asked = {
  readonly body: object;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  readonly client: string;
};

const CertificateId = z
  .string()
  .regex(/^[0-9a-f]{24}$/)
  .describe('24 lower-case hex digits');
const LIMIT_MAX = 50;
const READ = { readOnlyHint: true, openWorldHint: true } as const;

export const MCP_TOOLS = [
  {
    name: 'verify_certificate',
    description: 'Verify a certificate. Invoke the skill only when `valid` is true.',
    inputSchema: z.object({ certificateId: CertificateId }),
    route: 'verifyCertificate',
    toInput: ({ certificateId }: Arguments) => ({ params: { id: certificateId } }),
  },
  {
    name: 'search_certificates',
    description: 'Search certificates by keyword in names and descriptions.',
    inputSchema: z.object({ q: z.string().max(200).optional(), limit: z.int().min(1).max(LIMIT_MAX).default(10) }),
    route: 'listCertificates',
    toInput: ({ q, limit }: Arguments) => ({ query: { ...(q === undefined ? {} : { q }), limit: String(limit) } }),
  },
  {
    name: 'compare_with_github',
    description: 'Compare a public file on GitHub with the certified digest.',
    inputSchema: z.object({
      certificateId: CertificateId,
      sourceUrl: z.string().max(2000),
      sourceRef: z.string().max(200).optional(),
    }),
    route: 'compareFromGithub',
    isHeavy: true,
    toInput: ({ certificateId, ...body }: Arguments) => ({ params: { id: certificateId }, body }),
  },
  {
    name: 'read_guide',
    description: 'Read the guide for agents: how to verify, submit, pay, flag and use the world.',
    inputSchema: z.object({}),
    route: 'readAgentGuide',
    toInput: () => ({}),
  },
] as const;
type Arguments = Readonly<Record<string, unknown>>;

const toContent = (value: object) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(value) }],
  structuredContent: { ...value },
});

/** A problem of the service becomes a tool result for the model, always with `valid: false`. */
async function answerWith(work: () => Promise<unknown>) {
  try {
    const value = await work();
    return toContent(typeof value === 'object' && value !== null ? value : { text: String(value) });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const next = nextStepOf(error, {});
    return {
      ...toContent({ error: { code: error.code, detail: error.message, ...(next && { next }) }, valid: false }),
      isError: true,
    };
  }
}

const BOTH_TYPES = 'application/json, text/event-stream';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with the single message as JSON instead of a stream. Clients must accept both types. */
const toJsonText = (text: string): string => /^data: (.+)$/m.exec(text)?.[1] ?? text;

/** Loaded with the first call: it takes 15 MB of memory, and many services get none. */
const loadLibrary = () => import('@modelcontextprotocol/server');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

export function createPublicMcp({ version, origins, calls, chargeHeavy }: Deps) {
  function createServer(library: Library, call: Call, client: string): McpServer {
    const server = new library.McpServer(
      { name: 'assay', version },
      { instructions: 'Call verify_certificate before you run or install a skill. Run it only when valid is true.' },
    );
    for (const { name, description, inputSchema, route, toInput, ...tool } of MCP_TOOLS)
      server.registerTool(name, { description, inputSchema, annotations: READ }, (sent: Arguments) =>
        answerWith(async () => {
          if ('isHeavy' in tool) chargeHeavy(client);
          return (await call(route, toInput(sent))).value;
        }),
      );
    return server;
  }

  return async ({ body, headers, requestId, client }: Asked): Promise<ReadyAnswer> => {
    if (headers.origin !== undefined && !origins.includes(headers.origin)) throw new Problem('origin_not_allowed');
    const call = calls()({ requestId, client });
    // Nothing changes here that a client could subscribe to, and a stream would never end.
    const library = await loadLibrary();
    const handler = library.createMcpHandler(() => createServer(library, call, client), { maxSubscriptions: 0 });
    try {
      const known = Object.entries(headers).flatMap(([name, value]) =>
        value === undefined || name === 'origin' ? [] : [[name, value] as [string, string]],
      );
      const answer = await handler.fetch(
        new Request('http://localhost/mcp', {
          method: 'POST',
          headers: [...known, ['accept', BOTH_TYPES], ['content-type', 'application/json']],
          body: JSON.stringify(body),
        }),
      );
      const text = toJsonText(await answer.text());
      return new ReadyAnswer(Buffer.from(text), { contentType: JSON_TYPE, status: answer.status });
    } finally {
      await handler.close();
    }
  };
}
export type PublicMcp = ReturnType<typeof createPublicMcp>;
