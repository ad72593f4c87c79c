import { type Agent, type FindVariable, findKey } from './agents/agent.ts';
import { findProgram, probeAgent } from './agents/probe.ts';
import { AGENTS, UNFIT_AGENTS } from './agents/table.ts';
import { boundFetch, type Fetch } from './bounded-fetch.ts';
import { ModelConfig } from './model-config.ts';

/** A reader that this machine could use. */
export type FoundReader = {
  readonly name: string;
  readonly kind: 'agent' | 'local' | 'api-key';
  readonly title: string;
  /** Who receives the content. */
  readonly recipient: string;
  readonly costs: boolean;
  readonly isReady: boolean;
  /** A sentence for the user: the version or model, or the reason why the reader is not ready. */
  readonly detail: string;
  /** Present when the reader is ready. */
  readonly config: ModelConfig | undefined;
};

export type DiscoverNeeds = { readonly findVariable: FindVariable; readonly fetch?: Fetch };

type LocalServer = { readonly name: string; readonly title: string; readonly endpoint: string };
const LOCAL_SERVERS: readonly LocalServer[] = [
  { name: 'ollama', title: 'Ollama', endpoint: 'http://127.0.0.1:11434/v1' },
  { name: 'lm-studio', title: 'LM Studio', endpoint: 'http://127.0.0.1:1234/v1' },
  { name: 'llama-cpp', title: 'llama.cpp', endpoint: 'http://127.0.0.1:8080/v1' },
  { name: 'vllm', title: 'vLLM', endpoint: 'http://127.0.0.1:8000/v1' },
];

type ApiProvider = {
  readonly name: string;
  readonly company: string;
  readonly keyVariables: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
};

/** Prices are the list prices of the default model. Another model needs its own. */
const API_PROVIDERS: readonly ApiProvider[] = [
  {
    name: 'anthropic',
    company: 'Anthropic',
    keyVariables: ['ANTHROPIC_API_KEY'],
    config: {
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      family: 'anthropic',
      pricePerMillionIn: 3,
      pricePerMillionOut: 15,
    },
  },
  {
    name: 'openai',
    company: 'OpenAI',
    keyVariables: ['OPENAI_API_KEY'],
    config: {
      endpoint: 'https://api.openai.com/v1',
      model: 'gpt-4.1',
      family: 'openai',
      pricePerMillionIn: 2,
      pricePerMillionOut: 8,
    },
  },
  {
    name: 'gemini',
    company: 'Google',
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    config: {
      endpoint: 'https://generativelanguage.googleapis.com/v1beta/openai',
      model: 'gemini-2.5-pro',
      family: 'google',
      pricePerMillionIn: 1.25,
      pricePerMillionOut: 10,
    },
  },
];

/** Lists all readers, ready or not. Sends no question and no content to a model. */
export async function discoverReaders(needs: DiscoverNeeds): Promise<FoundReader[]> {
  const found = await Promise.all([
    ...AGENTS.map((agent) => describeAgent(agent, needs)),
    ...UNFIT_AGENTS.map((agent) => describeUnfit(agent, needs)),
    ...LOCAL_SERVERS.map((server) => describeServer(server, needs)),
    ...API_PROVIDERS.map((provider) => describeProvider(provider, needs)),
  ]);
  return found.flat();
}

/** Finds a reader by its name in `discoverReaders`. A name such as `ollama/MODEL` selects a model of a local server. */
export async function findReader(name: string, needs: DiscoverNeeds): Promise<FoundReader | undefined> {
  const agent = AGENTS.find((each) => each.name === name);
  if (agent !== undefined) return describeAgent(agent, needs);
  const provider = API_PROVIDERS.find((each) => each.name === name);
  if (provider !== undefined) return describeProvider(provider, needs);
  const [serverName = '', ...rest] = name.split('/');
  const server = LOCAL_SERVERS.find((each) => each.name === serverName);
  if (server === undefined) return undefined;
  const model = rest.join('/');
  if (rest.length > 0) return model === '' ? undefined : toLocalReader(server, model);
  const [first] = await describeServer(server, needs);
  return first;
}

async function describeAgent(agent: Agent, { findVariable }: DiscoverNeeds): Promise<FoundReader> {
  const { name, title, company, family, defaultModel, endpointVariable } = agent;
  const probe = await probeAgent(agent, findVariable);
  const endpoint = findVariable(endpointVariable);
  const isReady = probe.kind === 'ready';
  const by = findKey(agent, findVariable)?.name ?? 'your sign-in';
  return {
    name,
    kind: 'agent',
    title,
    recipient: endpoint === undefined || endpoint === '' ? company : `${company} through ${hostOf(endpoint)}`,
    costs: true,
    isReady,
    detail: isReady ? `version ${probe.version}, model ${defaultModel}, paid by ${by}` : probe.detail,
    config: isReady ? ModelConfig.parse({ name, provider: name, model: defaultModel, family }) : undefined,
  };
}

async function describeUnfit(
  { name, title, command, why }: (typeof UNFIT_AGENTS)[number],
  { findVariable }: DiscoverNeeds,
): Promise<FoundReader> {
  const isInstalled = (await findProgram(command, findVariable)) !== undefined;
  const detail = `${isInstalled ? 'installed; ' : 'not installed; '}${why}.`;
  return { name, kind: 'agent', title, recipient: '', costs: true, isReady: false, detail, config: undefined };
}

const PROBE_TIMEOUT_MS = 2_000;
const MODELS_LISTED_MAX = 12;
/** Embedding, ranking and speech models do not answer questions. */
const NOT_READERS = /embed|rerank|whisper|tts/i;

async function describeServer(
  server: LocalServer,
  { fetch = globalThis.fetch }: DiscoverNeeds,
): Promise<FoundReader[]> {
  const models = await listModels(server.endpoint, {}, fetch);
  const usable = models?.filter((model) => !NOT_READERS.test(model)).slice(0, MODELS_LISTED_MAX) ?? [];
  if (usable.length > 0) return usable.map((model) => toLocalReader(server, model));
  const { name, title, endpoint } = server;
  const detail = models === undefined ? `nothing answers at ${endpoint}.` : `${endpoint} has no model that can read.`;
  return [
    { name, kind: 'local', title, recipient: 'this machine', costs: false, isReady: false, detail, config: undefined },
  ];
}

const LOCAL_TIMEOUT_MS = 600_000;

function toLocalReader({ name, title, endpoint }: LocalServer, model: string): FoundReader {
  const family = /^[a-z]+/.exec(model.toLowerCase().split('/').at(-1) ?? '')?.[0] ?? name;
  const settings = { concurrency: 1, timeoutMs: LOCAL_TIMEOUT_MS, jsonMode: true };
  const config = ModelConfig.safeParse({ name, endpoint, model, family, ...settings }).data;
  return {
    name: `${name}/${model}`,
    kind: 'local',
    title,
    recipient: 'this machine',
    costs: false,
    isReady: config !== undefined,
    detail: `at ${endpoint}, model ${model}`,
    config,
  };
}

async function describeProvider(provider: ApiProvider, { findVariable, fetch = globalThis.fetch }: DiscoverNeeds) {
  const { name, company, keyVariables } = provider;
  const key = findKey(provider, findVariable);
  const base = { name, kind: 'api-key', title: `${company} API`, recipient: company, costs: true } as const;
  if (key === undefined)
    return { ...base, isReady: false, detail: `${keyVariables.join(' or ')} is not set.`, config: undefined };
  const config = ModelConfig.parse({ name, ...provider.config, keyVariable: key.name });
  const endpoint = config.endpoint ?? 'https://api.anthropic.com/v1';
  const headers =
    config.provider === 'anthropic'
      ? { 'x-api-key': key.value, 'anthropic-version': '2023-06-01' }
      : { authorization: `Bearer ${key.value}` };
  const models = await listModels(endpoint, headers, fetch);
  const answers = models === undefined ? `; ${hostOf(endpoint)} does not accept the key or does not answer` : '';
  const detail = `${key.name}, model ${config.model}${answers}`;
  return { ...base, isReady: models !== undefined, detail, config };
}

/** Returns `undefined` when no model server answers. */
async function listModels(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  fetch: Fetch,
): Promise<string[] | undefined> {
  try {
    const response = await boundFetch(fetch)(`${endpoint}/models`, {
      headers,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    const body = (await response.json()) as { data?: unknown };
    if (!response.ok || !Array.isArray(body.data)) return undefined;
    return body.data.flatMap((entry: { id?: unknown }) => (typeof entry?.id === 'string' ? [entry.id] : []));
  } catch {
    return undefined;
  }
}

const hostOf = (endpoint: string): string => URL.parse(endpoint)?.host ?? endpoint;
