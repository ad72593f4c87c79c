import { toUrlValue, UNKNOWN_PART } from '../models/origins/origin.ts';
import { classifyPath, normalisePath } from '../models/paths/path-class.ts';
import type { Language, PathClass, Span, Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { looksLikeCommand } from './command-shape.ts';
import { recordIndex } from './shell/install.ts';
import { fetchedFrom, type Value } from './value.ts';

const STARTUP: ReadonlySet<PathClass> = new Set<PathClass>(['shell-profile', 'scheduler', 'service-unit', 'git-hook']);
const CRON_FIELDS = /^[ \t]*(?:@\w+|(?:[\d*/,-]+[ \t]+){4}[\d*/,-]+)[ \t]+/gm;

/** Files that an interpreter loads at every start, by their names. */
const LOADED: readonly (readonly [RegExp, Language])[] = [
  [
    /\/(?:site|user)customize\.py$|\.pth$|\/\.?pythonrc(?:\.py)?$|\.ipython\/profile_\w+\/startup\/[^/]+\.py$/,
    'python',
  ],
  [/\/\.(?:irbrc|pryrc)$/, 'ruby'],
  // Editors load these at every start. Their own languages have no analyser.
  [
    /\/\.(?:vimrc|gvimrc|exrc|emacs)$|\/\.emacs\.d\/(?:early-)?init\.el$|(?:\/\.vim|\/nvim(?:\/site)?)\/(?:init\.(?:lua|vim)|(?:after\/)?(?:plugin|ftplugin|syntax|indent)\/.+|pack\/[^/]+\/start\/.+)$/,
    'lua',
  ],
  // Variables for every program of a session. The ones that make a program load another file matter.
  [/(?:^|\/)\.envrc$|\/environment\.d\/[^/]+\.conf$|\/\.pam_environment$|^\/etc\/environment$/, 'shell'],
  [/profile\.ps1$/, 'powershell'],
];

/** Git hooks, by name only, because `core.hooksPath` may select any folder. */
const GIT_HOOK =
  /\/(?:(?:pre|post)-(?:commit|push|checkout|merge|rewrite|receive|rebase|applypatch)|commit-msg|prepare-commit-msg)$/;

const PACKAGE_SETTINGS =
  /(?:^|\/)(?:pip\.(?:conf|ini)|\.npmrc|\.yarnrc(?:\.yml)?|uv\.toml|\.pypirc|\.gemrc|\.condarc|\.cargo\/config(?:\.toml)?|\.gradle\/init\.d\/[^/]+|\.m2\/settings\.xml)$/;
const INDEX_LINE =
  /(?:index-url|extra-index-url|registry|npmRegistryServer|index_url|url|^\s*-)\s*[=:]?\s*["']?(?:sparse\+)?(https?:\/\/[^\s"']+)/gim;

/** Commands in a text that an agent will follow in every session: code spans and fences. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/```\w*\n([\s\S]{3,4000}?)```|`([^`\n]{3,400})`/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter(looksLikeCommand);
const WRITTEN_COMMANDS_MAX = 200;

/** The index applies to all later installations of this user. */
const EVERYTHING = 'everything';

/** Analyses content written to a location that runs by itself, in the language in which the location runs it. */
export function runWritten(analysis: Analysis, unit: Unit, path: string, content: string, at: Span): void {
  const folded = normalisePath(path);
  const descend = (lang: Language, text: string): void => {
    analysis.descend({ lang, text, at, unit, origin: 'startup', layer: null });
  };
  if (PACKAGE_SETTINGS.test(folded))
    for (const [, address = ''] of content.matchAll(INDEX_LINE)) {
      const url = toUrlValue(address);
      if (url !== undefined) recordIndex(analysis, unit, at, url, folded.startsWith('~') ? EVERYTHING : '');
    }
  const take = (commands: readonly string[]): readonly string[] =>
    analysis.recorder.take(commands, WRITTEN_COMMANDS_MAX, 'commands that are written', unit.file);
  if (classifyPath(path) === 'agent-memory') for (const command of take(commandsIn(content))) descend('shell', command);
  const loaded = LOADED.find(([shape]) => shape.test(folded));
  if (loaded !== undefined) descend(loaded[1], content);
  else if (STARTUP.has(classifyPath(path)) || (GIT_HOOK.test(folded) && content.startsWith('#!')))
    descend('shell', content.replace(CRON_FIELDS, '').replace(/^root\s+/gm, ''));
}

/** A file that shadows a program which every system provides and no product needs to download. */
const SHADOWS =
  /(?:\.local\/bin|^~\/bin|\/usr\/local\/bin)\/(?:ssh|scp|sudo|su|ls|cat|git|gpg|ps|passwd|login|env|sh|bash|zsh)$/;
const PROGRAM = /\.(?:[cm]?[jt]s|py|sh|rb|pl|ps1)$/;

/** Whether unknown parts occur only as values in lines such as `export NAME=␀`. Fetched data is then a value, not code. */
const isSettingOnly = ({ text }: Value): boolean =>
  text?.includes(UNKNOWN_PART) === true &&
  text.split('\n').every((line) => !line.includes(UNKNOWN_PART) || SETTING.test(line));
const SETTING = /^\s*(?:export\s+|setenv\s+|set\s+-gx\s+)?[A-Za-z0-9_]{2,80}(?:=|\s+)["']?␀["']?\s*$/;

/** Records an execution when fetched bytes are written to a location that runs by itself, because they run later. */
export function runFetched(analysis: Analysis, unit: Unit, path: string, value: Value, at: Span): void {
  const fetched = fetchedFrom(value);
  const folded = normalisePath(path);
  // Model weights share the extension `.pth` with a file that Python loads.
  const isWeights = /\.pth$/.test(folded) && !folded.includes('site-packages');
  const kind = classifyPath(path);
  const isStart =
    STARTUP.has(kind) ||
    (kind === 'skill-folder' && PROGRAM.test(folded)) ||
    SHADOWS.test(folded) ||
    (!isWeights && LOADED.some(([shape]) => shape.test(folded)));
  if (fetched?.url == null || !isStart || isSettingOnly(value)) return;
  analysis.recorder.add(
    'execution',
    {
      of: 'download',
      via: 'import',
      from: fetched.url,
      isPinned: false,
      isElevated: false,
      steps: [fetched.at, at],
      payload: null,
    },
    unit,
    at,
  );
}
