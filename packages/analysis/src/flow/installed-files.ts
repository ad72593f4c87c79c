import { classifyPath, normalisePath } from '../models/paths/path-class.ts';
import type { PathClass, Unit, View } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { runWritten } from './startup.ts';

/** Words by which a document has a file put to its place. */
const INSTALLS =
  /\b(?:cop(?:y|ies)|append|add|merge|install|move|place|put|symlink|link|save|paste|drop|rename|write|deploy|include|commit)\b/i;
const CODE_SPAN = /`([^`\n]{2,200})`/g;
/** Sentences and list items; a paragraph that is broken over lines is one. */
const SENTENCE_END = /(?<=[.;:!?])\s+(?=[A-Z`*_[(])|\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/;
const SENTENCE_CHARS_MAX = 1_000;

/** Places from which something starts, allows, redirects or is loaded by itself. */
const PLACES: ReadonlySet<PathClass> = new Set<PathClass>([
  'shell-profile',
  'scheduler',
  'service-unit',
  'git-hook',
  'git-config',
  'agent-config',
  'agent-memory',
  'authorized-keys',
  'sudoers',
  'hosts-file',
  'system',
]);
const PLACE_NAME =
  /(?:^|\/)(?:\.envrc|\.pam_environment|environment\.d\/[^/]+\.conf|\.github\/workflows\/[^/]+|\.gitlab-ci\.ya?ml|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml|\.circleci\/config\.yml|pip\.(?:conf|ini)|\.npmrc|\.yarnrc(?:\.yml)?|\.condarc|\.gemrc|\.pypirc|\.ssh\/config|\.?vimrc|\.tmux\.conf|init\.el|\.pythonrc(?:\.py)?|sitecustomize\.py|[\w.-]+\.pth|daemon\.json|\.curlrc|\.wgetrc|\.cargo\/config(?:\.toml)?|\.gradle\/init\.d\/[^/]+|\.m2\/settings\.xml)$/;

type InstallInput = {
  readonly analysis: Analysis;
  /** Documents that somebody is led to. */
  readonly documents: readonly Unit[];
  readonly isLive: (unit: Unit, start: number, end: number) => boolean;
};

/**
 * "Append `assets/aliases.sh` to `~/.zshrc`": whoever follows the document puts the file there, and from there it works as
 * whatever that place is. It is read as if a script had written it.
 */
export function recordInstalled({ analysis, documents, isLive }: InstallInput): void {
  for (const unit of documents) {
    const { view } = unit.span;
    for (const { text, start } of sentencesOf(view.text)) {
      if (!INSTALLS.test(text) || !isLive(unit, start, start + text.length)) continue;
      for (const cell of cellsOf(text)) {
        const names = [...cell.matchAll(CODE_SPAN)].map((match) => (match[1] ?? '').trim());
        for (const name of names) install(analysis, unit, { name, names, start, end: start + text.length });
      }
    }
  }
}

/** A file in one cell of a table is not put where another cell says. */
const cellsOf = (text: string): string[] => (/^\s*\|/m.test(text) ? text.split('|') : [text]);

type Named = { readonly name: string; readonly names: readonly string[]; readonly start: number; readonly end: number };

function install(analysis: Analysis, unit: Unit, { name, names, start, end }: Named): void {
  const file = isPlain(name) ? analysis.findFile(name, unit.file) : undefined;
  if (file === undefined || file.file === unit.file) return;
  // The place stands behind the file, and is not a file of the bundle itself.
  const behind = names.slice(names.indexOf(name) + 1).filter((other) => isPlain(other));
  const place = behind.map((other) => placeOf(other, file)).find((one) => one !== undefined);
  if (place === undefined) return;
  const at = { view: unit.span.view, start, end };
  analysis.recorder.path(place, 'append', unit, at, file.text);
  runWritten(analysis, unit, place, file.text, at);
}

const isPlain = (name: string): boolean => !/[\s|;&<>]/.test(name);

/** A folder takes the file under its own name. */
function placeOf(name: string, file: View): string | undefined {
  const path = /[/\\]$/.test(name) ? `${name}${file.file.split('/').at(-1) ?? ''}` : name;
  return PLACES.has(classifyPath(path)) || PLACE_NAME.test(normalisePath(path)) ? path : undefined;
}

function sentencesOf(text: string): { text: string; start: number }[] {
  const found: { text: string; start: number }[] = [];
  let at = 0;
  for (const piece of text.split(SENTENCE_END)) {
    const start = text.indexOf(piece, at);
    at = start + piece.length;
    if (piece.length <= SENTENCE_CHARS_MAX && piece.includes('`')) found.push({ text: piece, start });
  }
  return found;
}
