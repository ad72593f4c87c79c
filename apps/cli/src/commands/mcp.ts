import { randomBytes } from 'node:crypto';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { parseOptions, toCommonHelp } from './options.ts';

const HELP = `Usage: assay mcp [options]

Runs a Model Context Protocol server that agents call before they run or install a skill. It uses standard input and output unless you
set --http. If you are logged in (or set ASSAY_TOKEN), it can also submit products, follow reviews, file flags and suggest intents.

Options
  --http PORT        use streamable HTTP on http://127.0.0.1:PORT/mcp (0: any free port)
  --token TEXT       the bearer token that HTTP callers must send (at least 16 characters; default: a new one, printed on stderr)
${toCommonHelp('json')}`;

const PORT_MAX = 65_535;
/** Every program on the machine can reach the port, so a short token that can be guessed protects nothing. */
const TOKEN_CHARS_MIN = 16;

export async function mcp(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(
    args,
    { http: { type: 'string' }, token: { type: 'string' } },
    { what: 'mcp [--http PORT]', without: ['json'] },
  );
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connectResident }, { createMcpServer }, { readVersion }] = await Promise.all([
    import('../service/connect.ts'),
    import('../mcp/tools.ts'),
    import('../version.ts'),
  ]);
  const service = connectResident(terminal, parsed.values);
  const create = () => createMcpServer(service, terminal, readVersion());
  return parsed.values.http === undefined ? serveStdio(create) : serveHttp(create, parsed.values, terminal);
}

type Create = () => ReturnType<typeof import('../mcp/tools.ts').createMcpServer>;

async function serveStdio(create: Create): Promise<ExitCode> {
  const { serveStdio: serve } = await import('@modelcontextprotocol/server/stdio');
  const serving = serve(create);
  await new Promise((resolve) => process.stdin.once('close', resolve).once('end', resolve));
  await serving.close();
  return EXIT.safe;
}

async function serveHttp(
  create: Create,
  values: { http?: string; token?: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const port = /^\d{1,5}$/.test(values.http ?? '') ? Number(values.http) : PORT_MAX + 1;
  if (port > PORT_MAX) throw new UsageError('--http takes a port number.');
  if (values.token !== undefined && values.token.length < TOKEN_CHARS_MIN)
    throw new UsageError(
      `--token has ${values.token.length} characters and needs at least ${TOKEN_CHARS_MIN}. Omit it to generate a token.`,
    );
  const { serveHttp: serve } = await import('../mcp/serve-http.ts');
  const token = values.token ?? randomBytes(24).toString('base64url');
  const serving = await serve(create, { port, token });
  terminal.err(`listening on ${serving.url}\n${values.token === undefined ? `token ${token}\n` : ''}`);
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await serving.close();
  return EXIT.safe;
}
