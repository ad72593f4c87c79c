import type { Language, Unit } from '../../types/index.ts';
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

/** What Node runs as JavaScript although no name says so: exact names that a package gives to its programs. */
export function recordPackagePrograms(analysis: Analysis, unit: Unit): void {
  if (!/(?:^|\/)package\.json$/.test(unit.file)) return;
  const { view } = unit.span;
  for (const path of programsOf(view.text))
    analysis.noteRun({ path, language: 'javascript', unit, at: { view, start: 0, end: view.text.length } });
}

const PROGRAM_FIELDS = ['main', 'module', 'browser', 'bin', 'imports', 'exports'] as const;
/** Read as a program anyway, or never run as one. */
const OTHERWISE_READ = /\.(?:[cm]?[jt]sx?|json|css|scss|less|html?|md|svg|png|wasm|node|map|py|sh)$|\/$/i;

function programsOf(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return [];
    const fields = new Map<string, unknown>(Object.entries(read));
    return PROGRAM_FIELDS.flatMap((name) => textsIn(fields.get(name), 0)).filter((path) => !OTHERWISE_READ.test(path));
  } catch {
    return []; // Node reads no package from it either.
  }
}

const NESTING_MAX = 6;
const textsIn = (value: unknown, depth: number): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > NESTING_MAX) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
};
