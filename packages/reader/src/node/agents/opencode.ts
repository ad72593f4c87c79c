import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Agent, findKey } from './agent.ts';
import { parseJson } from './claude-code.ts';

const Tokens = z.int().min(0);
const Text = z.object({ type: z.literal('text'), part: z.object({ text: z.string() }) });
const Finish = z.object({
  type: z.literal('step_finish'),
  part: z.object({
    reason: z.literal('stop'),
    cost: z.number().min(0),
    tokens: z.object({
      input: Tokens,
      output: Tokens,
      reasoning: Tokens,
      cache: z.object({ read: Tokens, write: Tokens }),
    }),
  }),
});

const MICROS_PER_DOLLAR = 1_000_000;
const DEFAULT_ENDPOINT = 'https://api.anthropic.com';
const SIGN_IN_FILE = '.local/share/opencode/auth.json';
const DENY_ALL = { '*': 'deny' };

export const OPENCODE: Agent = {
  name: 'opencode',
  title: 'OpenCode',
  command: 'opencode',
  company: 'Anthropic',
  family: 'anthropic',
  tried: ['1.18.18'],
  defaultModel: 'claude-sonnet-4-5',
  keyVariables: ['ANTHROPIC_API_KEY'],
  endpointVariable: 'ANTHROPIC_BASE_URL',
  signInFiles: [SIGN_IN_FILE],

  async prepare({ model, systemFile, home, userHome, findVariable }) {
    const key = findKey(this, findVariable);
    const config = join(home, 'config.json');
    const baseURL = `${findVariable(this.endpointVariable) || DEFAULT_ENDPOINT}/v1`;
    await writeFile(config, JSON.stringify(configOf(model, systemFile, { baseURL, apiKey: key?.value })), {
      mode: 0o600,
    });
    const data = join(home, 'data');
    if (key === undefined) {
      await mkdir(join(data, 'opencode'), { recursive: true });
      await symlink(join(userHome, SIGN_IN_FILE), join(data, 'opencode', 'auth.json'));
    }
    return {
      // Without a title, the program asks the model for one.
      args: ['run', '--agent=assay', `--model=anthropic/${model}`, '--title=assay', '--format=json'],
      env: {
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_DATA_HOME: data,
        XDG_CACHE_HOME: join(home, 'cache'),
        XDG_STATE_HOME: join(home, 'state'),
        OPENCODE_CONFIG: config,
        ...Object.fromEntries(TURNED_OFF.map((name) => [`OPENCODE_DISABLE_${name}`, '1'])),
      },
    };
  },

  parse(stdout) {
    const events = stdout.split('\n').map(parseJson);
    const texts = events.flatMap((event) => Text.safeParse(event).data?.part.text ?? []);
    const finishes = events.flatMap((event) => Finish.safeParse(event).data?.part ?? []);
    if (texts.length === 0 || finishes.length === 0) return undefined;
    const used = finishes.map(({ tokens }) => tokens);
    return {
      text: texts.join(''),
      inputTokens: used.reduce((sum, { input, cache }) => sum + input + cache.read + cache.write, 0),
      outputTokens: used.reduce((sum, { output, reasoning }) => sum + output + reasoning, 0),
      costMicros: Math.round(finishes.reduce((sum, { cost }) => sum + cost, 0) * MICROS_PER_DOLLAR),
    };
  },
};

const TURNED_OFF = [
  'AUTOUPDATE',
  'MODELS_FETCH',
  'PROJECT_CONFIG',
  'DEFAULT_PLUGINS',
  'CLAUDE_CODE',
  'EXTERNAL_SKILLS',
  'LSP_DOWNLOAD',
] as const;

const configOf = (model: string, systemFile: string, options: { baseURL: string; apiKey: string | undefined }) => ({
  share: 'disabled',
  autoupdate: false,
  snapshot: false,
  plugin: [],
  mcp: {},
  instructions: [],
  lsp: false,
  formatter: false,
  enabled_providers: ['anthropic'],
  provider: {
    anthropic: {
      options,
      models: { [model]: { name: model, tool_call: false, limit: { context: 200_000, output: 32_000 } } },
    },
  },
  permission: DENY_ALL,
  agent: {
    assay: { mode: 'primary', prompt: `{file:${systemFile}}`, tools: { '*': false }, permission: DENY_ALL },
    title: { disable: true },
    summary: { disable: true },
  },
});
