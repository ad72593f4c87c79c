import type { MarkdownDocument } from '../../languages/markdown/index.ts';
import { isSecretName } from '../../models/names/secret-name.ts';
import { toUrlValue } from '../../models/origins/origin.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { recordFetched, recordIndex, toDependency } from '../shell/install.ts';
import { taintAt } from '../value.ts';
import { recordFrontMatter } from './front-matter.ts';
import { commandsIn } from './hook-commands.ts';
import { asLine, findValue, isRecord, parseJson } from './json.ts';
import { recordSettings } from './settings.ts';
import { isWorkflow, recordWorkflow } from './workflow.ts';
import { recordYamlCommands } from './yaml-commands.ts';

/** Records the facts of files with a known format: package manifests, agent settings, workflow files, front matter. */
export function recordManifests(analysis: Analysis, unit: Unit, document: MarkdownDocument | null): void {
  const name = (unit.file.split('/').at(-1) ?? '').toLowerCase();
  if (document !== null) recordFrontMatter(analysis, unit, document);
  if (name === 'package.json') recordPackageJson(analysis, unit);
  else if (/^(?:requirements[\w.-]*|constraints)\.txt$/.test(name)) recordRequirements(analysis, unit);
  else if (name === 'pyproject.toml') recordPyproject(analysis, unit);
  else if (/^(?:hooks|settings(?:\.local)?|plugin)\.json$/.test(name)) recordHooks(analysis, unit);
  else if (/^\.?mcp(?:_config|_settings|\.config)?\.json$|claude_desktop_config\.json/.test(name))
    recordServers(analysis, unit);
  else if (name === '.npmrc' || name === '.yarnrc') recordRegistry(analysis, unit);
  else if (name === 'gemfile') recordGems(analysis, unit);
  else if (name.endsWith('.ipynb')) recordNotebook(analysis, unit);
  recordSettings(analysis, unit);
  if (isWorkflow(unit)) recordWorkflow(analysis, unit);
  else if (unit.lang === 'yaml') recordYamlCommands(analysis, unit);
}

const LIFECYCLE = /^(?:pre|post)?(?:install|prepare|publish|pack|uninstall)$|^prepublishOnly$|^dependencies$/;

function recordPackageJson(analysis: Analysis, unit: Unit): void {
  const manifest = parseJson(unit.span.view.text);
  if (!isRecord(manifest)) return;
  const scripts = manifest.scripts;
  for (const [name, command] of Object.entries(isRecord(scripts) ? scripts : {})) {
    if (typeof command !== 'string') continue;
    const at = findValue(unit.span.view, command);
    analysis.recorder.add('script', { name, command, isLifecycle: LIFECYCLE.test(name) }, unit, at);
    analysis.descend({ lang: 'shell', text: command, at, unit, origin: 'package-script', layer: null });
  }
  const groups = [
    'dependencies',
    'devDependencies',
    'optionalDependencies',
    'peerDependencies',
    'overrides',
    'resolutions',
  ];
  for (const group of groups) {
    const listed = manifest[group];
    for (const [name, spec] of Object.entries(isRecord(listed) ? listed : {})) {
      if (typeof spec !== 'string') continue;
      const isAddress = /^(?:git|https?:|github:|file:|link:|workspace:)/.test(spec);
      const value = toDependency('npm', isAddress ? spec : `${name}@${spec}`, 'manifest');
      recordFetched(value, unit, findValue(unit.span.view, name), analysis);
      analysis.recorder.add('dependency', { ...value, name }, unit, findValue(unit.span.view, name));
    }
  }
}

function recordRequirements(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  let at = 0;
  for (const line of view.text.split('\n').slice(0, 5_000)) {
    const span = { view, start: at, end: at + line.length };
    at += line.length + 1;
    const clean = line.replace(/\s+#.*$|^#.*$/, '').trim();
    if (clean === '' || (clean.startsWith('-') && !/^--?(?:extra-)?i(?:ndex-url)?\b/.test(clean))) continue;
    const direct = /^[\w.-]+(?:\[[^\]]*\])?\s*@\s*((?:git\+)?https?:\S+)/.exec(clean)?.[1];
    if (direct !== undefined) recordFetched(toDependency('pypi', direct, 'manifest'), unit, span, analysis);
    if (clean.startsWith('-'))
      analysis.descend({
        lang: 'shell',
        text: `pip install ${clean} index`,
        at: span,
        unit,
        origin: 'argument',
        layer: null,
      });
    else
      analysis.recorder.add(
        'dependency',
        toDependency('pypi', clean.replace(/\s*;.*$/, '').replace(/\s*--hash=\S+/g, ''), 'manifest'),
        unit,
        span,
      );
  }
}

function recordPyproject(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  for (const match of view.text.matchAll(
    /^\s*"([A-Za-z0-9][\w.-]{0,80}(?:\[[\w,-]{1,80}\])?\s{0,3}(?:[=~!<>@][^"\n]{0,200})?)",?\s*$/gm,
  )) {
    analysis.recorder.add('dependency', toDependency('pypi', match[1] ?? '', 'manifest'), unit, {
      view,
      start: match.index,
      end: match.index + match[0].length,
    });
  }
}

/** Hooks of agent settings: event → command, for a `command` at any depth below `hooks`. */
function recordHooks(analysis: Analysis, unit: Unit): void {
  const settings = parseJson(unit.span.view.text);
  if (!isRecord(settings)) return;
  for (const [event, entry] of Object.entries(isRecord(settings.hooks) ? settings.hooks : {})) {
    for (const command of commandsIn(entry, 0)) {
      const at = findValue(unit.span.view, command);
      analysis.recorder.add('hook', { event, command }, unit, at);
      analysis.descend({ lang: 'shell', text: command, at, unit, origin: 'hook', layer: null });
    }
  }
  const permissions = isRecord(settings.permissions) ? settings.permissions : {};
  for (const grant of Array.isArray(permissions.allow) ? permissions.allow : []) {
    if (typeof grant === 'string')
      analysis.recorder.add('grant', { tool: grant, scope: 'allow' }, unit, findValue(unit.span.view, grant));
  }
}

function recordServers(analysis: Analysis, unit: Unit): void {
  const config = parseJson(unit.span.view.text);
  const held = isRecord(config) ? (config.mcpServers ?? config.servers ?? config.mcp) : {};
  for (const server of Object.values(isRecord(held) ? held : {})) {
    if (!isRecord(server)) continue;
    recordShownKeys(analysis, unit, server);
    if (typeof server.command !== 'string') continue;
    const args = Array.isArray(server.args) ? server.args.filter((arg) => typeof arg === 'string') : [];
    const line = asLine([server.command, ...args]);
    analysis.descend({
      lang: 'shell',
      text: line,
      at: findValue(unit.span.view, server.command),
      unit,
      origin: 'hook',
      layer: null,
    });
  }
}

/** Keys of the user that a remote server receives with every request. */
function recordShownKeys(analysis: Analysis, unit: Unit, server: Record<string, unknown>): void {
  const words = (Array.isArray(server.args) ? server.args : []).filter((word) => typeof word === 'string');
  const address =
    typeof server.url === 'string' ? server.url : words.find((word) => /^(?:https?|wss?):\/\//.test(word));
  const url = address === undefined ? undefined : toUrlValue(address);
  const headers = isRecord(server.headers) ? Object.values(server.headers) : [];
  if (url === undefined) return;
  for (const value of [...headers, ...words]) {
    const label = /\$\{(?:env:)?(\w+)\}|\$(\w+)/
      .exec(String(value))
      ?.slice(1)
      .find((name) => name !== undefined);
    if (label === undefined || !isSecretName(label)) continue;
    const at = findValue(unit.span.view, String(value));
    const taint = taintAt('named-secret', label, at);
    analysis.recorder.flow([taint], { class: 'network', label: 'server', destination: url }, 'auth', unit, at);
  }
}

/** A line that names the registry has the same effect as the command that sets it. */
function recordRegistry(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  for (const match of view.text.matchAll(
    /^[ \t]*([@\w/-]{1,80}:)?registry[ \t]*[= ][ \t]*["']?(\S{4,300}?)["']?[ \t]*$/gm,
  )) {
    const at = { view, start: match.index, end: match.index + match[0].length };
    analysis.descend({
      lang: 'shell',
      text: `npm config set ${match[1] ?? ''}registry ${match[2] ?? ''}`,
      at,
      unit,
      origin: 'argument',
      layer: null,
    });
  }
}

/** The source of all gems that declare no source of their own. */
function recordGems(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  for (const match of view.text.matchAll(/^source\s*\(?\s*["'](https?:\/\/[^"']+)["']\s*\)?\s*$/gm)) {
    const url = toUrlValue(match[1] ?? '');
    const at = { view, start: match.index, end: match.index + match[0].length };
    if (url !== undefined && !/(?:^|\.)rubygems\.org$/.test(url.host))
      recordIndex(analysis, unit, at, url, 'everything');
  }
}

const NOTEBOOK_CELLS_MAX = 500;

/** Cells of a notebook are Python, with shell behind a `!` at the start of a line. */
function recordNotebook(analysis: Analysis, unit: Unit): void {
  const notebook = parseJson(unit.span.view.text);
  const cells = isRecord(notebook) && Array.isArray(notebook.cells) ? notebook.cells : [];
  if (cells.length > NOTEBOOK_CELLS_MAX) analysis.recorder.limit('notebook cells', unit.file);
  for (const cell of cells.slice(0, NOTEBOOK_CELLS_MAX)) {
    if (!isRecord(cell) || cell.cell_type !== 'code') continue;
    const text = Array.isArray(cell.source) ? cell.source.join('') : String(cell.source ?? '');
    const first = Array.isArray(cell.source) ? String(cell.source[0] ?? '') : text;
    const place = { at: findValue(unit.span.view, first), unit, origin: 'argument', layer: null } as const;
    const shell = text.match(/^[ \t]*!.*$/gm) ?? [];
    analysis.descend({ ...place, lang: 'python', text: text.replace(/^[ \t]*[!%].*$/gm, '') });
    if (shell.length > 0)
      analysis.descend({ ...place, lang: 'shell', text: shell.map((line) => line.replace('!', '')).join('\n') });
  }
}
