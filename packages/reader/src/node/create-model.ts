import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Reader, ReadingUsage } from '@assay/analysis/types';
import { APICallError, generateText, type LanguageModel, RetryError } from 'ai';
import { costMicrosOf, NO_USAGE, type Price } from '../cost.ts';
import type { ModelPort, ModelReply, ModelRequest } from '../port.ts';
import type { FindVariable } from './agents/agent.ts';
import { createAgentPort } from './agents/agent-port.ts';
import { AGENTS } from './agents/table.ts';
import { boundFetch, type Fetch } from './bounded-fetch.ts';
import { createGate } from './gate.ts';
import type { ModelConfig } from './model-config.ts';

export type Model = {
  readonly config: ModelConfig;
  readonly reader: Reader;
  readonly price: Price;
  readonly port: ModelPort;
};

export type ModelNeeds = {
  /** The key itself, from wherever `keyVariable` is looked up. */
  readonly key?: string | undefined;
  readonly fetch?: Fetch;
  /** The environment an agent command line is found and signed in by. */
  readonly findVariable?: FindVariable;
};

// The SDK writes its warnings to the console; ours is for people.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** A way to one model. Throws when its key is missing: a model that is configured and mute would look like one that abstains. */
export function createModel(config: ModelConfig, needs: ModelNeeds = {}): Model {
  const { name, model, family, keyVariable } = config;
  if (keyVariable !== undefined && (needs.key ?? '') === '')
    throw new Error(`The model ${name} needs its key in the environment variable ${keyVariable}.`);
  const price = { perMillionIn: config.pricePerMillionIn, perMillionOut: config.pricePerMillionOut };
  const through = createGate(config.concurrency);
  const inner = openPort(config, needs, price);
  const port: ModelPort = { ask: async (request) => hideKey(await through(() => inner.ask(request)), needs.key) };
  return { config, reader: { name, model, family }, price, port };
}

function openPort(config: ModelConfig, needs: ModelNeeds, price: Price): ModelPort {
  const agent = AGENTS.find(({ name }) => name === config.provider);
  if (agent !== undefined) return createAgentPort(agent, config, price, needs.findVariable ?? (() => undefined));
  const language = openLanguageModel(config, needs);
  return { ask: (request) => ask(request, language, config, price) };
}

function openLanguageModel(config: ModelConfig, { key, fetch = globalThis.fetch }: ModelNeeds): LanguageModel {
  const { name, provider, endpoint, model, jsonMode } = config;
  const bounded = boundFetch(fetch);
  if (provider === 'anthropic') {
    const settings = { apiKey: key ?? '', fetch: bounded };
    return createAnthropic(endpoint === undefined ? settings : { ...settings, baseURL: endpoint })(model);
  }
  const settings = {
    name,
    baseURL: endpoint ?? '',
    fetch: bounded,
    transformRequestBody: (body: Record<string, unknown>) =>
      jsonMode ? { ...body, response_format: { type: 'json_object' } } : body,
  };
  return createOpenAICompatible(key === undefined ? settings : { ...settings, apiKey: key })(model);
}

/** The instruction is the same for all requests of a type and pass. Anthropic caches what is marked; others need no mark. */
const CACHED_PREFIX = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/** No tools, temperature 0, one question, one answer. Whatever goes wrong outside is a reply, not an exception. */
async function ask(
  request: ModelRequest,
  language: LanguageModel,
  { timeoutMs, retries }: ModelConfig,
  price: Price,
): Promise<ModelReply> {
  const charged: ReadingUsage = withCost({ inputTokens: request.inputTokensEstimated, outputTokens: 0 }, price);
  try {
    const { text, finishReason, usage } = await generateText({
      model: language,
      instructions: { role: 'system', content: request.system, providerOptions: CACHED_PREFIX },
      prompt: request.user,
      temperature: 0,
      maxOutputTokens: request.outputTokensMax,
      maxRetries: retries,
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    const used = withCost(
      {
        inputTokens: usage.inputTokens ?? charged.inputTokens,
        outputTokens: usage.outputTokens ?? request.outputTokensMax,
      },
      price,
    );
    if (finishReason === 'content-filter')
      return { kind: 'refusal', detail: 'The provider held the answer back.', usage: used };
    return { kind: 'answer', text, usage: used };
  } catch (error) {
    return toReply(error, charged);
  }
}

/** An endpoint that repeats what it was sent must not bring the key into a transcript, whatever a key looks like. */
const hideKey = (reply: ModelReply, key = ''): ModelReply =>
  reply.kind === 'answer' && key !== '' ? { ...reply, text: reply.text.replaceAll(key, HIDDEN_KEY) } : reply;
const HIDDEN_KEY = '[key]';

const withCost = (tokens: Pick<ReadingUsage, 'inputTokens' | 'outputTokens'>, price: Price): ReadingUsage => ({
  ...tokens,
  costMicros: costMicrosOf(tokens, price),
});

/** Fixed sentences and a status: an error of the SDK carries the request, and that must not reach a log. */
function toReply(error: unknown, charged: ReadingUsage): ModelReply {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  // A question that was sent and not answered in time may still be billed.
  if (isTimeout(error) || isTimeout(cause))
    return { kind: 'timeout', detail: 'The model did not answer in time.', usage: charged };
  const status = APICallError.isInstance(cause) ? cause.statusCode : undefined;
  const detail = status === undefined ? 'The endpoint cannot be reached.' : `The endpoint answered ${status}.`;
  return { kind: 'unreachable', detail, usage: NO_USAGE };
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
