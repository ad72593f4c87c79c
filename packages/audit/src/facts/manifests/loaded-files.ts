import type { Language, Unit } from '../../model.ts';
import type { Analysis } from '../analysis.ts';

type Loads = { readonly file: RegExp; readonly path: RegExp; readonly language: Language };

/** Lines of a settings file that name a program which the tool then runs, whatever the program's name ends in. */
const LOADS: readonly Loads[] = [
  { file: /^\.yarnrc(?:\.yml)?$/, path: /^\s*"?yarn-?path"?:?\s+["']?([^\s"']+)/gim, language: 'javascript' },
  { file: /^bunfig\.toml$/, path: /preload\s*=[^\n]*?["']([^"'\n]+)["']/g, language: 'javascript' },
  {
    file: /^\.npmrc$/,
    path: /^\s*node-options\s*=.*?(?:--require|-r|--import)[= ]+["']?([^\s"']+)/gim,
    language: 'javascript',
  },
  {
    file: /^\.npmrc$/,
    path: /^\s*(?:script-shell|git|init-module|onload-script)\s*=\s*["']?([^\s"']+)/gim,
    language: 'unknown',
  },
  { file: /^cargo\.toml$/, path: /^\s*build\s*=\s*["']([^"'\n]+)["']/gim, language: 'rust' },
  { file: /^(?:\.user|php)\.ini$/, path: /^\s*auto_(?:prepend|append)_file\s*=\s*["']?([^\s"']+)/gim, language: 'php' },
  { file: /^(?:gnu)?makefile$|\.mk$/, path: /^[ \t]*[-s]?include[ \t]+([^\n#]+)/gim, language: 'makefile' },
];

/** Files that a settings file makes a tool load: they are run, so they are read as what runs them reads them. */
export function recordLoadedFiles(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  const name = (unit.file.split('/').at(-1) ?? '').toLowerCase();
  for (const { file, path, language } of LOADS) {
    if (!file.test(name)) continue;
    for (const match of view.text.matchAll(path)) {
      const at = { view, start: match.index, end: match.index + match[0].length };
      for (const one of (match[1] ?? '').trim().split(/\s+/)) analysis.noteRun({ path: one, language, unit, at });
    }
  }
}
