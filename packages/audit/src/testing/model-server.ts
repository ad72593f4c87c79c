import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod';
import { findRequestKey } from '../model-review/request.ts';

/** A question as it came over the wire. */
export type AskedQuestion = {
  readonly key: string | undefined;
  readonly model: string;
  readonly system: string;
  readonly user: string;
  readonly authorization: string | undefined;
};

export type ScriptedReply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'filtered' }
  /** Never answers; the asker's patience ends it. */
  | { readonly kind: 'silence' };

export type Script = (question: AskedQuestion) => ScriptedReply;

export type ModelServer = {
  /** For `endpoint` of a model's configuration. */
  readonly endpoint: string;
  readonly questions: readonly AskedQuestion[];
  close(): Promise<void>;
};

const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/** An OpenAI-compatible endpoint on this machine that says what a script tells it to. */
export async function startModelServer(script: Script): Promise<ModelServer> {
  const questions: AskedQuestion[] = [];
  const server = createServer(async (request, response) => {
    const question = toQuestion(await readBody(request), request.headers.authorization);
    questions.push(question);
    const reply = script(question);
    if (reply.kind === 'silence') return;
    const status = reply.kind === 'status' ? reply.status : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.kind === 'status' ? { error: { message: 'no' } } : toChat(question, reply)));
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

function toQuestion(body: string, authorization: string | undefined): AskedQuestion {
  const { model, messages } = ChatRequest.parse(JSON.parse(body));
  const contentOf = (role: string): string => messages.find((message) => message.role === role)?.content ?? '';
  const system = contentOf('system');
  const user = contentOf('user');
  return { key: findRequestKey(system, user), model, system, user, authorization };
}

const CHARS_PER_TOKEN = 4;

function toChat(question: AskedQuestion, reply: Extract<ScriptedReply, { kind: 'text' | 'filtered' }>): unknown {
  const text = reply.kind === 'text' ? reply.text : '';
  const asked = Math.ceil((question.system.length + question.user.length) / CHARS_PER_TOKEN);
  const said = Math.ceil(text.length / CHARS_PER_TOKEN);
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

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

const Recorded = z.object({ request: z.string(), answer: z.unknown() });

/**
 * Answers from a folder: files named by the key of the question, or `*.jsonl` with one `{ request, answer }` per line.
 * What was never recorded is not found.
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
