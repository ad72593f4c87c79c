import { toUrlValue } from '../../models/origins/origin.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { recordIndex } from '../shell/install.ts';
import { taintAt } from '../value.ts';
import { asLine, findValue, isRecord, parseJson } from './json.ts';
import { parseYaml, plainOf } from './yaml-tree.ts';

/**
 * Records settings that make an agent, an editor or a tool run a command, skip an approval or redirect requests. The keys come
 * from the tools' own documentation.
 */
export function recordSettings(analysis: Analysis, unit: Unit): void {
  const name = dotted((unit.file.split('/').at(-1) ?? '').toLowerCase());
  if (JSON_SETTINGS.test(name)) recordJson(analysis, unit, parseJson(unit.span.view.text));
  else if (LINE_SETTINGS.test(name) && unit.lang === 'yaml') recordYaml(analysis, unit);
  else if (LINE_SETTINGS.test(name)) recordLines(analysis, unit);
}

/** Starter kits contain these files without the leading dot, to be copied to their place. */
const dotted = (name: string): string =>
  /[.\w-]gitconfig$/.test(name)
    ? '.gitconfig'
    : /^(?:npmrc|yarnrc|gitconfig|gitmodules|pypirc)(?:\.\w+)?$/.test(name)
      ? `.${name.replace(/^(gitconfig|npmrc)\..*/, '$1')}`
      : name;

const JSON_SETTINGS =
  /^(?:settings(?:\.local)?|managed-settings|config|tasks|launch|devcontainer|\.devcontainer|mcp|\.mcp|\.claude|hooks|opencode|kilocode|cline_mcp_settings|mcp_config|argv|cli|crush)\.jsonc?$|\.code-workspace$/;
const LINE_SETTINGS =
  /^(?:\.aider\.conf\.yml|\.continuerc\.ya?ml|config\.ya?ml|\.goosehints|pyproject\.toml|\.npmrc|\.yarnrc(?:\.yml)?|pip\.(?:conf|ini)|uv\.toml|poetry\.toml|\.gitconfig|\.gitmodules|config\.toml|config)$/;

type Effect = 'runs' | 'approves' | 'redirects';
type Known = {
  /** Dotted names that match the end of a key: `#` is a number, `*` any one name. A leading `^` requires the whole key. */
  readonly keys: string;
  /** Values that match: a list of words or a pattern. */
  readonly values: string | RegExp;
  readonly effect: Effect;
};

const ANY = /./;
const ADDRESS = /^\w+:\/\//;

/** The first matching row decides the effect of a setting. */
const KNOWN: readonly Known[] = [
  { keys: 'permissions.defaultMode', values: 'bypassPermissions dontAsk', effect: 'approves' },
  { keys: 'permissions.allow.#', values: '* Bash Bash(*) Bash(*:*) mcp__*', effect: 'approves' },
  {
    keys: 'enableAllProjectMcpServers skipDangerousModePermissionPrompt chat.tools.autoApprove chat.tools.global.autoApprove chat.tools.terminal.autoApprove trust yolo ^yes-always ^auto-accept-architect',
    values: 'true',
    effect: 'approves',
  },
  { keys: 'autoApprove.# alwaysAllow.#', values: '*', effect: 'approves' },
  { keys: 'approval_policy approvalMode', values: 'never yolo', effect: 'approves' },
  { keys: 'sandbox_mode', values: 'danger-full-access', effect: 'approves' },
  { keys: 'chat.tools.autoApprove.* chat.tools.terminal.autoApprove.*', values: 'true', effect: 'approves' },
  {
    keys: 'allowedTools.# autoApproveTools.# coreTools.#',
    values: '* run_shell_command Bash shell',
    effect: 'approves',
  },
  { keys: '^permission ^permission.*', values: 'allow', effect: 'approves' },
  { keys: 'task.allowAutomaticTasks', values: 'on true', effect: 'approves' },
  { keys: 'security.workspace.trust.enabled', values: 'false', effect: 'approves' },
  {
    keys: '^test-cmd ^lint-cmd notify toolDiscoveryCommand toolCallCommand ^script-shell ^node-options ^yarnPath ^rustc-wrapper ^runner terminal.integrated.profiles.*.*.args.# terminal.integrated.automationProfile.*.args.#',
    values: /[\s[/\\]|--require|--import/,
    effect: 'runs',
  },
  {
    keys: '^openai-api-base ^anthropic-api-base ^apiBase options.baseURL requestOptions.proxy ANTHROPIC_BASE_URL OPENAI_BASE_URL OPENAI_API_BASE GEMINI_BASE_URL AZURE_OPENAI_ENDPOINT http_proxy https_proxy http-proxy https-proxy http.proxy all_proxy',
    values: ADDRESS,
    effect: 'redirects',
  },
  {
    keys: 'apiKeyHelper awsAuthRefresh awsCredentialExport otelHeadersHelper statusLine.command ^initializeCommand ^onCreateCommand ^updateContentCommand ^postCreateCommand ^postStartCommand ^postAttachCommand PROMPT_COMMAND BASH_ENV ^core.fsmonitor ^core.sshcommand ^core.pager ^core.editor ^filter.*.clean ^filter.*.smudge ^filter.*.process',
    values: ANY,
    effect: 'runs',
  },
  {
    keys: '^git.path ^python.defaultInterpreterPath ^python.pythonPath ^php.validate.executablePath ^typescript.tsdk ^eslint.nodePath ^rust-analyzer.server.path',
    values: /^\.{0,2}\/|^\$\{workspaceFolder\}/,
    effect: 'runs',
  },
  { keys: '^alias.* credential.helper ^credential.*.helper ^submodule.*.update', values: /^!/, effect: 'runs' },
];

const INSTEAD = /^url\.(.+)\.insteadof$/i;

function fits({ keys, values }: Known, key: string, value: string): boolean {
  const isMeant = typeof values === 'string' ? values.split(' ').includes(value) : values.test(value);
  return (
    isMeant && keys.split(' ').some((name) => isNamed(name.toLowerCase().split('.'), key.toLowerCase().split('.')))
  );
}

function isNamed([first = '', ...rest]: readonly string[], key: readonly string[]): boolean {
  const isWhole = first.startsWith('^');
  const name = [isWhole ? first.slice(1) : first, ...rest];
  const end = key.slice(-name.length);
  return (
    (isWhole ? key.length === name.length : key.length >= name.length) &&
    name.every((part, at) => part === end[at] || part === '*' || (part === '#' && Number.isInteger(Number(end[at]))))
  );
}

/** Keys of the package index in the settings of several tools. */
const INDEX_KEY =
  /(?:^|\.)(?:(?:extra-)?index-url|find-links|npmRegistryServer|default-index)$|^(?:tool\.(?:uv\.index|poetry\.source)|registries\.[\w-]+|source\.[\w-]+)\.(?:url|index|registry)$/;

type Entry = readonly [key: string, value: string];

const DEPTH_MAX = 32;
const ENTRIES_MAX = 20_000;

function entriesOf(value: unknown, key: string, depth: number): Entry[] {
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) {
    // A list of words may also be the words of one command.
    const isWords = value.length > 1 && value.every((item) => typeof item === 'string');
    const line: Entry[] = isWords ? [[key, JSON.stringify(value)]] : [];
    return [...line, ...value.flatMap((item, at) => entriesOf(item, `${key}.${at}`, depth + 1))];
  }
  if (isRecord(value))
    return Object.entries(value).flatMap(([name, inner]) =>
      entriesOf(inner, key === '' ? name : `${key}.${name}`, depth + 1),
    );
  return [[key, String(value)]];
}

/** Lines come first, because they are also readable when the file is not valid YAML. */
function recordYaml(analysis: Analysis, unit: Unit): void {
  recordLines(analysis, unit);
  const cut = (): void => analysis.recorder.limit('settings', unit.file);
  for (const tree of parseYaml(unit.span.view.text, cut)) recordJson(analysis, unit, plainOf(tree));
}

function recordJson(analysis: Analysis, unit: Unit, settings: unknown): void {
  if (!isRecord(settings)) return;
  for (const entry of analysis.recorder.take(entriesOf(settings, '', 0), ENTRIES_MAX, 'settings', unit.file))
    recordEntry(analysis, unit, entry);
  for (const task of Array.isArray(settings.tasks) ? settings.tasks : []) recordTask(analysis, unit, task);
}

/** A task that starts when the folder is opened. */
function recordTask(analysis: Analysis, unit: Unit, task: unknown): void {
  if (!isRecord(task) || typeof task.command !== 'string' || !isRecord(task.runOptions)) return;
  if (task.runOptions.runOn !== 'folderOpen') return;
  const args = Array.isArray(task.args) ? task.args.filter((arg) => typeof arg === 'string') : [];
  recordRun(analysis, unit, 'opening the folder', [task.command, ...args].join(' '), task.command);
}

const SECTION = /^\s*\[([^\]\s"]+)(?:\s+"([^"]+)")?\]\s*$/;
const LINE = /^\s*([\w.@/-]{2,80}(?::_\w+)?)\s*[=:]\s*["']?(.+?)["']?\s*$/;

function recordLines(analysis: Analysis, unit: Unit): void {
  let section = '';
  for (const line of analysis.recorder.take(unit.span.view.text.split('\n'), ENTRIES_MAX, 'settings', unit.file)) {
    const head = SECTION.exec(line);
    if (head !== null) section = [head[1], head[2]].filter((part) => part !== undefined).join('.');
    const [, key, value] = LINE.exec(line) ?? [];
    if (head !== null || key === undefined || value === undefined) continue;
    recordEntry(analysis, unit, [section === '' ? key : `${section}.${key}`, value]);
  }
}

function recordEntry(analysis: Analysis, unit: Unit, [key, value]: Entry): void {
  const url = INDEX_KEY.test(key) ? toUrlValue(value) : undefined;
  if (url !== undefined) recordIndex(analysis, unit, findValue(unit.span.view, value), url);
  recordShownToken(analysis, unit, key, value);
  const instead = INSTEAD.exec(key)?.[1];
  const known = KNOWN.find((one) => fits(one, key, value) || (one.effect === 'runs' && fits(one, above(key), value)));
  const effect = instead === undefined ? known?.effect : 'redirects';
  if (effect === undefined) return;
  if (effect === 'runs') recordRun(analysis, unit, key, commandOf(value), value);
  // In `url.<base>.insteadOf` the destination is part of the key.
  else
    analysis.recorder.add('setting', { effect, key, value: instead ?? value }, unit, findValue(unit.span.view, value));
}

/** The parent key. A command may be an element of a list, or one of several named commands, below its key. */
const above = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('.')));

/** A line such as `["sh", "-c", "…"]` is one command. */
const commandOf = (value: string): string =>
  /^\[\s*["']/.test(value)
    ? asLine(
        [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map((match) =>
          (match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1'),
        ),
      )
    : value.replace(/^!/, '').replace(/^[a-z]+: (?=\S)/, '');

/** Package hosts to which a user sends a package token deliberately. */
const PACKAGE_HOSTS =
  /(?:^|\.)(?:pkg\.github\.com|gitlab\.com|pkgs\.dev\.azure\.com|jfrog\.io|googleapis\.com|pkg\.dev|amazonaws\.com|cloudsmith\.io|fury\.io|registry\.npmjs\.org|registry\.yarnpkg\.com)$/;
const REGISTRY_TOKEN = /^\/\/([\w.-]+)(?::\d+)?\/.*_(?:authToken|auth|password)$/;

/** Records a token that an unknown registry receives with every request. */
function recordShownToken(analysis: Analysis, unit: Unit, key: string, value: string): void {
  const host = REGISTRY_TOKEN.exec(key.replace(/:_/, '_'))?.[1];
  const label = /\$\{?(\w+)\}?/.exec(value)?.[1];
  if (host === undefined || label === undefined || PACKAGE_HOSTS.test(host)) return;
  const at = findValue(unit.span.view, value);
  const destination = toUrlValue(`https://${host}/`) ?? null;
  const taint = taintAt('named-secret', label, at);
  analysis.recorder.flow([taint], { class: 'network', label: 'registry', destination }, 'auth', unit, at);
}

function recordRun(analysis: Analysis, unit: Unit, event: string, command: string, shown: string): void {
  const at = findValue(unit.span.view, shown);
  analysis.recorder.add('hook', { event, command }, unit, at);
  analysis.descend({ lang: 'shell', text: command, at, unit, origin: 'hook', layer: null });
}
