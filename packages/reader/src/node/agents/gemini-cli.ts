import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Agent, type AgentPlace, findKey, pickVariables } from './agent.ts';
import { parseJson } from './claude-code.ts';

const Tokens = z.int().min(0);
const Result = z.object({
  response: z.string().min(1),
  stats: z.object({
    models: z.record(
      z.string(),
      z.object({ tokens: z.object({ prompt: Tokens, candidates: Tokens, thoughts: Tokens.default(0) }) }),
    ),
  }),
});

/** A name that no tool or server has. An empty list would mean "all". */
const NOTHING = 'assay-offers-nothing';

const SETTINGS = {
  tools: { core: [NOTHING] },
  mcp: { allowed: [NOTHING] },
  context: { includeDirectoryTree: false, fileName: `${NOTHING}.md` },
  general: { maxAttempts: 1, enableAutoUpdate: false, checkpointing: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  skills: { enabled: false },
  hooksConfig: { enabled: false },
};

const SIGN_IN_FILE = '.gemini/oauth_creds.json';

export const GEMINI_CLI: Agent = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  command: 'gemini',
  company: 'Google',
  family: 'google',
  tried: ['0.61.0'],
  defaultModel: 'gemini-2.5-pro',
  keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  endpointVariable: 'GOOGLE_GEMINI_BASE_URL',
  signInFiles: [SIGN_IN_FILE],

  async prepare(place) {
    const { model, systemFile, home, findVariable } = place;
    const key = findKey(this, findVariable);
    await writeSettings(place, key === undefined ? 'oauth-personal' : 'gemini-api-key');
    return {
      args: ['--skip-trust', '--extensions=none', `--model=${model}`, '--output-format=json'],
      env: {
        ...(key === undefined ? {} : { GEMINI_API_KEY: key.value }),
        ...pickVariables([this.endpointVariable], findVariable),
        GEMINI_CLI_HOME: home,
        GEMINI_SYSTEM_MD: systemFile,
        GEMINI_CLI_NO_RELAUNCH: 'true',
      },
    };
  },

  parse(stdout) {
    const { data } = Result.safeParse(parseJson(stdout));
    if (data === undefined) return undefined;
    const used = Object.values(data.stats.models).map(({ tokens }) => tokens);
    return {
      text: data.response,
      inputTokens: used.reduce((sum, { prompt }) => sum + prompt, 0),
      outputTokens: used.reduce((sum, { candidates, thoughts }) => sum + candidates + thoughts, 0),
      models: Object.keys(data.stats.models),
    };
  },
};

async function writeSettings({ home, userHome }: AgentPlace, selectedType: string): Promise<void> {
  const folder = join(home, '.gemini');
  await mkdir(folder);
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ ...SETTINGS, security: { auth: { selectedType } } }));
  if (selectedType === 'oauth-personal') await symlink(join(userHome, SIGN_IN_FILE), join(home, SIGN_IN_FILE));
}
