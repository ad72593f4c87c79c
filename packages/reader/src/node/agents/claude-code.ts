import * as z from 'zod';
import { type Agent, findKey, pickVariables } from './agent.ts';

const Tokens = z.int().min(0);
const Result = z.object({
  type: z.literal('result'),
  // `subtype` is "success" for failed calls too.
  is_error: z.literal(false),
  result: z.string().min(1),
  total_cost_usd: z.number().min(0).optional(),
  usage: z.object({
    input_tokens: Tokens,
    cache_creation_input_tokens: Tokens.default(0),
    cache_read_input_tokens: Tokens.default(0),
    output_tokens: Tokens,
  }),
  modelUsage: z.record(z.string(), z.unknown()).default({}),
});

const MICROS_PER_DOLLAR = 1_000_000;

export const CLAUDE_CODE: Agent = {
  name: 'claude-code',
  title: 'Claude Code',
  command: 'claude',
  company: 'Anthropic',
  family: 'anthropic',
  tried: ['2.1.326'],
  defaultModel: 'claude-sonnet-4-5',
  keyVariables: ['ANTHROPIC_API_KEY'],
  endpointVariable: 'ANTHROPIC_BASE_URL',
  signInFiles: [],
  signInArgs: ['auth', 'status'],

  prepare({ model, systemFile, timeoutMs, findVariable, userHome }) {
    const key = findKey(this, findVariable);
    const args = [
      '-p',
      '--output-format=json',
      `--model=${model}`,
      `--system-prompt-file=${systemFile}`,
      '--tools=',
      '--strict-mcp-config',
      '--setting-sources=',
      '--no-session-persistence',
      '--disable-slash-commands',
      // Omits working folder, system and date. It works with a key only, not with a sign-in.
      ...(key === undefined ? [] : ['--bare']),
    ];
    // The program renews a sign-in token in place, so the original file is used.
    const signIn = { ...pickVariables(['CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_OAUTH_TOKEN'], findVariable), HOME: userHome };
    return Promise.resolve({
      args,
      env: {
        ...(key === undefined ? signIn : { [key.name]: key.value }),
        ...pickVariables([this.endpointVariable], findVariable),
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        // Without it, the program replaces a path after @ in the content with that file.
        CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
        // Without it, a call with a refused key takes over a minute.
        CLAUDE_CODE_MAX_RETRIES: '0',
        API_TIMEOUT_MS: String(timeoutMs),
      },
    });
  },

  parse(stdout) {
    const { data } = Result.safeParse(parseJson(stdout));
    if (data === undefined) return undefined;
    const { usage, total_cost_usd: dollars } = data;
    return {
      text: data.result,
      inputTokens: usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens,
      outputTokens: usage.output_tokens,
      models: Object.keys(data.modelUsage),
      ...(dollars === undefined ? {} : { costMicros: Math.ceil(dollars * MICROS_PER_DOLLAR) }),
    };
  },
};

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
