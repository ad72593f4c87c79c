import type { FunctionNode } from '../../languages/code/ir.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { type CodeValue, NOTHING } from './code-value.ts';

const SCRIPT_ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx', '/index.js', '/index.mjs', '/index.ts'];

/** The file of the bundle that an import names, by the lookup rules of the language. */
export function importedUnit(module: string, { lang, file }: Unit, analysis: Analysis): Unit | undefined {
  for (const path of lang === 'python' ? pythonPaths(module) : scriptPaths(module)) {
    const view = analysis.findFile(path, file);
    if (view !== undefined && view.file !== file) return analysis.unitOf(view.file);
  }
  return undefined;
}

function pythonPaths(module: string): string[] {
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(module) ?? [];
  const path = `${'../'.repeat(Math.max(0, dots.length - 1))}${rest.replaceAll('.', '/')}`;
  return path === '' ? [] : [`${path}.py`, `${path}/__init__.py`];
}

const scriptPaths = (module: string): string[] =>
  /^\.{1,2}\//.test(module)
    ? [...SCRIPT_ENDINGS.map((ending) => `${module}${ending}`), module.replace(/\.js$/, '.ts')]
    : [];

/** One name for the different spellings of a module. */
export const moduleName = (name: string): string =>
  name
    .replace(/^node:/, '')
    .replace(/^fs[/.]promises$/, 'fs')
    .replace(/^dns\/promises$/, 'dns.promises');

/** The exports of a program: functions, constructors by class name, and values. */
export function exportsOf(
  functions: ReadonlyMap<string, FunctionNode>,
  constructors: ReadonlyMap<string, FunctionNode>,
  values: Iterable<readonly [string, CodeValue]>,
  whole: CodeValue | undefined,
): CodeValue {
  const entries = new Map<string, CodeValue>();
  for (const [name, value] of values) if (!name.includes('.')) entries.set(name, value);
  for (const [name, fn] of [...functions, ...constructors]) entries.set(name, { ...NOTHING, fn, ref: name });
  // `module.exports = …` is the module itself.
  for (const [name, value] of whole?.entries ?? []) entries.set(name, value);
  const only = functions.size === 1 ? [...functions.values()][0] : undefined;
  return { ...NOTHING, entries, fn: whole?.fn ?? only ?? null };
}

/** `require('./x')`, `import('./x')`, `importlib.import_module('x')`: the name of the module, when it is known. */
export function loadedByCall(callee: string, [first]: readonly CodeValue[]): string | undefined {
  const isLoader = /^(?:require|import|__import__|importlib\.import_module|module\.require)$/.test(callee);
  return isLoader && first?.text ? first.text : undefined;
}
