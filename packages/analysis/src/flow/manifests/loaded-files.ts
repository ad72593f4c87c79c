import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';

/** Notes files that Node runs as JavaScript whatever their extension, because a package names them as its programs. */
export function recordPackagePrograms(analysis: Analysis, unit: Unit): void {
  if (!/(?:^|\/)package\.json$/.test(unit.file)) return;
  const { view } = unit.span;
  for (const path of programsOf(view.text))
    analysis.noteRun({ path, language: 'javascript', unit, at: { view, start: 0, end: view.text.length } });
}

const PROGRAM_FIELDS = ['main', 'module', 'browser', 'bin', 'imports', 'exports'] as const;
/** Files that are read as programs anyway, or that never run as programs. */
const OTHERWISE_READ = /\.(?:[cm]?[jt]sx?|json|css|scss|less|html?|md|svg|png|wasm|node|map|py|sh)$|\/$/i;

function programsOf(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return [];
    const fields = new Map<string, unknown>(Object.entries(read));
    return PROGRAM_FIELDS.flatMap((name) => textsIn(fields.get(name), 0)).filter((path) => !OTHERWISE_READ.test(path));
  } catch {
    return []; // Node does not accept this package.json either.
  }
}

const NESTING_MAX = 6;
const textsIn = (value: unknown, depth: number): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > NESTING_MAX) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
};
