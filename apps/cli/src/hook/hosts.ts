import { resolve } from 'node:path';
import type { Decision } from '@assay/client';
import { openCodePlugin } from './opencode-plugin.ts';
import type { ToolUse } from './tool-use.ts';
import { anyCase, type TextTest, withPart, wordList } from './word-list.ts';

type Dict = Readonly<Record<string, unknown>>;
export type Ruling = { readonly decision: Decision; readonly reason: string };

export type HookOptions = { readonly url?: string | undefined };

/** Answers the event of a call that involves untrusted skills. */
export type DecideEvent = (host: Host, options: HookOptions, input: string) => Promise<Ruling>;

/** The hook protocol of one agent host, and the location of its hook settings. */
export type Host = {
  readonly name: string;
  readonly title: string;
  /** `undefined` for events of another type. */
  readonly read: (event: Dict) => ToolUse | undefined;
  /**
   * Whether the event shows that a person would see a question. Otherwise a question becomes a denial, because hosts
   * allow a call when they cannot ask a person.
   */
  readonly canAsk: (event: Dict) => boolean;
  /** The output for the host. An empty text leaves the decision to the host's own rules. */
  readonly write: (ruling: Ruling) => string;
  /** Relative to the project or to the user's home. */
  readonly file: { readonly project: string; readonly user: string };
  /** The shell with which the host runs a hook on Windows. Hosts that block calls when a hook fails need no shell for that. */
  readonly windowsShell: 'cmd' | 'powershell' | 'unknown';
  /** The settings have a second command for Windows, so that they fit every platform. */
  readonly hasWindowsLine?: boolean;
  /** Adds the hook's entry to the settings and keeps all others. */
  readonly install: (settings: Dict, command: string, windows?: string) => Dict;
  readonly remove: (settings: Dict) => Dict;
  /** The text of the file, for hosts whose hook is a program file instead of settings. */
  readonly module?: (command: string) => string;
};

/** Longer than the hook's own deadline, so that the hook answers before the host gives up. */
const TIMEOUT_SECONDS = 30;
/**
 * Tools that write files. Written files are judged when they are used, so the target and the content are skipped here.
 * All other members count.
 */
const WRITERS = anyCase('write edit multiedit notebookedit create replace write_file str_replace apply_patch');
const WRITTEN =
  /^(?:file_?path|absolute_path|notebook_path|path|content|contents|file_text|(?:new|old)_?str(?:ing)?|new_source|insert_text|edits|patch(?:_?text)?|instruction)$/i;
const WRITTEN_PATH = /^(?:file_?path|absolute_path|notebook_path|path)$/i;
/** A patch is the input or the command of its tool. */
const PATCH = /^(?:command|input|patch(?:_?text)?)$/i;
/** An editor tool with several commands. All except the write commands read. */
const EDITOR = anyCase('str_replace_editor str_replace_edit_tool str_replace_based_editor str_replace_based_edit_tool');
const EDITOR_WRITES = wordList('create str_replace insert undo_edit');
/** Tools that show content of files below a folder. */
const SEARCHES = anyCase(
  'grep_search search_file_content codebase_search file_search_content read_many_files read_files',
);
const GREPS = anyCase('grep rg');
const MANY = ['paths', 'include'] as const;
/** Tools that show only file names. */
const LISTERS = anyCase('glob ls list_directory list_dir');
const COMMANDS = wordList('command cmd script code input chars');
const FOLDERS = wordList('dir_path directory workdir cwd working_directory');
const FILES = wordList('file_path absolute_path path');
/** Tools that start another agent, and the members that name its definition. */
const AGENT_TOOLS = withPart(
  ['task', 'agent'],
  () => /^(?:task|agent|spawn_agent|delegate_to_agent|invoke_agent|run_?sub_?agent|sub_?agent)$/i,
);
const AGENT = /^(?:(?:sub)?agent(?:_?(?:type|name))?|name|role|type)$/i;
/** Members and tools that send input to a running shell. */
const SESSION = anyCase('sessionid session_id shellid shell_id processid process_id terminalid terminal_id');
const TYPING = /^(?:write|send)_/i;
/** Tools whose name indicates that they change nothing. */
const READ_ONLY_TOOLS =
  /(?:^|__)(?:read|view|open|cat|get|grep|rg|glob|ls|list|search|find|fetch|stat|todo|task|agent|web|ask|exit|think)/i;
/** Text for people in the hosts' own tools. */
const REMARKS = wordList('description explanation');
const IS_MCP = withPart(['mcp_'], () => /^mcp_/i);
/** Server tools whose name indicates that they run something, and members whose name indicates a command. */
const RUNS =
  /(?:^|_|-)(?:run|exec|execute|shell|bash|zsh|sh|terminal|command|cmd|process|spawn|eval|script|python|node)/i;
const RUN_MEMBER = /command|cmd|script|shell|code|exec|argv|^args$/i;
/** Identifies Assay's own hook entries. */
const MARK = /assay(?:\.cmd)? hook run/;
const DEPTH_MAX = 16;
/** A failure to start the command must not count as approval. Codex blocks on exit code 2 only with text on standard error. */
export const OR_BLOCK = '|| (echo Assay gave no answer>&2 && exit 2)';
/** Options of `env`: without the variables with which a project could run its own code in the hook. */
export const WITHOUT_NODE = '-u NODE_OPTIONS -u NODE_PATH -u NODE_COMPILE_CACHE';
/** An explicit list of tools would miss future tools and those of MCP servers. */
const ALL_TOOLS = '*';

const never = (): boolean => false;
/**
 * In `bypassPermissions`, `dontAsk` and `auto` no person answers a question. `plan` is excluded, too: a session that
 * was started without permissions keeps that mode while it plans.
 */
const ASKING_MODES = ['default', 'acceptEdits'];

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const dict = (value: unknown): Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Dict) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isOurs = (value: unknown): boolean => MARK.test(JSON.stringify(value ?? null));

/** The members of a call. Some tools take a single text, which can be a command. */
function inputOf(value: unknown): Dict {
  if (typeof value === 'string') return { input: value };
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Dict;
  throw new TypeError('the input of the call is not an object.');
}

/** `inputOf` for hosts that encode the members as JSON. */
const parsedInput = (value: unknown): Dict => inputOf(typeof value === 'string' ? JSON.parse(value) : value);

/** The skill that the members name. If members differ, the host's choice is unknown, so the result names no existing skill. */
function skillOf(cwd: string, ...members: readonly unknown[]): ToolUse {
  const names = new Set(members.filter((member) => member !== undefined).map((member) => text(member) ?? ''));
  const [name = ''] = names;
  return { cwd, skill: names.size === 1 ? name : '' };
}

/** Inspects every member of a call. A member that is not known as a command or folder can name files. */
function useOf(given: string, tool: unknown, input: Dict): ToolUse {
  const name = text(tool) ?? '';
  if (LISTERS.test(name)) return { cwd: given };
  const isWriter = WRITERS.test(name) || (EDITOR.test(name) && EDITOR_WRITES.test(text(input.command) ?? ''));
  const isWritten = (member: string) =>
    isWriter && (WRITTEN.test(member) || (name === 'apply_patch' ? PATCH.test(member) : member === 'command'));
  const members = Object.entries(input).filter(
    ([member, value]) => value !== undefined && !isWritten(member) && (IS_MCP.test(name) || !REMARKS.test(member)),
  );
  const those = (names: TextTest) => members.filter(([member]) => names.test(member));
  const commands = [
    ...those(COMMANDS).map(([member, value]) => need(member, value)),
    ...(isWriter ? [] : members.flatMap(([member, value]) => commandIn(name, member, value))),
  ];
  const folders = those(FOLDERS).map(([member, value]) => need(member, value));
  for (const [member, value] of those(FILES)) need(member, value);
  const others = members.filter(([member]) => !COMMANDS.test(member) && !FOLDERS.test(member));
  const moved = isWriter ? stringsIn(input).flatMap(movedFiles) : [];
  const texts = [
    ...others.flatMap(([, value]) => stringsIn(value)),
    ...moved,
    ...(commands.length === 0 ? folders : []),
  ];
  const [folder = '.', ...more] = new Set(folders);
  if (more.length > 0) throw new TypeError('the call names more than one working folder.');
  const mayWrite = name !== '' && !READ_ONLY_TOOLS.test(name) && commands.length === 0;
  const paths = mayWrite ? texts.filter((each) => !each.includes('\n')) : [];
  const writes = isWriter
    ? [
        ...paths,
        ...Object.entries(input).flatMap(([key, value]) => (WRITTEN_PATH.test(key) ? stringsIn(value) : [])),
        ...stringsIn(input).flatMap(patchedFiles),
      ]
    : paths;
  const agents = AGENT_TOOLS.test(name) ? those(AGENT).flatMap(([, value]) => stringsIn(value)) : [];
  const isSearch = SEARCHES.test(name) || (GREPS.test(name) && input.output_mode === 'content');
  return {
    cwd: resolve(given, folder),
    ...(agents.length > 0 && { agents }),
    ...(commands.length > 0 && { command: commands.join('\n') }),
    ...(commands.length > 0 && those(SESSION).length > 0 && { session: TYPING.test(name) ? 'typed' : 'shell' }),
    ...(texts.length > 0 && { texts }),
    ...(writes.length > 0 && { writes }),
    ...(isSearch && { searches: [text(input.path) ?? '.', ...MANY.flatMap((member) => stringsIn(input[member]))] }),
  };
}

/** A command line in a member that hosts do not use for commands, as one text or as a list of words. */
function commandIn(tool: string, member: string, value: unknown): string[] {
  if (COMMANDS.test(member) || FOLDERS.test(member) || FILES.test(member) || READ_ONLY_TOOLS.test(tool)) return [];
  if (!RUN_MEMBER.test(member) && !(IS_MCP.test(tool) && RUNS.test(tool))) return [];
  if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return [value.map(quoteWord).join(' ')];
  return stringsIn(value);
}

const patchedFiles = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)].map(([, path = '']) => path.trim());

/** Files that a patch renames: a renamed file of a skill is no longer covered by its certificate. */
const movedFiles = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* Update File: (.+)\r?\n\*\*\* Move to: /gm)].map(([, path = '']) => path.trim());

/** Every text in a value, including member names. */
function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (depth >= DEPTH_MAX) throw new RangeError('a member of the call is nested too deeply.');
  return [
    ...(Array.isArray(value) ? [] : Object.keys(value)),
    ...Object.values(value).flatMap((each) => stringsIn(each, depth + 1)),
  ];
}

function need(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`the call's ${name} is not a string.`);
}

/** Appends Assay's entry to one list of hooks and removes its older entries. */
function withEntry(hooks: Dict, event: string, entry: unknown): Dict {
  return { ...hooks, [event]: [...list(hooks[event]).filter((each) => !isOurs(each)), entry] };
}
function withoutEntries(settings: Dict): Dict {
  const hooks = Object.entries(dict(settings.hooks)).map(
    ([event, entries]) => [event, list(entries).filter((each) => !isOurs(each))] as const,
  );
  return { ...settings, hooks: Object.fromEntries(hooks.filter(([, entries]) => entries.length > 0)) };
}

const CLAUDE_TYPED = 'claude-code-typed';

const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  read(event) {
    if (event.hook_event_name !== 'PreToolUse') return undefined;
    const { tool_name: tool, cwd } = event;
    const input = inputOf(event.tool_input);
    const folder = text(cwd) ?? '.';
    // Older versions start commands and skills with one text: `/name arguments`.
    if (tool === 'SlashCommand') return skillOf(folder, text(input.command)?.trim().split(/\s/)[0]);
    return tool === 'Skill' ? skillOf(folder, input.skill, input.command) : useOf(folder, tool, input);
  },
  canAsk: ({ permission_mode: mode }) => ASKING_MODES.some((each) => each === mode),
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
  windowsShell: 'unknown',
  install(settings, command) {
    const entryOf = (each: string) => ({
      matcher: ALL_TOOLS,
      // Since 2.1.295. Older versions ignore `onFailure` and allow a call when the hook cannot start.
      hooks: [{ type: 'command', command: each, timeout: TIMEOUT_SECONDS, onFailure: 'block' }],
    });
    const typed = command.replace('hook run claude-code', `hook run ${CLAUDE_TYPED}`);
    const hooks = withEntry(dict(settings.hooks), 'PreToolUse', entryOf(command));
    if (typed === command) return { ...settings, hooks };
    return { ...settings, hooks: withEntry(hooks, 'UserPromptExpansion', entryOf(typed)) };
  },
  remove: withoutEntries,
};

/**
 * A skill that the user starts with `/name` is expanded without a tool call. The hook of this event can block it but
 * cannot ask (code.claude.com/docs/en/hooks). It is installed in addition to the other hook.
 */
const claudeTyped: Host = {
  ...claudeCode,
  name: CLAUDE_TYPED,
  read(event) {
    if (event.hook_event_name !== 'UserPromptExpansion') return undefined;
    const cwd = text(event.cwd) ?? '.';
    if (event.expansion_type === 'mcp_prompt') return { cwd };
    return { ...skillOf(cwd, need('command_name', event.command_name)), isTyped: true };
  },
  canAsk: never,
  write: ({ decision, reason }) => (decision === 'allow' ? '' : JSON.stringify({ decision: 'block', reason })),
};

const geminiCli: Host = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  read(event) {
    if (event.hook_event_name !== 'BeforeTool') return undefined;
    const input = inputOf(event.tool_input);
    const cwd = text(event.cwd) ?? '.';
    return event.tool_name === 'activate_skill' ? skillOf(cwd, input.name) : useOf(cwd, event.tool_name, input);
  },
  // This host cannot ask the user here; the reason says what the user can do.
  canAsk: never,
  write: ({ decision, reason }) =>
    decision === 'allow' ? '{}' : JSON.stringify({ decision: 'deny', reason, systemMessage: reason }),
  file: { project: '.gemini/settings.json', user: '.gemini/settings.json' },
  windowsShell: 'powershell',
  install(settings, command) {
    const entry = {
      matcher: '.*',
      hooks: [{ type: 'command', name: 'assay', command, timeout: TIMEOUT_SECONDS * 1_000 }],
    };
    return { ...settings, hooks: withEntry(dict(settings.hooks), 'BeforeTool', entry) };
  },
  remove: withoutEntries,
};

const CURSOR_EVENTS = ['beforeShellExecution', 'beforeReadFile', 'beforeMCPExecution'] as const;
const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  read(event) {
    if (!CURSOR_EVENTS.some((name) => name === event.hook_event_name)) return undefined;
    const [root] = list(event.workspace_roots);
    const cwd = text(event.cwd) || (text(root) ?? '.');
    // In this event, `command` is the command that started the server.
    if (event.hook_event_name === 'beforeMCPExecution')
      return useOf(cwd, event.tool_name, parsedInput(event.tool_input));
    const { file_path, command, attachments } = event;
    return useOf(cwd, undefined, { file_path, command, attachments });
  },
  // File events cannot ask, and a command event does not say whether commands run without a question.
  canAsk: never,
  write: ({ decision, reason }) =>
    JSON.stringify(
      decision === 'allow'
        ? { permission: 'allow' }
        : { permission: decision, user_message: reason, agent_message: reason },
    ),
  file: { project: '.cursor/hooks.json', user: '.cursor/hooks.json' },
  windowsShell: 'unknown',
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
    const input = parsedInput(event.toolArgs);
    const cwd = text(event.cwd) ?? '.';
    return event.toolName === 'skill' ? skillOf(cwd, input.skill, input.name) : useOf(cwd, event.toolName, input);
  },
  // The event does not say whether tools run without a question.
  canAsk: never,
  write: ({ decision, reason }) =>
    decision === 'allow' ? '' : JSON.stringify({ permissionDecision: decision, permissionDecisionReason: reason }),
  file: { project: '.github/hooks/assay.json', user: '.copilot/hooks/assay.json' },
  windowsShell: 'powershell',
  hasWindowsLine: true,
  install(settings, command, powershell) {
    const entry = { type: 'command', bash: command, powershell, timeoutSec: TIMEOUT_SECONDS };
    return { version: 1, ...settings, hooks: withEntry(dict(settings.hooks), 'preToolUse', entry) };
  },
  remove: withoutEntries,
};

/**
 * Codex reads skills as files with its shell, so the hook watches the shell. Codex accepts only a denial with a reason:
 * an answer of "allow" or "ask" counts as a failed hook, and the call then runs (codex-rs/hooks, output_parser.rs,
 * 0.147).
 */
const codex: Host = {
  name: 'codex',
  title: 'Codex',
  read(event) {
    if (event.hook_event_name !== 'PreToolUse') return undefined;
    const input = inputOf(event.tool_input);
    const { command } = input;
    const words = Array.isArray(command) ? command.map((word) => need('command', word)) : undefined;
    const given = words === undefined ? input : { ...input, command: words.map(quoteWord).join(' ') };
    return useOf(text(event.cwd) ?? '.', event.tool_name, given);
  },
  canAsk: never,
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
  windowsShell: 'cmd',
  hasWindowsLine: true,
  install(settings, command, commandWindows) {
    const entry = {
      matcher: ALL_TOOLS,
      hooks: [{ type: 'command', command, commandWindows, timeout: TIMEOUT_SECONDS }],
    };
    return { ...settings, hooks: withEntry(dict(settings.hooks), 'PreToolUse', entry) };
  },
  remove: withoutEntries,
};

const quoteWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The hook is a plugin: a module that calls the command before each tool call (opencode.ai/docs/plugins). */
const openCode: Host = {
  name: 'opencode',
  title: 'OpenCode',
  read(event) {
    if (event.hook_event_name !== 'tool.execute.before') return undefined;
    const input = inputOf(event.tool_input);
    const cwd = text(event.cwd) ?? '.';
    if (event.tool_name === 'skill') return skillOf(cwd, input.name);
    const use = useOf(cwd, event.tool_name, input);
    // grep shows the matching lines.
    return event.tool_name === 'grep' ? { ...use, searches: [text(input.path) ?? '.'] } : use;
  },
  // A plugin can stop a call but cannot ask.
  canAsk: never,
  write: ({ decision, reason }) => JSON.stringify({ decision: decision === 'allow' ? 'allow' : 'deny', reason }),
  file: { project: '.opencode/plugin/assay.js', user: '.config/opencode/plugin/assay.js' },
  windowsShell: 'unknown',
  module: openCodePlugin,
  install: (settings) => settings,
  remove: (settings) => settings,
};

export const HOSTS: readonly Host[] = [claudeCode, geminiCli, cursor, copilotCli, codex, openCode];
export const findHost = (name: string | undefined): Host | undefined =>
  name === CLAUDE_TYPED ? claudeTyped : HOSTS.find((host) => host.name === name);
