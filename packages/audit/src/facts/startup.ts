import type { Language, PathClass, Span, Unit } from '../model.ts';
import { classifyPath, normalisePath } from '../ruleset/paths/path-class.ts';
import type { Analysis } from './analysis.ts';
import { carriedCommands } from './manifests/carried-commands.ts';

const STARTUP: ReadonlySet<PathClass> = new Set<PathClass>(['shell-profile', 'scheduler', 'service-unit', 'git-hook']);
const CRON_FIELDS = /^[ \t]*(?:@\w+|(?:[\d*/,-]+[ \t]+){4}[\d*/,-]+)[ \t]+/gm;

/** Files that an interpreter loads at every start, by their names. */
const LOADED: readonly (readonly [RegExp, Language])[] = [
  [
    /\/(?:site|user)customize\.py$|\.pth$|\/\.?pythonrc(?:\.py)?$|\.ipython\/profile_\w+\/startup\/[^/]+\.py$/,
    'python',
  ],
  [/\/\.(?:irbrc|pryrc|gemrc)$/, 'ruby'],
  [/profile\.ps1$/, 'powershell'],
];

/** What is written to a place that something starts from by itself is run later, as that place runs it. */
export function runWritten(analysis: Analysis, unit: Unit, path: string, content: string, at: Span): void {
  const folded = normalisePath(path);
  const descend = (lang: Language, text: string): void => {
    analysis.descend({ lang, text, at, unit, origin: 'argument', layer: null });
  };
  const carried = carriedCommands(folded, content);
  for (const command of carried) descend('shell', command);
  const loaded = LOADED.find(([shape]) => shape.test(folded));
  if (loaded !== undefined) descend(loaded[1], content);
  else if (carried.length === 0 && STARTUP.has(classifyPath(path))) descend('shell', content.replace(CRON_FIELDS, ''));
}
