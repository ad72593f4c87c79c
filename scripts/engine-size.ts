/**
 * `npm run size`: prints lines of TypeScript, regular expressions and top-level modules of the review packages, without tests and
 * fixtures. `--files` adds the largest files of each package. Fails when a limit is exceeded.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../packages/', import.meta.url));
const PACKAGES = ['analysis', 'audit', 'contract-review', 'sandbox', 'reader'];
const LEFT_OUT = /(^|\/)(node_modules|fixtures|testing)\/|\.test\.ts$/;
const LINES_MAX = 50_000;
const EXPRESSIONS_MAX = 2_000;
const MODULES_MAX = 12;
const FILES_SHOWN = 20;

type Size = { readonly path: string; readonly lines: number; readonly expressions: number };

function measure(path: string): Size {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return { path, lines: text.split('\n').length - 1, expressions: countExpressions(path, text) };
}

/** Literals and `RegExp(…)`, called or constructed. */
function countExpressions(path: string, text: string): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    const isMade =
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'RegExp';
    if (isMade || node.kind === ts.SyntaxKind.RegularExpressionLiteral) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return count;
}

const sum = (sizes: readonly Size[], key: 'lines' | 'expressions'): number =>
  sizes.reduce((total, size) => total + size[key], 0);

/** Folders and files directly in `src`, the package's entry file aside. */
const modulesOf = (name: string, sizes: readonly Size[]): number =>
  new Set(sizes.map(({ path }) => path.slice(`${name}/src/`.length).split('/')[0]).filter((top) => top !== 'index.ts'))
    .size;

const packages = PACKAGES.map((name) => {
  const sizes = readdirSync(join(ROOT, name, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `${name}/src/${file}`)
    .filter((path) => path.endsWith('.ts') && !LEFT_OUT.test(path))
    .map(measure);
  return { name, sizes, modules: modulesOf(name, sizes) };
});

const row = (name: string, files: number, lines: number, expressions: number, modules: string): string =>
  `${name.padEnd(16)}${`${files}`.padStart(6)}${`${lines}`.padStart(8)}${`${expressions}`.padStart(10)}${modules.padStart(9)}`;

console.log(`${'package'.padEnd(16)} files   lines   regexes  modules`);
for (const { name, sizes, modules } of packages) {
  console.log(row(name, sizes.length, sum(sizes, 'lines'), sum(sizes, 'expressions'), `${modules}`));
  if (!process.argv.includes('--files')) continue;
  for (const size of sizes.toSorted((one, other) => other.lines - one.lines).slice(0, FILES_SHOWN)) {
    console.log(`  ${`${size.lines}`.padStart(5)} ${`${size.expressions}`.padStart(4)}  ${size.path}`);
  }
}
const all = packages.flatMap(({ sizes }) => sizes);
const [lines, expressions] = [sum(all, 'lines'), sum(all, 'expressions')];
console.log(row('all', all.length, lines, expressions, ''));
console.log(row('at most', 0, LINES_MAX, EXPRESSIONS_MAX, `${MODULES_MAX}`).replace(' 0', '  '));
const isWithin = lines <= LINES_MAX && expressions <= EXPRESSIONS_MAX;
process.exitCode = isWithin && packages.every(({ modules }) => modules <= MODULES_MAX) ? 0 : 1;
