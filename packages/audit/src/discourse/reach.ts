import type { Language, Reach } from '../model.ts';
import { parseMarkdown } from '../parse/markdown/index.ts';

/** A text file of the bundle as the reach graph sees it. */
export type ReachFile = { readonly path: string; readonly text: string; readonly language: Language };

export const REACH_LIMITS = { filesScannedMax: 400, charsScannedMax: 2_000_000 } as const;

/**
 * How every file of a bundle can come to matter, walking from the entry document through links, named paths, commands
 * and imports. Files nobody names are `none`, files a tool runs unasked are `auto`.
 */
export function computeReach(entry: string | null, files: readonly ReachFile[]): ReadonlyMap<string, Reach> {
  const reach = new Map<string, Reach>(files.map((file) => [file.path, isAuto(file.path) ? 'auto' : 'none']));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const names = nameIndex(files.map((file) => file.path));
  const queue: string[] = [];
  const mark = (path: string, as: Reach) => {
    const known = reach.get(path);
    if (known === undefined || RANK[known] >= RANK[as]) return;
    const isNew = known === 'none' || known === 'linked';
    reach.set(path, as);
    if (isNew) queue.push(path);
  };
  if (entry !== null) mark(entry, 'entry');
  for (const file of files) if (isAuto(file.path)) queue.push(file.path);
  let budget: number = REACH_LIMITS.charsScannedMax;
  for (let count = 0; queue.length > 0 && count < REACH_LIMITS.filesScannedMax && budget > 0; count += 1) {
    const file = byPath.get(queue.shift() ?? '');
    if (!file) continue;
    budget -= file.text.length;
    const isDocument = file.language === 'markdown' || file.language === 'text';
    const own = reach.get(file.path) ?? 'none';
    for (const mention of isDocument ? documentMentions(file, names) : codeMentions(file, names)) {
      mark(mention.path, isDocument ? (mention.isDirected && own !== 'linked' ? 'directed' : 'linked') : 'imported');
    }
  }
  return reach;
}

const RANK: Readonly<Record<Reach, number>> = { none: 0, linked: 1, imported: 2, auto: 2, directed: 3, entry: 4 };

const AUTO =
  /(?:^|\/)(?:conftest\.py|setup\.py|\.envrc|sitecustomize\.py|usercustomize\.py|package\.json|hooks\.json|\.mcp\.json|tasks\.json|devcontainer\.json|build\.rs|postinstall\.[a-z]+|preinstall\.[a-z]+)$|(?:^|\/)(?:\.git)?hooks\/[^/]+$|(?:^|\/)\.(?:claude|codex|gemini|cursor|vscode|devcontainer)\/|(?:^|\/)\.github\/workflows\//i;

const isAuto = (path: string): boolean => AUTO.test(path);

type Names = {
  readonly paths: ReadonlySet<string>;
  readonly byBase: ReadonlyMap<string, readonly string[]>;
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
};

function nameIndex(paths: readonly string[]): Names {
  const byBase = new Map<string, string[]>();
  const byStem = new Map<string, string[]>();
  const byFolder = new Map<string, string[]>();
  const put = (map: Map<string, string[]>, key: string, path: string) => map.set(key, [...(map.get(key) ?? []), path]);
  for (const path of paths) {
    const base = path.slice(path.lastIndexOf('/') + 1);
    put(byBase, base, path);
    put(byStem, base.replace(/\.[^.]*$/, ''), path);
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder !== '') put(byFolder, folder, path);
  }
  return { paths: new Set(paths), byBase, byStem, byFolder };
}

type Mention = { readonly path: string; readonly isDirected: boolean };

const DIRECTING =
  /\b(?:read|run|execute|follow|see|use|load|consult|apply|open|check|refer|review|source|invoke|call|include|launch|start|copy|install|import|view|examine|study|look at|per|in|from|via|with|as described|detailed|documented|described)\b|读取|阅读|运行|执行|参考|参照|読|実行|참고|실행|lee|ejecuta|siga|leia|execute|lis|suis|voir|lies|siehe|führe|прочит|запуст|смотри/i;
const PATH_TOKEN = /[\w@.~-]*(?:\/[\w@.~-]+)+\/?|[\w@-][\w@.-]*\.[A-Za-z][A-Za-z0-9]{0,9}\b/g;
const PATH_TOKENS_MAX = 20_000;

function* documentMentions(file: ReachFile, names: Names): Generator<Mention> {
  const document = parseMarkdown(file.text);
  for (const block of document.blocks) {
    const isCode = block.kind === 'fence';
    for (const line of block.text.split('\n')) {
      const targets = resolveAll(line, file.path, names);
      if (targets.length === 0) continue;
      const isDirected = isCode || DIRECTING.test(line) || DIRECTING.test(block.lead.slice(-200));
      for (const path of targets) yield { path, isDirected };
    }
  }
  for (const field of document.frontMatter?.fields ?? []) {
    for (const path of resolveAll(field.text, file.path, names)) yield { path, isDirected: true };
  }
}

const IMPORT_LINE =
  /\b(?:import|from|require|source|include|load|exec|run|open|bash|sh|python3?|node|subprocess|system|spawn|Path|join|read)\b|^\s*\.\s/;
const MODULE_WORD = /[A-Za-z_][\w-]*/g;

function* codeMentions(file: ReachFile, names: Names): Generator<Mention> {
  for (const line of file.text.split('\n')) {
    for (const path of resolveAll(line, file.path, names)) yield { path, isDirected: true };
    if (!IMPORT_LINE.test(line.slice(0, 400))) continue;
    for (const word of line.slice(0, 400).match(MODULE_WORD) ?? []) {
      for (const path of names.byStem.get(word) ?? []) if (path !== file.path) yield { path, isDirected: true };
    }
  }
}

function resolveAll(text: string, from: string, names: Names): string[] {
  const found = new Set<string>();
  let count = 0;
  for (const match of text.matchAll(PATH_TOKEN)) {
    count += 1;
    if (count > PATH_TOKENS_MAX) break;
    for (const path of resolve(match[0], from, names)) found.add(path);
  }
  return [...found];
}

function resolve(token: string, from: string, names: Names): readonly string[] {
  const clean = token.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')));
  const relative = normalise(folder === '' ? clean : `${folder}/${clean}`);
  for (const candidate of [relative, clean]) if (names.paths.has(candidate)) return [candidate];
  for (const candidate of [relative, clean]) {
    const inside = names.byFolder.get(candidate);
    if (inside) return inside;
  }
  const base = clean.slice(clean.lastIndexOf('/') + 1);
  const same = names.byBase.get(base) ?? [];
  return same.filter(
    (path) => path !== from && (clean === base || path.endsWith(`/${clean}`) || clean.endsWith(`/${path}`)),
  );
}

function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
