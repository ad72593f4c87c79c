import { UsageError } from '../exit-codes.ts';
import { readVersion } from '../version.ts';

/** Limits on the time, resources and output of a server. Its environment contains no variables of this process. */
export const LISTING_LIMITS = {
  timeoutMs: 30_000,
  pagesMax: 50,
  bytesMax: 4_194_304,
  /** Raw bytes, including the protocol overhead. */
  receivedBytesMax: 16_777_216,
  cpuSeconds: 20,
  filesKilobytes: 65_536,
} as const;

/** The tool list of a running server, as one document. */
export type Listed = {
  readonly serverInfo: object;
  readonly instructions?: string;
  readonly tools: readonly object[];
  readonly prompts: readonly object[];
  readonly resources: readonly object[];
};

type Place = { readonly cwd: string; readonly findVariable: (name: string) => string | undefined };

const isUrl = (target: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(target);

/** Queries a running server, or starts one, for its tools. Throws on any error; never returns an empty list instead. */
export async function listTools(target: string, place: Place): Promise<Listed> {
  const { Client } = await import('@modelcontextprotocol/client');
  const transport = isUrl(target) ? await toRemote(target) : await toLocal(target, place);
  const client = new Client({ name: 'assay', version: readVersion() });
  const timer = AbortSignal.timeout(LISTING_LIMITS.timeoutMs);
  const late = new Promise<never>((_, reject) => {
    timer.addEventListener('abort', () => reject(new Error(`no answer within ${LISTING_LIMITS.timeoutMs / 1_000} s`)));
  });
  try {
    return await Promise.race([ask(client, transport), late]);
  } finally {
    await client.close().catch(() => undefined);
  }
}

type Sdk = typeof import('@modelcontextprotocol/client');
type SdkClient = InstanceType<Sdk['Client']>;

async function ask(client: SdkClient, transport: Parameters<SdkClient['connect']>[0]): Promise<Listed> {
  await client.connect(transport);
  const offers = client.getServerCapabilities() ?? {};
  const instructions = client.getInstructions();
  const listed: Listed = {
    serverInfo: client.getServerVersion() ?? {},
    ...(instructions === undefined ? {} : { instructions }),
    tools:
      offers.tools === undefined
        ? []
        : await allPages(
            (cursor) => client.listTools(cursor),
            ({ tools }) => tools,
          ),
    prompts:
      offers.prompts === undefined
        ? []
        : await allPages(
            (cursor) => client.listPrompts(cursor),
            ({ prompts }) => prompts,
          ),
    resources:
      offers.resources === undefined
        ? []
        : await allPages(
            (cursor) => client.listResources(cursor),
            ({ resources }) => resources,
          ),
  };
  if (JSON.stringify(listed).length > LISTING_LIMITS.bytesMax) throw new Error('its output exceeds the read limit');
  return listed;
}

type Page = { readonly nextCursor?: string | undefined };

async function allPages<P extends Page, T>(
  load: (cursor: { cursor?: string }) => Promise<P>,
  items: (page: P) => readonly T[],
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < LISTING_LIMITS.pagesMax; page += 1) {
    const loaded = await load(cursor === undefined ? {} : { cursor });
    all.push(...items(loaded));
    if (loaded.nextCursor === undefined || loaded.nextCursor === cursor) return all;
    cursor = loaded.nextCursor;
  }
  throw new Error(`its list has more than ${LISTING_LIMITS.pagesMax} pages`);
}

/** Starts the server in a shell with kernel limits and an environment that contains only the program path. */
async function toLocal(target: string, { cwd, findVariable }: Place) {
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const words = target.match(/"[^"]*"|'[^']*'|\S+/g)?.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')) ?? [];
  if (words.length === 0) throw new UsageError('--mcp needs a command or an address.');
  const { cpuSeconds, filesKilobytes } = LISTING_LIMITS;
  const limited = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -f ${filesKilobytes}; exec "$0" "$@"`;
  return new StdioClientTransport({
    command: '/bin/sh',
    args: ['-c', limited, ...words],
    env: { PATH: findVariable('PATH') ?? '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' },
    stderr: 'ignore',
    cwd,
  });
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Over HTTPS or on this machine. Redirects are rejected. */
async function toRemote(target: string) {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const url = URL.parse(target);
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))))
    throw new UsageError('--mcp takes a command, an https address, or an http address of this machine.');
  if (url.username !== '' || url.password !== '') throw new UsageError('--mcp does not accept a URL with a password.');
  return new StreamableHTTPClientTransport(url, { requestInit: { redirect: 'error' }, fetch: boundedFetch() });
}

/** The limit for all answers of one server together. Data above it is never held in memory. */
function boundedFetch(): typeof fetch {
  let left: number = LISTING_LIMITS.receivedBytesMax;
  const count = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        left -= part.length;
        if (left < 0) controller.error(new Error('its output exceeds the read limit'));
        else controller.enqueue(part);
      },
    });
  return async (input, init) => {
    const { body, status, statusText, headers } = await fetch(input, init);
    return new Response(body?.pipeThrough(count()) ?? null, { status, statusText, headers });
  };
}
