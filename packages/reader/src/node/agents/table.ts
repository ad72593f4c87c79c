import type { Agent } from './agent.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { CODEX } from './codex.ts';
import { GEMINI_CLI } from './gemini-cli.ts';
import { OPENCODE } from './opencode.ts';

/** In order of preference. */
export const AGENTS: readonly Agent[] = [CLAUDE_CODE, CODEX, GEMINI_CLI, OPENCODE];

/** Agent command lines that are listed but never used, with the reason. */
export const UNFIT_AGENTS = [
  {
    name: 'copilot',
    title: 'Copilot CLI',
    command: 'copilot',
    why: 'unfit: it takes no system prompt of its own and cuts long input',
  },
] as const;
