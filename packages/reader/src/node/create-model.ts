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
  /** The value of the variable that `keyVariable` names. */
  readonly key?: string | undefined;
  readonly fetch?: Fetch;
  /** Environment for locating an agent command line and its sign-in. */
  readonly findVariable?: FindVariable;
};

// The SDK writes its warnings to the console, where users would see them.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/**
 * Creates the access to one model. Throws when its key is missing: without a key, every request would look like an
 * abstention.
 */
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

/**
 * The instruction is the same for all requests of a type and pass. Anthropic caches marked content. Other providers
 * need no mark.
 */
const CACHED_PREFIX = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/** No tools, temperature 0, one question, one answer. External failures become a reply, not an exception. */
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

/** An endpoint that echoes its request must not put the key into a transcript, whatever the format of the key. */
const hideKey = (reply: ModelReply, key = ''): ModelReply =>
  reply.kind === 'answer' && key !== '' ? { ...reply, text: reply.text.replaceAll(key, HIDDEN_KEY) } : reply;
const HIDDEN_KEY = '[key]';

const withCost = (tokens: Pick<ReadingUsage, 'inputTokens' | 'outputTokens'>, price: Price): ReadingUsage => ({
  ...tokens,
  costMicros: costMicrosOf(tokens, price),
});

/** Uses fixed sentences and a status. An SDK error contains the request, which must not reach a log. */
function toReply(error: unknown, charged: ReadingUsage): ModelReply {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  // The provider may bill a request that timed out.
  if (isTimeout(error) || isTimeout(cause))
    return { kind: 'timeout', detail: 'The model did not answer in time.', usage: charged };
  const status = APICallError.isInstance(cause) ? cause.statusCode : undefined;
  const detail = status === undefined ? 'The endpoint cannot be reached.' : `The endpoint answered ${status}.`;
  return { kind: 'unreachable', detail, usage: NO_USAGE };
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
