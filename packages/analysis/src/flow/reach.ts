import { isRunAutomatically } from '../languages/interpreters/index.ts';
import { isKeptSample } from '../models/paths/sample-folders.ts';
import type { Language, Reach } from '../types/index.ts';
import { foldName } from './bundle-files.ts';
import { globToPattern, hasGlob, literalFolder } from './glob.ts';

/** A text file as the reach search sees it. */
type ReachFile = { readonly path: string; readonly text: string; readonly language: Language };

export type ReachInput = {
  readonly files: readonly ReachFile[];
  /** Paths without text: binaries, submodules and files beyond a limit. */
  readonly others: readonly string[];
  readonly entry: string | null;
  /** Whether the product runs a file by itself, mentioned or not. */
  readonly isStarted?: ((path: string) => boolean) | undefined;
};

const VERB_NEAR =
  /\b(?:run|execut|use|using|load|read|follow|open|start|call|invoke|see|source|apply|install|launch|python3?|node|bash|sh|npx|tsx|ruby|deno|bun|import|include|copy|refer|consult|check)\w*\b/i;
const WINDOW = 160;

/** An agent loads every SKILL.md, in any folder. Samples of attacks are excluded as the test data of a scanner. */
const isSkillDocument = (path: string): boolean =>
  /(?:^|\/)skill\.md$/i.test(path) && !path.includes('!/') && !isKeptSample(path);

/** Documents that an agent reads without being asked, in every folder it works in. */
const isAgentDocument = (path: string): boolean =>
  /(?:^|\/)(?:agents|claude|gemini)(?:\.local)?\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules)$|(?:^|\/)\.github\/copilot-instructions\.md$|(?:^|\/)\.(?:claude|cursor)\/(?:agents|commands|rules)\/[^/]+\.mdc?$/i.test(
    path,
  ) && !path.includes('!/');

const baseName = (path: string): string => path.split('/').at(-1) ?? path;

/** Determines the reach of each file: follows mentions from the entry document and from automatic loads. */
export function findReach({ files, others, entry, isStarted = () => false }: ReachInput): ReadonlyMap<string, Reach> {
  const paths = [...files.map(({ path }) => path), ...others];
  const names = namesOf(paths, rootOf(entry));
  const reach = new Map<string, Reach>();
  for (const path of paths)
    if (isRunAutomatically(path) || isAgentDocument(path) || isStarted(path)) reach.set(path, 'auto');
  for (const path of paths) if (path === entry || isSkillDocument(path)) reach.set(path, 'entry');
  follow(files, reach.keys(), (file) => {
    const found = [...mentions(file, names), ...builtFrom(file, paths)].filter(([path]) => !reach.has(path));
    for (const [path, how] of found) reach.set(path, how);
    return found.map(([path]) => path);
  });
  for (const [path, how] of documentsOfFolders({ files, others, entry }, reach)) reach.set(path, how);
  return reach;
}

/** Documents without a mention of their own, in a folder that a reachable document names. */
function documentsOfFolders(
  { files, others, entry }: ReachInput,
  reach: ReadonlyMap<string, Reach>,
): Map<string, Reach> {
  const idle = new Set(files.filter((file) => isDocument(file) && !reach.has(file.path)).map(({ path }) => path));
  const found = new Map<string, Reach>();
  if (idle.size === 0) return found;
  const paths = [...files.map(({ path }) => path), ...others];
  const places: Places = { paths, folders: foldersOf(paths, rootOf(entry)), whole: [] };
  for (const file of files) {
    if (!reach.has(file.path) || !isDocument(file)) continue;
    for (const path of folderMentions(file, places)) if (idle.has(path) && !found.has(path)) found.set(path, 'linked');
  }
  return found;
}

/** Commands that build or run all sources of a folder, with the endings of the file names that they process. */
const BUILDERS: readonly (readonly [commands: string, ends: string])[] = [
  ['go run|go build|go test|go generate|go install', '.go'],
  ['cargo run|cargo build|cargo test|cargo bench|cargo install', '.rs'],
  ['dotnet run|dotnet build|dotnet test|dotnet publish', '.cs .fs .vb .csproj .props .targets'],
  ['mvn |mvnw |gradle |gradlew ', '.java .kt .kts .groovy .gradle'],
  ['swift run|swift build|swift test', '.swift'],
  ['terraform init|terraform plan|terraform apply|tofu init|tofu plan|tofu apply', '.tf .tofu'],
  ['bundle install|bundle exec', 'gemfile'],
];

function builtFrom({ text, language }: ReachFile, paths: readonly string[]): (readonly [string, Reach])[] {
  if (!['markdown', 'text', 'shell', 'makefile'].includes(language)) return [];
  const ends = BUILDERS.filter(([commands]) => commands.split('|').some((one) => text.includes(one))).flatMap(
    ([, taken]) => taken.split(' '),
  );
  const built = ends.length === 0 ? [] : paths.filter((path) => ends.some((end) => path.toLowerCase().endsWith(end)));
  const modules = [...text.matchAll(RUN_MODULE)].flatMap(([, name = '']) => moduleFiles(name));
  const run =
    modules.length === 0 ? [] : paths.filter((path) => modules.some((file) => `/${path}`.endsWith(`/${file}`)));
  return [...built, ...run].map((path) => [path, 'directed'] as const);
}

/** `python -m package.module`. */
const RUN_MODULE = /\bpython[\d.]*(?:[ \t]+-[A-Za-ln-z]+)*[ \t]+-m[ \t]+([A-Za-z_][\w.]{0,120})/g;

/** The files that may run with a module: the module itself and the `__init__.py` of its packages. */
export function moduleFiles(name: string): string[] {
  const parts = name.split('.');
  const packages = parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/__init__.py`);
  return [...packages, `${parts.join('/')}.py`, `${parts.join('/')}/__main__.py`];
}

const PROGRAM = /\.(?:py|js|mjs|cjs|ts|sh|bash|ps1|rb|pl|php)$/i;
/** Code that processes every file of a folder: `glob("*.py")`, `readdirSync`, `for f in folder/*`. */
const TAKES_ALL =
  /\bi?glob\b|\brglob\b|\breaddir(?:Sync)?\b|\blistdir\b|\biterdir\b|\bscandir\b|\bcopytree\b|\bcp\s+-\w*r|\bfor\s+\w+\s+in\s+\S*\*/;

/** Programs in folders of which reachable code processes every file: it may copy, import or run them. */
export function findLoaded({ files, others, entry }: ReachInput, reach: ReadonlyMap<string, Reach>): string[] {
  const idle = files.filter(({ path }) => !reach.has(path) && PROGRAM.test(path)).map(({ path }) => path);
  if (idle.length === 0) return [];
  const paths = [...files.map(({ path }) => path), ...others];
  const places: Places = { paths, folders: foldersOf(paths, rootOf(entry)), whole: others };
  const takers = files.filter(({ path, text }) => reach.has(path) && PROGRAM.test(path) && TAKES_ALL.test(text));
  const taken = new Set(takers.flatMap((file) => [...folderMentions(file, places)]));
  return idle.filter((path) => taken.has(path));
}

/** Visits the start files and, in breadth-first order, every file that `next` returns. */
function follow(
  files: readonly ReachFile[],
  start: Iterable<string>,
  next: (file: ReachFile) => readonly string[],
): void {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const queue = [...start];
  for (let at = 0; at < queue.length; at += 1) {
    const file = byPath.get(queue[at] ?? '');
    if (file !== undefined) queue.push(...next(file));
  }
}

const rootOf = (entry: string | null): string => (entry === null ? '' : entry.split('/').slice(0, -1).join('/'));

const relativeTo = (root: string, path: string): string =>
  root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;

/** The names by which a file may be mentioned: its base name, its name after compilation and the stem of a module. */
function namesOf(paths: readonly string[], root: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const add = (name: string, path: string): void => {
    const known = names.get(name);
    if (known === undefined) names.set(name, [path]);
    else known.push(path);
  };
  for (const path of paths) {
    const base = baseName(relativeTo(root, path));
    add(isWord(base) ? foldName(base) : ODD, path);
    // TypeScript is imported by the name of the compiled file.
    const compiled = base.replace(/\.([cm]?)tsx?$/, '.$1js');
    if (compiled !== base) add(foldName(compiled), path);
    const stem = base.replace(/\.(?:py|js|ts|mjs|cjs|rb)$/, '');
    if (stem !== base && stem.length >= STEM_CHARS_MIN) add(stem, path);
  }
  return names;
}

const TOKEN = /[A-Za-z0-9_.-]{2,120}/g;
const STEM_CHARS_MIN = 2;

/** Makes one pass over the words of a file, so that the time does not grow with the number of files. */
function mentions(file: ReachFile, names: ReadonlyMap<string, readonly string[]>): Map<string, Reach> {
  const found = new Map<string, Reach>();
  const isCode = !['markdown', 'text', 'json', 'yaml', 'toml', 'html'].includes(file.language);
  for (const match of file.text.matchAll(TOKEN)) {
    const word = match[0].endsWith('.') ? match[0].slice(0, -1) : match[0];
    // `from .module import …`
    const meant = meantBy(word, names);
    for (const path of meant.length === 0 && isCode ? meantBy(word.replace(/^\.+/, ''), names) : meant) {
      if (path === file.path || found.get(path) === 'directed') continue;
      // A bare stem counts as an import only in code. Elsewhere a program without an extension must be named with its
      // folder.
      if (!word.includes('.') && !isCode && !isNamedWithFolder(file.text, match.index, path)) continue;
      found.set(path, howMentioned(file, match.index, isCode));
    }
  }
  const odd = names.get(ODD) ?? [];
  const text = odd.length === 0 ? '' : foldName(file.text);
  for (const path of odd) {
    const name = foldName(baseName(path));
    // Too many names to search for one by one: all of them count as mentioned.
    const at = odd.length > ODD_MAX ? 0 : text.indexOf(name.length < ODD_NAME_MIN ? `/${name}` : name);
    if (at >= 0 && path !== file.path) found.set(path, howMentioned(file, at, isCode));
  }
  return found;
}

function isNamedWithFolder(text: string, at: number, path: string): boolean {
  if (baseName(path).includes('.')) return false;
  const folder = path.split('/').at(-2);
  return text.slice(0, at).endsWith(folder === undefined ? './' : `${folder}/`);
}

/** File names match in any case. Stems match exactly, because they may be any word of a program. */
const meantBy = (word: string, names: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  (word.includes('.') ? names.get(foldName(word)) : undefined) ?? names.get(word) ?? [];

/** The key of files whose names no token matches, such as names with spaces or other scripts and very short names. */
const ODD = '';
const ODD_MAX = 200;
const ODD_NAME_MIN = 3;
const isWord = (name: string): boolean => /^[A-Za-z0-9_.-]{3,120}$/.test(name) && !name.endsWith('.');

function howMentioned(file: ReachFile, at: number, isCode: boolean): Reach {
  if (isCode) return 'imported';
  const around = file.text.slice(Math.max(0, at - WINDOW), at + 40);
  return VERB_NEAR.test(around) ? 'directed' : 'linked';
}

type Places = {
  readonly paths: readonly string[];
  readonly folders: ReadonlyMap<string, readonly string[]>;
  /** Paths without text. A submodule among them is one path for many files. */
  readonly whole: readonly string[];
};

/** Folders by their path from the root of the skill and by their own name, with all paths below them. */
function foldersOf(paths: readonly string[], root: string): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  const add = (name: string, path: string): void => {
    const known = folders.get(name);
    if (known === undefined) folders.set(name, [path]);
    else known.push(path);
  };
  for (const path of paths) {
    const segments = relativeTo(root, path).split('/');
    for (let depth = 1; depth < segments.length; depth += 1) {
      const folder = segments.slice(0, depth);
      add(folder.join('/'), path);
      if (depth > 1) add(segments[depth - 1] ?? '', path);
    }
    add(segments.join('/'), path); // a submodule is named like a folder
    if (segments.length > 1) add(baseName(path), path);
  }
  return folders;
}

/** Words between whitespace, quotation marks and brackets. The match is linear, whatever the length of a word. */
const WORD = /[^\s"'`()<>=;|&]+/g;
const PATH_CHARS_MAX = 400;
const isPathLike = (word: string): boolean =>
  word.length <= PATH_CHARS_MAX && (word.includes('/') || word.includes('*.'));
const FOLDER_WORD = /\b(?:folder|directory|dir|submodule)\b/gi;
const NAME_BEFORE = /([\w.-]{2,80})["'`*)]{0,3}[ \t]+$/;
const NAME_CHARS_MAX = 90;
const QUOTED_WORD = /["'`]([\w.-]{2,80})["'`]/g;
const EVERYTHING = /\bfor\s+\w{1,40}\s+in\s+["'./]{0,3}\*["']?\s*(?:;|\n)/;
const GLOBS_MAX = 200;

function folderMentions(file: ReachFile, places: Places): string[] {
  const found = new Set<string>();
  const take = (name: string): void => {
    for (const path of places.folders.get(name) ?? []) found.add(path);
  };
  let globs = 0;
  for (const [word] of file.text.matchAll(WORD)) {
    if (!isPathLike(word)) continue;
    const name = word.replace(/^(?:\.{1,2}\/|\$\{?\w+\}?\/|\{\w+\}\/|~\/)+/, '').replace(/[/.,:!]+$/, '');
    if (name === '') continue;
    take(hasGlob(name) ? literalFolder(name) : name);
    for (const path of places.whole) if (name.startsWith(`${path}/`)) found.add(path);
    if (!hasGlob(name)) continue;
    // Too many patterns to match one by one: together they count as a mention of every path.
    if (globs >= GLOBS_MAX) return [...places.paths];
    globs += 1;
    const shape = globToPattern(name);
    for (const path of places.paths) if (shape.test(path) || shape.test(baseName(path))) found.add(path);
  }
  for (const { index } of file.text.matchAll(FOLDER_WORD))
    take(NAME_BEFORE.exec(file.text.slice(Math.max(0, index - NAME_CHARS_MAX), index))?.[1] ?? '');
  if (isDocument(file)) return [...found];
  for (const match of file.text.matchAll(QUOTED_WORD)) take(match[1] ?? '');
  return EVERYTHING.test(file.text) ? [...places.paths] : [...found];
}

const isDocument = ({ language }: ReachFile): boolean => language === 'markdown' || language === 'text';
