import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Agent, type AgentPlace, commonEnvironment, findKey } from './agent.ts';
import { parseJson } from './claude-code.ts';
import { runProgram } from './run-program.ts';

const Message = z.object({
  type: z.literal('item.completed'),
  item: z.object({ type: z.literal('agent_message'), text: z.string().min(1) }),
});
const Tokens = z.int().min(0);
const Completed = z.object({
  type: z.literal('turn.completed'),
  usage: z.object({ input_tokens: Tokens, output_tokens: Tokens }),
});
const Catalogue = z.object({ models: z.array(z.looseObject({ slug: z.string() })) });

const CATALOGUE_TIMEOUT_MS = 20_000;

/** Every feature that offers a tool or adds text to the request. */
const FEATURES_OFF = [
  'shell_tool',
  'unified_exec',
  'view_image',
  'multi_agent',
  'apps',
  'plugins',
  'hooks',
  'goals',
  'sleep_tool',
  'tool_suggest',
  'skill_search',
  'image_generation',
];

const SETTINGS = [
  'project_doc_max_bytes=0',
  'include_environment_context=false',
  'include_permissions_instructions=false',
  'include_apps_instructions=false',
  'include_collaboration_mode_instructions=false',
  'skills.include_instructions=false',
  'tools.experimental_request_user_input.enabled=false',
  'web_search="disabled"',
];

/** Fields of a model's catalogue entry. Some tools can be disabled only here. */
const WITHOUT_TOOLS = {
  apply_patch_tool_type: null,
  experimental_supported_tools: [],
  tool_mode: null,
  multi_agent_version: null,
  use_responses_lite: false,
  shell_type: 'disabled',
  supports_search_tool: false,
  node_repl_disabled: true,
  input_modalities: ['text'],
  base_instructions: '',
  model_messages: null,
};

export const CODEX: Agent = {
  name: 'codex',
  title: 'Codex',
  command: 'codex',
  company: 'OpenAI',
  family: 'openai',
  tried: ['0.169.0'],
  defaultModel: 'gpt-6-astra',
  keyVariables: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  endpointVariable: 'OPENAI_BASE_URL',
  signInFiles: ['.codex/auth.json'],

  async prepare(place) {
    const { model, home, systemFile, findVariable } = place;
    const key = findKey(this, findVariable);
    if (key === undefined) await symlink(signInFile(place), join(home, 'auth.json'));
    const settings = [
      ...SETTINGS,
      `model_instructions_file=${toToml(systemFile)}`,
      `model_catalog_json=${toToml(await writeCatalogue(place))}`,
      ...(key === undefined ? [] : providerSettings(key.name, findVariable(this.endpointVariable))),
    ];
    const args = [
      'exec',
      '--ephemeral',
      '--ignore-user-config',
      '--ignore-rules',
      '--skip-git-repo-check',
      '--sandbox=read-only',
      '--color=never',
      '--json',
      `--model=${model}`,
      ...settings.map((setting) => `--config=${setting}`),
      ...FEATURES_OFF.map((feature) => `--disable=${feature}`),
      '-',
    ];
    return { args, env: { CODEX_HOME: home, ...(key === undefined ? {} : { [key.name]: key.value }) } };
  },

  parse(stdout) {
    const events = stdout.split('\n').map(parseJson);
    const messages = events.flatMap((event) => Message.safeParse(event).data ?? []);
    const completed = events.flatMap((event) => Completed.safeParse(event).data ?? []).at(-1);
    const [message, ...more] = messages;
    if (message === undefined || more.length > 0 || completed === undefined) return undefined;
    const { input_tokens: inputTokens, output_tokens: outputTokens } = completed.usage;
    return { text: message.item.text, inputTokens, outputTokens };
  },
};

const signInFile = ({ findVariable, userHome }: AgentPlace): string =>
  join(findVariable('CODEX_HOME') ?? join(userHome, '.codex'), 'auth.json');

/** Defines a custom provider to disable retries and WebSocket, which the program otherwise tries seven times. */
const providerSettings = (keyVariable: string, endpoint = 'https://api.openai.com/v1'): string[] => [
  'model_provider="reader"',
  `model_providers.reader={name="reader",base_url=${toToml(endpoint)},env_key=${toToml(keyVariable)},wire_api="responses",supports_websockets=false,request_max_retries=0,stream_max_retries=0}`,
];

/** Writes the program's own catalogue, reduced to one model without tools. */
async function writeCatalogue({ file, model, home, work, findVariable }: AgentPlace): Promise<string> {
  const ended = await runProgram({
    file,
    args: ['debug', 'models'],
    env: { ...commonEnvironment(findVariable, home), CODEX_HOME: home },
    cwd: work,
    timeoutMs: CATALOGUE_TIMEOUT_MS,
  });
  const catalogue = Catalogue.safeParse(ended.kind === 'ended' ? parseJson(ended.stdout) : undefined).data;
  const entry = catalogue?.models.find(({ slug }) => slug === model);
  if (entry === undefined) {
    const known = catalogue?.models.map(({ slug }) => slug).join(', ') ?? 'none';
    throw new Error(`Codex does not have the model ${model}. Its models: ${known}.`);
  }
  const path = join(home, 'models.json');
  await writeFile(path, JSON.stringify({ models: [{ ...entry, ...WITHOUT_TOOLS }] }));
  return path;
}

/** TOML basic strings accept JSON escapes. */
const toToml = (text: string): string => JSON.stringify(text);
