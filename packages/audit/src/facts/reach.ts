import type { Language, Reach } from '../model.ts';

/** A text file as the reach search sees it. */
export type ReachFile = { readonly path: string; readonly text: string; readonly language: Language };

/** Files a tool runs without being told: on install, on import, on entering the folder, on opening it. */
const AUTOMATIC =
  /(?:^|\/)(?:package\.json|setup\.py|conftest\.py|__init__\.py|\.envrc|makefile|gnumakefile|build\.rs|binding\.gyp|sitecustomize\.py|usercustomize\.py|devcontainer\.json|[^/]{1,80}\.pth|hooks\.json|settings(?:\.local)?\.json|\.mcp\.json|plugin\.json|\.pre-commit-config\.yaml|tasks\.json)$|(?:^|\/)(?:\.husky|\.githooks|hooks)\/[^/]{1,80}$|(?:^|\/)\.github\/workflows\//i;

const VERB_NEAR =
  /\b(?:run|execut|use|using|load|read|follow|open|start|call|invoke|see|source|apply|install|launch|python3?|node|bash|sh|npx|tsx|ruby|deno|bun|import|include|copy|refer|consult|check)\w*\b/i;
const WINDOW = 160;

const baseName = (path: string): string => path.split('/').at(-1) ?? path;

/** How each file of the bundle comes to matter, starting from the entry document and going from file to file. */
export function findReach(
  files: readonly ReachFile[],
  others: readonly string[],
  entry: string | null,
): ReadonlyMap<string, Reach> {
  const reach = new Map<string, Reach>();
  const byPath = new Map(files.map((file) => [file.path, file]));
  const paths = [...byPath.keys(), ...others];
  const root = entry === null ? '' : entry.split('/').slice(0, -1).join('/');
  const names = namesOf(paths, root);
  for (const path of paths) if (AUTOMATIC.test(path)) reach.set(path, 'auto');
  if (entry !== null) reach.set(entry, 'entry');
  const queue = [...reach.keys()];
  for (let at = 0; at < queue.length; at += 1) {
    const file = byPath.get(queue[at] ?? '');
    if (file === undefined) continue;
    for (const [path, how] of mentions(file, names)) {
      if (reach.has(path)) continue;
      reach.set(path, how);
      queue.push(path);
    }
  }
  return reach;
}

/** Every spelling by which a file may be mentioned: path from the root, and its bare name when nobody else has it. */
function namesOf(paths: readonly string[], root: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const add = (name: string, path: string): void => {
    names.set(name, [...(names.get(name) ?? []), path]);
  };
  for (const path of paths) {
    const relative = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    const base = baseName(relative);
    add(base, path);
    const stem = base.replace(/\.(?:py|js|ts|mjs|cjs|rb)$/, '');
    if (stem !== base && stem.length > 2) add(stem, path);
  }
  return names;
}

const TOKEN = /[A-Za-z0-9_.-]{3,120}/g;

/** One pass over the words of a file: linear, however many files there are. */
function mentions(file: ReachFile, names: ReadonlyMap<string, readonly string[]>): Map<string, Reach> {
  const found = new Map<string, Reach>();
  const isCode = !['markdown', 'text', 'json', 'yaml', 'toml', 'html'].includes(file.language);
  for (const match of file.text.matchAll(TOKEN)) {
    const word = match[0].endsWith('.') ? match[0].slice(0, -1) : match[0];
    for (const path of names.get(word) ?? []) {
      if (path === file.path || found.get(path) === 'directed') continue;
      if (!word.includes('.') && !isCode) continue; // a bare stem is an import only in code
      found.set(path, howMentioned(file, match.index, isCode));
    }
  }
  return found;
}

function howMentioned(file: ReachFile, at: number, isCode: boolean): Reach {
  if (isCode) return 'imported';
  const around = file.text.slice(Math.max(0, at - WINDOW), at + 40);
  return VERB_NEAR.test(around) ? 'directed' : 'linked';
}
