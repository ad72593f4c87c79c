import { resolve } from 'node:path';
import type { Decision } from '@assay/client';
import type { ToolUse } from './resolve.ts';

type Dict = Readonly<Record<string, unknown>>;
export type Ruling = { readonly decision: Decision; readonly reason: string };

/** How one agent host speaks to a hook before a tool runs, and where it is told to. */
export type Host = {
  readonly name: string;
  readonly title: string;
  /** `undefined` when this is no event of this host. */
  readonly read: (event: Dict) => ToolUse | undefined;
  /** What is printed. An empty text leaves the matter to the host's own rules. */
  readonly write: (ruling: Ruling) => string;
  /** Relative to the project, or to the home of the user. */
  readonly file: { readonly project: string; readonly user: string };
  /** The settings with our hook in them, whatever else they hold. */
  readonly install: (settings: Dict, command: string) => Dict;
  readonly remove: (settings: Dict) => Dict;
};

/** Longer than the hook's own deadline: the hook is to answer, not the host. */
const TIMEOUT_SECONDS = 30;
/** Tools that write files. Text that is written is neither run nor read; what it makes is judged when it is used. */
const WRITERS =
  /^(?:write|edit|multiedit|notebookedit|create|replace|write_file|str_replace(?:_editor)?|apply_patch)$/i;
/** Every command of ours carries these words; by them it is found again. */
const MARK = 'assay hook run';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const dict = (value: unknown): Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Dict) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isOurs = (value: unknown): boolean => JSON.stringify(value ?? null).includes(MARK);

type Input = {
  readonly skill?: unknown;
  readonly file?: unknown;
  readonly command?: unknown;
  readonly folder?: unknown;
};

/** A member of another type than a text is no member that the host would use, and no reason to let the call through. */
function useOf(cwd: string, tool: unknown, { skill, file, command, folder }: Input): ToolUse {
  if (WRITERS.test(text(tool) ?? '')) return { cwd };
  return {
    cwd: folder === undefined ? cwd : resolve(cwd, need('folder', folder)),
    ...(skill !== undefined && { skill: text(skill) ?? '' }),
    ...(file !== undefined && { file: need('file', file) }),
    ...(command !== undefined && { command: need('command', command) }),
  };
}

function need(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`the ${name} of the call is not a text.`);
}

/** One list of an object of lists, with our entry at its end and no older one of ours. */
function withEntry(hooks: Dict, event: string, entry: unknown): Dict {
  return { ...hooks, [event]: [...list(hooks[event]).filter((each) => !isOurs(each)), entry] };
}
function withoutEntries(settings: Dict): Dict {
  const hooks = Object.entries(dict(settings.hooks)).map(
    ([event, entries]) => [event, list(entries).filter((each) => !isOurs(each))] as const,
  );
  return { ...settings, hooks: Object.fromEntries(hooks.filter(([, entries]) => entries.length > 0)) };
}

const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  read(event) {
    if (event.hook_event_name !== 'PreToolUse') return undefined;
    const { tool_name: tool, cwd } = event;
    const input = dict(event.tool_input);
    const skill = tool === 'Skill' ? (input.skill ?? input.command ?? '') : undefined;
    return useOf(text(cwd) ?? '.', tool, {
      skill,
      file: input.file_path,
      command: tool === 'Skill' ? undefined : input.command,
    });
  },
  write: ({ decision, reason }) =>
    decision === 'allow'
      ? ''
      : JSON.stringify({
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: decision,
            permissionDecisionReason: reason,
          },
        }),
  file: { project: '.claude/settings.json', user: '.claude/settings.json' },
  install(settings, command) {
    const entry = {
      matcher: 'Skill|Bash|PowerShell|Monitor|Read',
      // Since 2.1.295; older versions ignore it and let a call through when the hook cannot start.
      hooks: [{ type: 'command', command, timeout: TIMEOUT_SECONDS, onFailure: 'block' }],
    };
    return { ...settings, hooks: withEntry(dict(settings.hooks), 'PreToolUse', entry) };
  },
  remove: withoutEntries,
};

const geminiCli: Host = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  read(event) {
    if (event.hook_event_name !== 'BeforeTool') return undefined;
    const input = dict(event.tool_input);
    const skill = event.tool_name === 'activate_skill' ? (input.name ?? '') : undefined;
    return useOf(text(event.cwd) ?? '.', event.tool_name, {
      skill,
      file: input.file_path ?? input.absolute_path,
      command: input.command,
      folder: input.dir_path ?? input.directory,
    });
  },
  // This host knows no question to the user here, so what should be asked is denied, and the reason says what a person can do.
  write: ({ decision, reason }) =>
    decision === 'allow' ? '{}' : JSON.stringify({ decision: 'deny', reason, systemMessage: reason }),
  file: { project: '.gemini/settings.json', user: '.gemini/settings.json' },
  install(settings, command) {
    const entry = {
      matcher: 'activate_skill|run_shell_command|read_file',
      hooks: [{ type: 'command', name: 'assay', command, timeout: TIMEOUT_SECONDS * 1_000 }],
    };
    return { ...settings, hooks: withEntry(dict(settings.hooks), 'BeforeTool', entry) };
  },
  remove: withoutEntries,
};

const CURSOR_EVENTS = ['beforeShellExecution', 'beforeReadFile'] as const;
const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  read(event) {
    if (!CURSOR_EVENTS.some((name) => name === event.hook_event_name)) return undefined;
    const [root] = list(event.workspace_roots);
    const cwd = text(event.cwd) || (text(root) ?? '.');
    return useOf(cwd, undefined, { file: event.file_path, command: event.command });
  },
  write: ({ decision, reason }) =>
    JSON.stringify(
      decision === 'allow'
        ? { permission: 'allow' }
        : { permission: decision, user_message: reason, agent_message: reason },
    ),
  file: { project: '.cursor/hooks.json', user: '.cursor/hooks.json' },
  install(settings, command) {
    const entry = { command, timeout: TIMEOUT_SECONDS, failClosed: true };
    const hooks = CURSOR_EVENTS.reduce((all: Dict, event) => withEntry(all, event, entry), dict(settings.hooks));
    return { version: 1, ...settings, hooks };
  },
  remove: withoutEntries,
};

const copilotCli: Host = {
  name: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  read(event) {
    if (text(event.toolName) === undefined) return undefined;
    const input = dict(typeof event.toolArgs === 'string' ? JSON.parse(event.toolArgs) : event.toolArgs);
    const skill = event.toolName === 'skill' ? (input.skill ?? input.name ?? '') : undefined;
    return useOf(text(event.cwd) ?? '.', event.toolName, { skill, file: input.path, command: input.command });
  },
  write: ({ decision, reason }) =>
    decision === 'allow' ? '' : JSON.stringify({ permissionDecision: decision, permissionDecisionReason: reason }),
  file: { project: '.github/hooks/assay.json', user: '.copilot/hooks/assay.json' },
  install(settings, command) {
    const entry = { type: 'command', bash: command, timeoutSec: TIMEOUT_SECONDS };
    return { version: 1, ...settings, hooks: withEntry(dict(settings.hooks), 'preToolUse', entry) };
  },
  remove: withoutEntries,
};

/**
 * Skills of Codex are files that it reads with its shell, so the shell is where they are seen. It takes a denial with a reason and nothing
 * else: an answer of "allow" or "ask" counts as a failed hook, and the call then runs (codex-rs/hooks, output_parser.rs, 0.147).
 */
const codex: Host = {
  name: 'codex',
  title: 'Codex',
  read(event) {
    if (event.hook_event_name !== 'PreToolUse') return undefined;
    const input = dict(event.tool_input);
    const { command } = input;
    const words = Array.isArray(command) ? command.map((word) => need('command', word)) : undefined;
    return useOf(text(event.cwd) ?? '.', event.tool_name, {
      command: words === undefined ? command : words.map(quoteWord).join(' '),
      folder: input.workdir,
    });
  },
  write: ({ decision, reason }) =>
    decision === 'allow'
      ? ''
      : JSON.stringify({
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'deny',
            permissionDecisionReason: reason || 'Assay denied this call.',
          },
        }),
  file: { project: '.codex/hooks.json', user: '.codex/hooks.json' },
  install(settings, command) {
    const entry = {
      matcher: 'Bash|shell|local_shell|shell_command|exec_command',
      hooks: [{ type: 'command', command, timeout: TIMEOUT_SECONDS }],
    };
    return { ...settings, hooks: withEntry(dict(settings.hooks), 'PreToolUse', entry) };
  },
  remove: withoutEntries,
};

const quoteWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

export const HOSTS: readonly Host[] = [claudeCode, geminiCli, cursor, copilotCli, codex];
export const findHost = (name: string | undefined): Host | undefined => HOSTS.find((host) => host.name === name);
