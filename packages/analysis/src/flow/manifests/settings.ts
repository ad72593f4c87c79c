import { toUrlValue } from '../../models/origins/origin.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { recordIndex } from '../shell/install.ts';
import { asLine, findValue, isRecord, parseJson } from './json.ts';
import { parseYaml, plainOf } from './yaml-tree.ts';

/**
 * Settings by which an agent, an editor or a tool starts, allows or redirects something without being asked. Members are
 * taken from the tools' own documentation of their settings, by effect.
 */
export function recordSettings(analysis: Analysis, unit: Unit): void {
  const name = dotted((unit.file.split('/').at(-1) ?? '').toLowerCase());
  if (JSON_SETTINGS.test(name)) recordJson(analysis, unit, parseJson(unit.span.view.text));
  else if (LINE_SETTINGS.test(name) && unit.lang === 'yaml') recordYaml(analysis, unit);
  else if (LINE_SETTINGS.test(name)) recordLines(analysis, unit);
}

/** Kits keep such files without the dot in front, to be copied to their place. */
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
type Known = { readonly key: RegExp; readonly value: RegExp; readonly effect: Effect };

/** Keys as they stand, with dots between levels; the first that fits says what the setting does. */
const KNOWN: readonly Known[] = [
  { key: /(?:^|\.)permissions\.defaultMode$/, value: /^bypassPermissions$|^dontAsk$/, effect: 'approves' },
  { key: /(?:^|\.)permissions\.allow\.\d+$/, value: /^(?:\*|Bash|Bash\(\*(?::\*)?\)|mcp__\*)$/, effect: 'approves' },
  {
    key: /(?:^|\.)(?:enableAllProjectMcpServers|skipDangerousModePermissionPrompt)$/,
    value: /^true$/,
    effect: 'approves',
  },
  { key: /(?:^|\.)(?:autoApprove|alwaysAllow)\.\d+$/, value: /^\*$/, effect: 'approves' },
  { key: /(?:^|\.)(?:chat\.tools\.(?:global\.)?autoApprove|trust|yolo)$/, value: /^true$/, effect: 'approves' },
  { key: /(?:^|\.)(?:approval_policy|approvalMode)$/, value: /^(?:never|yolo)$/, effect: 'approves' },
  { key: /(?:^|\.)sandbox_mode$/, value: /^danger-full-access$/, effect: 'approves' },
  { key: /(?:^|\.)chat\.tools\.(?:terminal\.)?autoApprove(?:\.|$)/, value: /^true$/, effect: 'approves' },
  {
    key: /(?:^|\.)(?:allowedTools|autoApproveTools|coreTools)\.\d+$/,
    value: /^(?:\*|run_shell_command|Bash|shell)$/,
    effect: 'approves',
  },
  { key: /^(?:yes-always|auto-accept-architect)$/, value: /^true$/, effect: 'approves' },
  {
    key: /^(?:test|lint)-cmd$|(?:^|\.)notify$|(?:^|\.)(?:toolDiscoveryCommand|toolCallCommand)$/,
    value: /\s|\[/,
    effect: 'runs',
  },
  { key: /^(?:openai-api-base|anthropic-api-base|apiBase)$/, value: /^https?:/, effect: 'redirects' },
  { key: /(?:^|\.)options\.baseURL$|(?:^|\.)requestOptions\.proxy$/, value: /^https?:/, effect: 'redirects' },
  { key: /^permission(?:\.(?:bash|edit|\*))?$/, value: /^allow$/, effect: 'approves' },
  { key: /(?:^|\.)task\.allowAutomaticTasks$/, value: /^(?:on|true)$/, effect: 'approves' },
  { key: /(?:^|\.)security\.workspace\.trust\.enabled$/, value: /^false$/, effect: 'approves' },
  {
    key: /(?:ANTHROPIC|OPENAI|GEMINI|AZURE_OPENAI|MISTRAL|DEEPSEEK)[A-Z_]*(?:BASE_URL|API_BASE|ENDPOINT)$/,
    value: /^https?:/,
    effect: 'redirects',
  },
  { key: /(?:^|\.)(?:https?_proxy|https?-proxy|http\.proxy|all_proxy)$/i, value: /^\w+:\/\//, effect: 'redirects' },
  { key: /^url\.[^=]+\.insteadof$/i, value: /./, effect: 'redirects' },
  { key: /(?:^|\.)(?:apiKeyHelper|awsAuthRefresh|awsCredentialExport|otelHeadersHelper)$/, value: /./, effect: 'runs' },
  { key: /(?:^|\.)statusLine\.command$/, value: /./, effect: 'runs' },
  // A terminal or a tool of the editor that starts as something else.
  { key: /^terminal\.integrated\.(?:automationProfile|profiles|env)\..+\.args\.\d+$/, value: /\s/, effect: 'runs' },
  { key: /^terminal\.integrated\.env\.\w+\.(?:PROMPT_COMMAND|BASH_ENV|ENV)$/, value: /./, effect: 'runs' },
  {
    key: /^(?:git\.path|python\.(?:defaultInterpreterPath|pythonPath)|php\.validate\.executablePath|typescript\.tsdk|eslint\.nodePath|npm\.scriptExplorerAction|go\.goroot|go\.alternateTools\.\w+|rust-analyzer\.(?:server\.path|cargo\.buildScripts\.overrideCommand\.\d+))$/,
    value: /^\.{0,2}\/|^\$\{workspaceFolder\}/,
    effect: 'runs',
  },
  { key: /^(?:initialize|onCreate|updateContent|postCreate|postStart|postAttach)Command$/, value: /./, effect: 'runs' },
  {
    key: /^(?:core\.(?:fsmonitor|sshcommand|pager|editor)|filter\.[^.]+\.(?:clean|smudge|process))$/i,
    value: /./,
    effect: 'runs',
  },
  { key: /^alias\.\w+$/i, value: /^!/, effect: 'runs' },
  { key: /^credential(?:\..+)?\.helper$/i, value: /^!/, effect: 'runs' },
  { key: /^submodule\..+\.update$/i, value: /^!/, effect: 'runs' },
  {
    key: /^(?:script-shell|node-options|yarnPath|rustc-wrapper|runner)$/,
    value: /[/\\]|--require|--import/,
    effect: 'runs',
  },
];

/** Where packages come from, as the settings of several tools name it. */
const INDEX_KEY =
  /(?:^|\.)(?:(?:extra-)?index-url|find-links|npmRegistryServer|default-index)$|^(?:tool\.(?:uv\.index|poetry\.source)|registries\.[\w-]+|source\.[\w-]+)\.(?:url|index|registry)$/;

type Entry = readonly [key: string, value: string];

const DEPTH_MAX = 32;
const ENTRIES_MAX = 20_000;

function entriesOf(value: unknown, key: string, depth: number): Entry[] {
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) {
    // A list of words is also one command.
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

/** Lines first: a file that is no YAML in the end has them all the same. */
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
  const known = KNOWN.find((one) => one.value.test(value) && (one.key.test(key) || isInside(one, key)));
  if (known === undefined) return;
  if (known.effect === 'runs') recordRun(analysis, unit, key, commandOf(value), value);
  else {
    // `url.<where>.insteadOf`: the place it leads to is part of the name.
    const leads = /^url\.(.+)\.insteadof$/i.exec(key)?.[1] ?? value;
    analysis.recorder.add(
      'setting',
      { effect: known.effect, key, value: leads },
      unit,
      findValue(unit.span.view, value),
    );
  }
}

/** A command may stand below its name: one of a list, or one of several with names of their own. */
const isInside = ({ effect, key: shape }: Known, key: string): boolean =>
  effect === 'runs' && shape.test(key.replace(/\.[\w-]+$/, ''));

/** `["sh", "-c", "…"]` as it stands in a line is one command. */
const commandOf = (value: string): string =>
  /^\[\s*["']/.test(value)
    ? asLine(
        [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map((match) =>
          (match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1'),
        ),
      )
    : value.replace(/^!/, '').replace(/^[a-z]+: (?=\S)/, '');

/** Hosts of packages that take the one token people have for packages. */
const PACKAGE_HOSTS =
  /(?:^|\.)(?:pkg\.github\.com|gitlab\.com|pkgs\.dev\.azure\.com|jfrog\.io|googleapis\.com|pkg\.dev|amazonaws\.com|cloudsmith\.io|fury\.io|registry\.npmjs\.org|registry\.yarnpkg\.com)$/;
const REGISTRY_TOKEN = /^\/\/([\w.-]+)(?::\d+)?\/.*_(?:authToken|auth|password)$/;

/** A token that is shown to a registry of that name with every request. */
function recordShownToken(analysis: Analysis, unit: Unit, key: string, value: string): void {
  const host = REGISTRY_TOKEN.exec(key.replace(/:_/, '_'))?.[1];
  const label = /\$\{?(\w+)\}?/.exec(value)?.[1];
  if (host === undefined || label === undefined || PACKAGE_HOSTS.test(host)) return;
  const at = findValue(unit.span.view, value);
  const destination = toUrlValue(`https://${host}/`) ?? null;
  const taint = { class: 'named-secret', label, at, isEncoded: false, url: null } as const;
  analysis.recorder.flow([taint], { class: 'network', label: 'registry', destination }, 'auth', unit, at);
}

function recordRun(analysis: Analysis, unit: Unit, event: string, command: string, shown: string): void {
  const at = findValue(unit.span.view, shown);
  analysis.recorder.add('hook', { event, command }, unit, at);
  analysis.descend({ lang: 'shell', text: command, at, unit, origin: 'hook', layer: null });
}
