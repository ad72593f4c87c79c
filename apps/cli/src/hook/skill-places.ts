import type { Dirent } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { walkFolders } from '../skills/walk.ts';
import { childOf, Disk, type Place } from './disk.ts';
import { foldName } from './expand-word.ts';
import { ANY_NAME, readHead, readName } from './front-matter.ts';

/** Folders with skills: `.claude/skills/NAME`, `.config/opencode/skill/NAME`, and the same in every hidden folder. */
const SKILLS_NAMES = ['skills', 'skill'];
/** Hidden folders whose subfolders belong to hosts. */
const NESTED_HOSTS = ['.config', '.codeium', '.pi', '.gemini'];
/** Folders with plugins. Skills are at any depth below. */
const PLUGIN_NAMES = ['plugins', 'installed-plugins', 'extensions'];
/** Only for these hosts, because editors use the name `extensions` for other programs. */
const EXTENSION_HOSTS = ['.gemini', '.qwen'];

/** Folders with agent definitions. */
const AGENTS_NAMES = ['agents', 'agent'];
/** Folders with commands. */
const COMMANDS_NAMES = ['commands', 'command', 'prompts'];

/** Large folders from which hosts load no skills. */
const UNSEARCHED = ['.git', 'node_modules'];

const isHidden = (name: string): boolean => name.length > 1 && name.startsWith('.') && name[1] !== '.';

export type SkillFolder = { readonly folder: string; readonly name: string };
/** The relation of a path to skills. */
type Standing =
  | { readonly kind: 'skill'; readonly skill: SkillFolder }
  /** A folder of skills, or the host folder that contains it. */
  | { readonly kind: 'root'; readonly folder: string }
  /** Inside a plugin, outside of every skill. */
  | { readonly kind: 'plugin'; readonly folder: string }
  | undefined;

/** Determines the standing from the path alone. A host folder is a hidden folder or one that a variable names. */
export function standingOf(path: string, hostDirs: readonly string[]): Standing {
  const parts = path.split('/');
  const named = hostDirs
    .filter((dir) => path === dir || path.startsWith(`${dir}/`))
    .map((dir) => dir.split('/').length - 1);
  for (const [index, part] of parts.entries()) {
    if (!isHidden(part) && !named.includes(index)) continue;
    const at = skillsAt(parts, index);
    const host = parts.slice(0, index + 1).join('/');
    if (at === undefined) {
      if (isPluginPart(part, parts[index + 1])) return inPlugin(parts, index + 1);
      if (index === parts.length - 1) return { kind: 'root', folder: host };
      continue;
    }
    const name = parts[at + 1];
    const folder = parts.slice(0, at + 2).join('/');
    return name === undefined ? { kind: 'root', folder } : { kind: 'skill', skill: { folder, name } };
  }
  return undefined;
}

/** Index of `skills` after a hidden folder. */
function skillsAt(parts: readonly string[], hidden: number): number | undefined {
  const isSkills = (index: number) => SKILLS_NAMES.includes(foldName(parts[index] ?? ''));
  if (isSkills(hidden + 1)) return hidden + 1;
  return NESTED_HOSTS.includes(foldName(parts[hidden] ?? '')) && isSkills(hidden + 2) ? hidden + 2 : undefined;
}

function isPluginPart(host: string, name: string | undefined): boolean {
  const folded = foldName(name ?? '');
  return PLUGIN_NAMES.includes(folded) && (folded !== 'extensions' || EXTENSION_HOSTS.includes(foldName(host)));
}

function inPlugin(parts: readonly string[], plugins: number): Standing {
  const at = parts.findIndex((part, index) => index > plugins && SKILLS_NAMES.includes(foldName(part)));
  const name = at < 0 ? undefined : parts[at + 1];
  if (name !== undefined) return { kind: 'skill', skill: { folder: parts.slice(0, at + 2).join('/'), name } };
  if (at >= 0 || parts.length <= plugins + 1) return { kind: 'root', folder: parts.join('/') };
  return { kind: 'plugin', folder: parts.join('/') };
}

/** The path and all its ancestors, from the path up. */
export function ancestorsOf(path: string): string[] {
  const found = [path];
  for (let next = dirname(path); next !== found.at(-1); next = dirname(next)) found.push(next);
  return found;
}

const isFolder = (entry: Dirent): boolean => entry.isDirectory() || entry.isSymbolicLink();

/** Hidden folders. Each can be a host folder. */
async function hiddenIn(base: string, disk: Disk): Promise<string[]> {
  const entries = await disk.list(base);
  return entries
    .filter((entry) => isHidden(entry.name) && entry.name !== '.git' && isFolder(entry))
    .map(({ name }) => childOf(base, name));
}

/** The subfolders of a host folder with one of these names. One listing is cheaper than a lookup for each name. */
async function partsOf(host: string, names: readonly string[], disk: Disk): Promise<string[]> {
  const entries = await disk.list(host);
  return entries
    .filter((entry) => names.includes(foldName(entry.name)) && isFolder(entry))
    .map(({ name }) => childOf(host, name));
}

/** Every host folder in a folder: hidden folders, and subfolders of shared hidden folders. */
async function hostsIn(base: string, disk: Disk): Promise<string[]> {
  const hosts = await Promise.all(
    (await hiddenIn(base, disk)).map(async (host) => {
      if (!NESTED_HOSTS.includes(foldName(basename(host)))) return [host];
      return [host, ...(await disk.list(host)).filter(isFolder).map((entry) => childOf(host, entry.name))];
    }),
  );
  return hosts.flat();
}

/** Every folder of skills that hosts use in this folder. */
async function rootsIn(base: string, disk: Disk): Promise<string[]> {
  const hosts = await hostsIn(base, disk);
  return (await Promise.all(hosts.map((host) => partsOf(host, SKILLS_NAMES, disk)))).flat();
}

/** Where hosts keep skills for all projects of a user. */
type Elsewhere = { readonly home: string; readonly hostDirs: readonly string[] };

/** Skills of all hosts that are installed for a project (seen from any of its folders) or for the user, including plugins. */
export async function listInstalled(cwd: string, { home, hostDirs }: Elsewhere, disk: Disk): Promise<SkillFolder[]> {
  const bases = [...new Set([...ancestorsOf(cwd), home])];
  const plugins = await listPluginSkills(bases, hostDirs, disk);
  const inBases = await Promise.all(bases.map((base) => rootsIn(base, disk)));
  const roots = [...inBases.flat(), ...hostDirs.flatMap((host) => SKILLS_NAMES.map((name) => childOf(host, name)))];
  return [...(await Promise.all(roots.map((root) => skillsIn(root, disk)))).flat(), ...plugins];
}

async function skillsIn(root: string, disk: Disk): Promise<SkillFolder[]> {
  const entries = (await disk.list(root)).filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  disk.requireFaithful(entries);
  return entries.map(({ name }) => ({ folder: childOf(root, name), name }));
}

/** Files that can define an agent of this name: in the `agents` folders of all hosts, or anywhere in a plugin if the file name matches. */
export async function findAgents(
  name: string,
  cwd: string,
  { home, hostDirs }: Elsewhere,
  disk: Disk,
): Promise<string[]> {
  const [plugin, own] = splitName(name);
  const bases = [...new Set([...ancestorsOf(cwd), home])];
  const hosts = [...(await Promise.all(bases.map((base) => hostsIn(base, disk)))).flat(), ...hostDirs];
  const partsIn = (host: string) =>
    plugin === undefined ? partsOf(host, AGENTS_NAMES, disk) : pluginCaches(host, disk);
  const tops = (await Promise.all(hosts.map(partsIn))).flat();
  const folders = (await Promise.all(tops.map((top) => foldersFrom(top, disk)))).flat();
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await disk.list(folder)).flatMap((entry) =>
        /\.(?:md|mdc|toml)$/i.test(entry.name) ? [childOf(folder, entry.name)] : [],
      ),
    ),
  );
  const wanted = foldName(own);
  const isMeant = await Promise.all(files.flat().map((file) => isAgent(file, wanted, disk)));
  return files.flat().filter((_, index) => isMeant[index]);
}

async function isAgent(file: string, wanted: string, disk: Disk): Promise<boolean> {
  if (foldName(basename(file).replace(/(?:\.agent)?\.\w+$/, '')) === wanted) return true;
  const head = await readHead(file, disk);
  const name = readName(head);
  return name === ANY_NAME || (name !== undefined && foldName(name) === wanted) || /^name\s*=/m.test(head);
}

/**
 * Returns a test whether a skill is directly in a host folder of this user and never in a project. A plugin's skill
 * must have its full name and belong to that plugin.
 */
export async function findUserPlaces({ home, hostDirs }: Elsewhere): Promise<(skill: SkillFolder) => boolean> {
  const [base, ...dirs] = await Promise.all([home, ...hostDirs].map((dir) => realpath(dir).catch(() => undefined)));
  const below = (folder: string, dir: string | undefined): string[] =>
    dir !== undefined && folder.startsWith(`${dir}/`) ? [folder.slice(dir.length + 1)] : [];
  return ({ folder, name }) => {
    const [plugin] = splitName(name);
    const inHosts = [
      ...below(folder, base).filter((rest) => isHidden(rest)),
      ...dirs.flatMap((dir) => below(folder, dir).map((rest) => `${basename(dir ?? '')}/${rest}`)),
    ].map((rest) => rest.split('/'));
    return inHosts.some((parts) =>
      isPluginPart(parts[0] ?? '', parts[1])
        ? plugin !== undefined && parts.slice(2, -1).includes(plugin)
        : plugin === undefined && (skillsAt(parts, 0) ?? parts.length) + 2 === parts.length,
    );
  };
}

/** The installed links that lead to a skill stored elsewhere. */
export async function findLinked(place: Place, installed: readonly SkillFolder[], disk: Disk): Promise<SkillFolder[]> {
  const reals = await Promise.all(installed.map(({ folder }) => disk.real(folder)));
  return installed.filter((_, index) => {
    const real = reals[index];
    return real !== undefined && (place.real === real || place.real.startsWith(`${real}/`));
  });
}

/** Every folder that a skill name can mean: by folder name or by the name in its SKILL.md. */
export async function findByName(
  name: string,
  { cwd, ...elsewhere }: Elsewhere & { readonly cwd: string },
  disk: Disk,
): Promise<SkillFolder[]> {
  const [plugin, own] = splitName(name);
  // `plugin:skill` is a plugin's skill, never a project skill of the same name.
  const all =
    plugin === undefined
      ? [...(await listInstalled(cwd, elsewhere, disk)), ...(await listNested(cwd, disk))]
      : await listPluginSkills([...ancestorsOf(cwd), elsewhere.home], elsewhere.hostDirs, disk);
  const wanted = foldName(own);
  const isMeant = await Promise.all(all.map((skill) => hasName(skill, wanted, disk)));
  return all.filter((_, index) => isMeant[index]);
}

/** Project files that a host can run as a command of this name, like a skill. Files in the home folder belong to the user. */
export async function findCommandFiles(
  name: string,
  projects: readonly string[],
  home: string,
  disk: Disk,
): Promise<string[]> {
  const [, own] = splitName(name);
  const bases = [...new Set(projects.flatMap(ancestorsOf))].filter(
    (base) => !`${home}/`.startsWith(base.replace(/\/?$/, '/')),
  );
  const hosts = (await Promise.all(bases.map((base) => hostsIn(base, disk)))).flat();
  const tops = (await Promise.all(hosts.map((host) => partsOf(host, COMMANDS_NAMES, disk)))).flat();
  const folders = (await Promise.all(tops.map((top) => foldersFrom(top, disk)))).flat();
  const listings = await Promise.all(folders.map((folder) => disk.list(folder)));
  const isMeant = (file: string) => foldName(file.replace(/\.[^.]*$/, '')) === foldName(own);
  return folders.flatMap((folder, index) =>
    (listings[index] ?? []).filter((entry) => isMeant(entry.name)).map((entry) => childOf(folder, entry.name)),
  );
}

function splitName(name: string): [plugin: string | undefined, own: string] {
  const at = name.lastIndexOf(':');
  return at < 0 ? [undefined, name] : [name.slice(0, at), name.slice(at + 1)];
}

/** Every skill in a project, of all hosts, in plugins and at any depth. `gaps`: the skipped parts, each as a sentence. */
export async function listProject(project: string): Promise<{ skills: SkillFolder[]; gaps: string[] }> {
  const disk = new Disk();
  const gaps: string[] = [];
  const roots: string[] = [];
  for (const { path } of walkFolders(project, { skipped: new Set(UNSEARCHED), gaps, leavesOutside: true }))
    roots.push(...(await rootsIn(path, disk)));
  const inRoots = await Promise.all(roots.map((root) => skillsIn(root, disk)));
  const inPlugins = await listPluginSkills([project], [], disk);
  const byFolder = new Map([...inRoots.flat(), ...inPlugins].map((skill) => [skill.folder, skill]));
  const skills = [...byFolder.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
  if (disk.isLimited) gaps.push(`${project}: it has more folders than the hook searches for skills.`);
  if (disk.isUnreadable) gaps.push(`${project}: the name of a skill's folder is not UTF-8.`);
  return { skills, gaps };
}

/** Skills in a folder and its subprojects: hosts load them once a file beside them is used. */
export async function listNested(top: string, disk: Disk): Promise<SkillFolder[]> {
  const roots = await Promise.all((await foldersFrom(top, disk)).map((folder) => rootsIn(folder, disk)));
  return (await Promise.all(roots.flat().map((root) => skillsIn(root, disk)))).flat();
}

type Walked = { readonly path: string; readonly real: string };

/**
 * A folder and all folders below it, under each path that leads there. Each folder is entered once, so links cause no
 * loop. At a limit of the disk the call is not resolved.
 */
async function foldersFrom(top: string, disk: Disk): Promise<string[]> {
  const start: Walked = { path: top, real: (await disk.real(top)) ?? top };
  const [found, entered] = [[start], new Set([start.real])];
  for (let level = [start]; level.length > 0 && !disk.isLimited; ) {
    const below = (await Promise.all(level.map((folder) => foldersIn(folder, disk)))).flat();
    level = [];
    for (const folder of below) {
      found.push(folder);
      if (!entered.has(folder.real)) level.push(folder);
      entered.add(folder.real);
    }
  }
  return found.map(({ path }) => path);
}

async function foldersIn({ path, real }: Walked, disk: Disk): Promise<Walked[]> {
  const entries = (await disk.list(path)).filter(
    (entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !UNSEARCHED.includes(entry.name),
  );
  disk.requireFaithful(entries);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const at = childOf(path, entry.name);
      return { path: at, real: entry.isDirectory() ? childOf(real, entry.name) : await disk.real(at) };
    }),
  );
  return found.flatMap((each) => (each.real === undefined ? [] : [{ path: each.path, real: each.real }]));
}

/** The skills in a folder of skills, in a host folder, or in a plugin. */
export async function skillsBelow(folder: string, disk: Disk): Promise<SkillFolder[]> {
  if (SKILLS_NAMES.includes(foldName(basename(folder)))) return skillsIn(folder, disk);
  const hosted = SKILLS_NAMES.map((name) => skillsIn(childOf(folder, name), disk));
  const inHost = PLUGIN_NAMES.filter((name) => isPluginPart(basename(folder), name)).map((name) =>
    childOf(folder, name),
  );
  const plugins = isHidden(basename(folder)) ? inHost : [folder];
  return (await Promise.all([...hosted, ...plugins.map((cache) => searchPlugins(cache, disk))])).flat();
}

/** The folders with a SKILL.md in the plugin caches of all hosts. */
async function listPluginSkills(
  bases: readonly string[],
  hostDirs: readonly string[],
  disk: Disk,
): Promise<SkillFolder[]> {
  const hidden = await Promise.all([...new Set(bases)].map((base) => hiddenIn(base, disk)));
  const caches = await Promise.all([...hidden.flat(), ...hostDirs].map((host) => pluginCaches(host, disk)));
  return (await Promise.all(caches.flat().map((cache) => searchPlugins(cache, disk)))).flat();
}

const pluginCaches = async (host: string, disk: Disk): Promise<string[]> =>
  (await partsOf(host, PLUGIN_NAMES, disk)).filter((path) => isPluginPart(basename(host), basename(path)));

async function searchPlugins(cache: string, disk: Disk): Promise<SkillFolder[]> {
  const folders = await foldersFrom(cache, disk);
  const listings = await Promise.all(folders.map((folder) => disk.list(folder)));
  return folders
    .filter((_, index) => listings[index]?.some(({ name }) => foldName(name) === 'skill.md'))
    .map((folder) => ({ folder, name: basename(folder) }));
}

async function hasName(skill: SkillFolder, wanted: string, disk: Disk): Promise<boolean> {
  if (foldName(skill.name) === wanted) return true;
  const names = (await readEntries(skill, disk)).map(readName);
  return names.some((name) => name === ANY_NAME || (name !== undefined && foldName(name) === wanted));
}

/** The head of every file that a host can treat as the SKILL.md of a folder. */
export async function readEntries({ folder }: SkillFolder, disk: Disk): Promise<string[]> {
  const entries = (await disk.list(folder)).filter(({ name }) => foldName(name) === 'skill.md');
  return Promise.all(entries.map(({ name }) => readHead(childOf(folder, name), disk)));
}
