import type { ModelReader } from '@assay/protocol';
import * as z from 'zod';

/** Agent command lines on this machine. Their sign-in is personal. */
export const AGENT_PROVIDERS = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const Dollars = z.number().min(0).max(10_000);

/** One model, as an operator or user configures it. The configuration names the variable of the key, never the key. */
export const ModelConfig = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens, at most 40'),
    provider: z.enum(['openai-compatible', 'anthropic', ...AGENT_PROVIDERS]).default('openai-compatible'),
    /** Includes the version: `http://127.0.0.1:11434/v1`. Optional for Anthropic. */
    endpoint: z.url({ protocol: /^https?$/ }).optional(),
    model: z.string().min(1).max(200),
    /** Environment variable that holds the key. Omitted for endpoints without authentication. */
    keyVariable: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,79}$/, 'the NAME of an environment variable')
      .optional(),
    /** Who trained the model. Models of one family make similar errors. */
    family: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,39}$/, 'small letters, digits, dots and hyphens, at most 40'),
    /** Dollars per million tokens. */
    pricePerMillionIn: Dollars.default(0),
    pricePerMillionOut: Dollars.default(0),
    /** Dollars per day. No request is sent beyond it. */
    dailyBudget: Dollars.optional(),
    concurrency: z.int().min(1).max(32).default(2),
    timeoutMs: z.int().min(1_000).max(600_000).default(120_000),
    retries: z.int().min(0).max(5).default(2),
    /** Asks the endpoint for JSON (`response_format`). Small local models need it. Some endpoints reject it. */
    jsonMode: z.boolean().default(false),
  })
  .refine(({ provider, endpoint }) => provider !== 'openai-compatible' || endpoint !== undefined, {
    message: 'an OpenAI-compatible model needs its endpoint',
    path: ['endpoint'],
  })
  .refine((config) => !isAgentConfig(config) || (config.endpoint === undefined && config.keyVariable === undefined), {
    message: 'an agent command line takes its endpoint and key from its own variables',
    path: ['provider'],
  })
  .refine(({ endpoint, keyVariable }) => keyVariable === undefined || !isOpenWire(endpoint), {
    message: 'a key is sent over https, or over http to this machine',
    path: ['endpoint'],
  });

/** Whether the reader is an agent command line. Such a reader serves only its owner. */
export const isAgentConfig = ({ provider }: { readonly provider: string }): boolean =>
  AGENT_PROVIDERS.some((name) => name === provider);

export type ModelConfig = z.infer<typeof ModelConfig>;

const isOpenWire = (endpoint: string | undefined): boolean =>
  endpoint !== undefined && new URL(endpoint).protocol === 'http:' && !LOOPBACK.has(new URL(endpoint).hostname);

const MODELS_MAX = 16;

/** A list of models with unique names. */
export const ModelConfigs = z
  .array(ModelConfig)
  .max(MODELS_MAX)
  .refine((models) => new Set(models.map(({ name }) => name)).size === models.length, {
    message: 'two models have the same name',
  });

/** Parses the text of a file or variable. The error names the problem and its place, never the text itself. */
export function parseModelConfigs(text: string, origin: string): ModelConfig[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(
      `${origin}: this is not JSON. Write a list: [{ "name": …, "endpoint": …, "model": …, "family": … }]`,
    );
  }
  const parsed = ModelConfigs.safeParse(value);
  if (!parsed.success) throw new Error(`${origin}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** The facts about a model that a submitter sees and agrees to. */
export const toModelReader = ({ name, model, ...place }: ModelConfig): ModelReader => ({
  name,
  model,
  recipient: recipientOf(place),
});

/** The recipient of the content: the host of the endpoint, or the provider that the program calls. */
export const recipientOf = ({ provider, endpoint }: Pick<ModelConfig, 'provider' | 'endpoint'>): string => {
  if (endpoint === undefined) return provider === 'anthropic' ? 'api.anthropic.com' : provider;
  const { hostname } = new URL(endpoint);
  return LOOPBACK.has(hostname) ? 'this service' : hostname;
};
