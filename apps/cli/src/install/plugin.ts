import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalFile } from '@assay/client';
import { UsageError } from '../exit-codes.ts';
import { count } from '../render/lines.ts';
import { SKILL_NAME } from './trusted.ts';

/** The manifest that identifies a plugin folder. */
export const PLUGIN_MANIFEST = '.claude-plugin/plugin.json';
const HOOKS = 'hooks/hooks.json';
const SERVERS = '.mcp.json';
/** `PLUGIN/skills/NAME`, or one folder deeper. */
const LEVELS_MAX = 3;
const SHOWN_CHARS_MAX = 200;

type Dict = Readonly<Record<string, unknown>>;
/** What a host starts or loads for a plugin, one line each, for display. */
export type PluginParts = {
  readonly name: string;
  readonly hooks: readonly string[];
  readonly servers: readonly string[];
  readonly others: readonly string[];
};

const isDict = (value: unknown): value is Dict => typeof value === 'object' && value !== null && !Array.isArray(value);
const shorten = (text: string): string =>
  text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX)}…`;

export const isPlugin = (paths: readonly string[]): boolean =>
  paths.includes(PLUGIN_MANIFEST) && !paths.includes('SKILL.md');

/** The manifest for a plugin without skills; `undefined` otherwise, so that the first SKILL.md is the entry. */
export const pluginEntry = (paths: readonly string[]): string | undefined =>
  isPlugin(paths) && !paths.some((path) => path.endsWith('/SKILL.md')) ? PLUGIN_MANIFEST : undefined;

/** The folder of the plugin that contains a skill. */
export function pluginAround(folder: string): string | undefined {
  let at = dirname(folder);
  for (let level = 0; level < LEVELS_MAX && at !== dirname(at); level += 1, at = dirname(at))
    if (lstatSync(join(at, PLUGIN_MANIFEST), { throwIfNoEntry: false })?.isFile()) return at;
  return undefined;
}

/** Reads the name, hooks, servers and other parts of a plugin. Throws if its manifest is unreadable or names a path outside the folder. */
export function readPlugin(files: readonly LocalFile[]): PluginParts {
  const manifest = readJson(files, PLUGIN_MANIFEST);
  const { name } = manifest;
  if (typeof name !== 'string' || !SKILL_NAME.test(name))
    throw new UsageError(`${PLUGIN_MANIFEST} has no valid name. Use letters, digits and . _ - only.`);
  const countBelow = (folder: string, what: string): string[] => {
    const found = files.filter(({ path }) => path.startsWith(`${folder}/`) && path.endsWith('.md')).length;
    return found === 0 ? [] : [count(found, what)];
  };
  const lists = ['commands', 'agents', 'skills', 'outputStyles'].flatMap((member) => pathsOf(manifest[member]));
  lists.forEach(requireInside);
  const skills = files.filter(({ path }) => /(?:^|\/)SKILL\.md$/.test(path)).length;
  return {
    name,
    hooks: documentsOf(files, manifest.hooks, HOOKS).flatMap(hooksIn),
    servers: [
      ...documentsOf(files, manifest.mcpServers, SERVERS).flatMap(serversIn),
      ...documentsOf(files, manifest.lspServers, '.lsp.json').flatMap(serversIn),
    ],
    others: [count(skills, 'skill'), ...countBelow('commands', 'command'), ...countBelow('agents', 'agent')],
  };
}

const pathsOf = (value: unknown): string[] => [value].flat().filter((each): each is string => typeof each === 'string');

function requireInside(path: string): string {
  const plain = path.replace(/^\.\//, '');
  if (/^[/\\~]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(plain))
    throw new UsageError(`${PLUGIN_MANIFEST} names ${shorten(path)}, which is outside the plugin.`);
  return plain;
}

/** A member of the manifest contains a document or its path. The host also reads the default file. */
function documentsOf(files: readonly LocalFile[], member: unknown, usual: string): Dict[] {
  const inline = [member].flat().filter(isDict);
  const named = pathsOf(member).map(requireInside);
  const paths = new Set([...named, ...(files.some(({ path }) => path === usual) ? [usual] : [])]);
  return [...inline, ...[...paths].map((path) => readJson(files, path))];
}

function readJson(files: readonly LocalFile[], wanted: string): Dict {
  const file = files.find(({ path }) => path === wanted);
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file?.bytes));
    if (file !== undefined && isDict(value)) return value;
  } catch (error) {
    throw new UsageError(`The plugin's ${wanted} is not JSON, so Assay cannot show what it starts.`, {
      cause: error,
    });
  }
  throw new UsageError(`The plugin's ${wanted} is missing or is not an object, so Assay cannot show what it starts.`);
}

/** `{ hooks: { EVENT: [{ matcher, hooks: [{ command }] }] } }`, or only the events. */
function hooksIn(document: Dict): string[] {
  const events = isDict(document.hooks) ? document.hooks : document;
  return Object.entries(events)
    .filter(([, entries]) => Array.isArray(entries))
    .flatMap(([event, entries]) =>
      (entries as unknown[]).flatMap((entry) =>
        [isDict(entry) && Array.isArray(entry.hooks) ? entry.hooks : entry].flat().map((hook: unknown) => {
          const what = isDict(hook) ? (hook.command ?? hook.url ?? hook.prompt ?? hook) : hook;
          return shorten(`${event}: ${typeof what === 'string' ? what : JSON.stringify(what)}`);
        }),
      ),
    );
}

function serversIn(document: Dict): string[] {
  const servers = isDict(document.mcpServers) ? document.mcpServers : document;
  return Object.entries(servers).map(([name, server]) => {
    const { command, args, url } = isDict(server) ? server : {};
    const words = [command ?? url, ...(Array.isArray(args) ? args : [])].filter((word) => word !== undefined);
    return shorten(`${name}: ${words.map(String).join(' ')}`);
  });
}
