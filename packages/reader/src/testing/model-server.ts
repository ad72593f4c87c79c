import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod';
import { findRequestKey } from '../request/request.ts';

/** A question as received over HTTP. */
export type AskedQuestion = {
  readonly key: string | undefined;
  readonly model: string;
  readonly system: string;
  readonly user: string;
  readonly authorization: string | undefined;
};

type ScriptedReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'filtered' }
  /** Never answers, so the client's timeout ends the request. */
  | { readonly kind: 'silence' };

/** A script may return a promise, to delay an answer until something else has happened. */
export type Script = (question: AskedQuestion) => ScriptedReply | Promise<ScriptedReply>;

export type ModelServer = {
  /** Value for `endpoint` in a model's configuration. */
  readonly endpoint: string;
  readonly questions: readonly AskedQuestion[];
  close(): Promise<void>;
};

/** Text, or a list of pieces of text. */
const Content = z.union([
  z.string(),
  z.array(z.object({ text: z.string() })).transform((pieces) => pieces.map(({ text }) => text).join('')),
]);
const ChatRequest = z.object({
  model: z.string(),
  /** Anthropic sends the system prompt here. OpenAI sends it as a message. */
  system: Content.optional(),
  messages: z.array(z.object({ role: z.string(), content: Content })),
  temperature: z.literal(0),
  tools: z.never().optional(),
});

/** A local endpoint that answers according to a script, in OpenAI's format or (`/messages`) in Anthropic's. */
export async function startModelServer(script: Script): Promise<ModelServer> {
  const questions: AskedQuestion[] = [];
  const server = createServer(async (request, response) => {
    const { authorization = request.headers['x-api-key']?.toString() } = request.headers;
    const question = findQuestion(await readBody(request), authorization);
    if (question !== undefined) questions.push(question);
    const reply = question === undefined ? NOT_UNDERSTOOD : await script(question);
    if (reply.kind === 'silence') return;
    response.writeHead(reply.kind === 'status' ? reply.status : 200, { 'content-type': 'application/json' });
    if (question === undefined || reply.kind === 'status') response.end(JSON.stringify({ error: { message: 'no' } }));
    else response.end(JSON.stringify((request.url?.endsWith('/messages') ? toMessage : toChat)(question, reply)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}/v1`, questions, close: () => closeServer(server) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns `undefined` for an incomplete body. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NOT_UNDERSTOOD = { kind: 'status', status: 400 } as const;

/** Returns `undefined` for requests that the product must never send: another temperature, tools, content other than text. */
function findQuestion(body: string, authorization: string | undefined): AskedQuestion | undefined {
  const parsed = ChatRequest.safeParse(parseJson(body));
  if (!parsed.success) return undefined;
  const { model, messages, system: apart } = parsed.data;
  const contentOf = (role: string): string => messages.find((message) => message.role === role)?.content ?? '';
  const system = apart ?? contentOf('system');
  const user = contentOf('user');
  return { key: findRequestKey(system, user), model, system, user, authorization };
}

const CHARS_PER_TOKEN = 4;

type Spoken = Extract<ScriptedReply, { kind: 'text' | 'filtered' }>;

function measure({ system, user }: AskedQuestion, reply: Spoken): { text: string; asked: number; said: number } {
  const text = reply.kind === 'text' ? reply.text : '';
  const tokens = (chars: number): number => Math.ceil(chars / CHARS_PER_TOKEN);
  return { text, asked: tokens(system.length + user.length), said: tokens(text.length) };
}

function toChat(question: AskedQuestion, reply: Spoken): unknown {
  const { text, asked, said } = measure(question, reply);
  return {
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 0,
    model: question.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text },
        finish_reason: reply.kind === 'text' ? 'stop' : 'content_filter',
      },
    ],
    usage: { prompt_tokens: asked, completion_tokens: said, total_tokens: asked + said },
  };
}

function toMessage(question: AskedQuestion, reply: Spoken): unknown {
  const { text, asked, said } = measure(question, reply);
  return {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    model: question.model,
    content: [{ type: 'text', text }],
    stop_reason: reply.kind === 'text' ? 'end_turn' : 'refusal',
    stop_sequence: null,
    usage: { input_tokens: asked, output_tokens: said },
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

const Recorded = z.object({ request: z.string(), answer: z.unknown() });

/**
 * Reads answers from a folder: files named by the key of the question, or `*.jsonl` with one `{ request, answer }` per
 * line.
 */
export function readAnswers(folder: string): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  for (const name of readdirSync(folder).sort()) {
    const text = (): string => readFileSync(join(folder, name), 'utf8');
    if (name.endsWith('.json')) answers.set(name.replace(/\.json$/, ''), text());
    if (!name.endsWith('.jsonl')) continue;
    for (const line of text().split('\n')) {
      if (line === '') continue;
      const { request, answer } = Recorded.parse(JSON.parse(line));
      answers.set(request, JSON.stringify(answer));
    }
  }
  return answers;
}

export const replayAnswers =
  (answers: ReadonlyMap<string, string>): Script =>
  ({ key }) => {
    const text = answers.get(key ?? '');
    return text === undefined ? { kind: 'status', status: 404 } : { kind: 'text', text };
  };
