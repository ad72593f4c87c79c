import { type Dirent, lstatSync } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

const NAMES_MAX = 200;
const CONFIG_BYTES_MAX = 262_144;
const MODULES_DEPTH_MAX = 8;

/** What git keeps below `.git` and never runs. */
const QUIET_FOLDERS = new Set(['objects', 'refs', 'logs', 'info', 'branches', 'lfs', 'rr-cache', 'worktrees']);
const QUIET_FILES =
  /^(?:HEAD|(?:ORIG|FETCH|MERGE|CHERRY_PICK|REVERT|AUTO_MERGE)_?(?:HEAD|MSG|MODE)?|COMMIT_EDITMSG|SQUASH_MSG|packed-refs|description|index|shallow|gc\.log|gc\.pid)$/;

/**
 * What lies in the `.git` of a folder and is not what a clone makes: hooks, settings that run programs, files of
 * anybody else's. Whoever calls git in that folder runs them, so they count as files that nobody certified.
 */
export async function findOddGitFiles(folder: string): Promise<string[]> {
  const status = await lstat(join(folder, '.git'));
  if (status.isDirectory()) return (await oddIn(folder, '.git', 0)).slice(0, NAMES_MAX);
  return status.isFile() && (await leadsOutside(folder)) ? [] : ['.git'];
}

/** A checkout of a submodule or a second work tree names its repository, which then is no part of this folder. */
async function leadsOutside(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, '.git'), 'utf8');
  const target = /^gitdir: ([^\n\0]{1,4096})\n?$/.exec(text)?.[1];
  return target !== undefined && relative(resolve(folder), resolve(folder, target)).startsWith('..');
}

async function oddIn(folder: string, below: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = `${below}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await oddFolder(folder, path, entry, depth)));
    else if (!entry.isFile() || !(await isQuietFile(folder, path, entry.name))) found.push(path);
  }
  return found;
}

async function oddFolder(folder: string, path: string, { name }: Dirent, depth: number): Promise<string[]> {
  if (QUIET_FOLDERS.has(name)) return [];
  if (name === 'hooks') return oddHooks(folder, path);
  if (name === 'modules' && depth === 0) return oddModules(folder, path, depth + 1);
  return [path];
}

/** Git runs a hook by its name; the samples that it brings have another ending. */
async function oddHooks(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  return entries
    .filter((entry) => !(entry.isFile() && entry.name.endsWith('.sample')))
    .map(({ name }) => `${below}/${name}`);
}

/** Each submodule has a repository of its own there; its name may have slashes in it. */
async function oddModules(folder: string, below: string, depth: number): Promise<string[]> {
  if (depth > MODULES_DEPTH_MAX) return [below];
  const found: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = `${below}/${entry.name}`;
    if (!entry.isDirectory()) found.push(path);
    else if (lstatSync(join(folder, path, 'HEAD'), { throwIfNoEntry: false }))
      found.push(...(await oddIn(folder, path, depth)));
    else found.push(...(await oddModules(folder, path, depth + 1)));
  }
  return found;
}

async function isQuietFile(folder: string, path: string, name: string): Promise<boolean> {
  if (name !== 'config' && name !== 'config.worktree') return QUIET_FILES.test(name);
  const { size } = await lstat(join(folder, path));
  return size <= CONFIG_BYTES_MAX && isQuietConfig(await readFile(join(folder, path), 'latin1'));
}

/** Settings that a clone, a submodule or a name of one's own leaves behind. Anything else may run a program. */
const QUIET_KEYS: Readonly<Record<string, string>> = {
  core: 'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf longpaths worktree sparsecheckout sparsecheckoutcone commitgraph untrackedcache quotepath abbrev',
  remote: 'url pushurl fetch tagopt promisor partialclonefilter prune gh-resolved',
  branch: 'remote merge rebase pushremote autosetuprebase description vscode-merge-base',
  submodule: 'url active branch ignore recurse',
  user: 'name email signingkey useconfigonly',
  extensions: 'objectformat partialclone worktreeconfig refstorage preciousobjects',
  commit: 'gpgsign',
  tag: 'gpgsign',
  pull: 'rebase ff',
  push: 'default autosetupremote followtags',
  fetch: 'prune parallel recursesubmodules writecommitgraph',
  merge: 'ff conflictstyle',
  rebase: 'autostash autosquash',
  init: 'defaultbranch',
  gc: 'auto',
  index: 'version sparse threads',
  color: 'ui',
  http: 'extraheader postbuffer sslverify',
  lfs: 'access repositoryformatversion locksverify',
};
const isQuietKey = (section: string, key: string): boolean =>
  (QUIET_KEYS[section]?.split(' ') ?? []).includes(key.toLowerCase());

/** Git's own form, read strictly: a line of any other form could be read by git as one that runs something. */
function isQuietConfig(text: string): boolean {
  let section = '';
  return text.split('\n').every((raw) => {
    const line = raw.replace(/\r$/, '').trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) return true;
    const head = /^\[([A-Za-z][A-Za-z0-9-]*)(?: "[^"\\\]]*")?\]$/.exec(line);
    if (head !== null) {
      section = (head[1] ?? '').toLowerCase();
      return true;
    }
    const [, key = '', value = ''] = /^([A-Za-z][A-Za-z0-9-]*)(?:\s*=\s*(.*))?$/.exec(line) ?? [];
    return isQuietKey(section, key) && !/[\\!]|^"?ext::/.test(value);
  });
}
