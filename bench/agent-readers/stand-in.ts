import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it left an agent command line. */
export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

export type StandIn = {
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
};

const INPUT_TOKENS = 100;
const OUTPUT_TOKENS = 20;

/** Anthropic's, OpenAI's and Google's API on this machine: every question gets one answer, every request is kept. */
export async function startStandIn(answer: (body: string) => Promise<string>): Promise<StandIn> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body });
    const reply = method === 'POST' ? PROTOCOLS.find(({ matches }) => matches.test(path)) : undefined;
    if (reply === undefined) response.writeHead(404).end('{}');
    else sendEvents(response, reply.events(await answer(body), path, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, requests, close };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

type Event = { readonly type?: string } & Readonly<Record<string, unknown>>;

function sendEvents(response: ServerResponse, events: readonly Event[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events)
    response.write(`${event.type === undefined ? '' : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`);
  response.end();
}

type Protocol = {
  readonly matches: RegExp;
  readonly events: (text: string, path: string, body: string) => readonly Event[];
};

const PROTOCOLS: readonly Protocol[] = [
  { matches: /^\/v1\/messages/, events: (text, _, body) => anthropicEvents(text, JSON.parse(body).model) },
  { matches: /\/responses$/, events: (text) => openAiEvents(text) },
  {
    matches: /:streamGenerateContent/,
    events: (text, path) => geminiEvents(text, /models\/([^:]+):/.exec(path)?.[1] ?? ''),
  },
];

const anthropicEvents = (text: string, model: string): Event[] => [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: INPUT_TOKENS, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: OUTPUT_TOKENS },
  },
  { type: 'message_stop' },
];

function openAiEvents(text: string): Event[] {
  const content = [{ type: 'output_text', text, annotations: [] }];
  const item = { type: 'message', id: 'm1', role: 'assistant', status: 'completed', content };
  const usage = {
    input_tokens: INPUT_TOKENS,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: OUTPUT_TOKENS,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: INPUT_TOKENS + OUTPUT_TOKENS,
  };
  return [
    { type: 'response.created', response: { id: 'r1' } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', item_id: 'm1', output_index: 0, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'r1', status: 'completed', output: [item], usage } },
  ];
}

const geminiEvents = (text: string, model: string): Event[] => [
  {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: INPUT_TOKENS,
      candidatesTokenCount: OUTPUT_TOKENS,
      totalTokenCount: INPUT_TOKENS + OUTPUT_TOKENS,
    },
    modelVersion: model,
  },
];
