/** Lists functions that are too long. Lines of nested functions and of tables do not count. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDERS = ['apps', 'packages', 'bench', 'scripts'];
const LEFT_OUT = /(^|\/)(node_modules|dist|fixtures|generated)\/|\.test\.tsx?$/;
const LINES_MAX = 70;
/** A literal of so many lines is data. */
const TABLE_LINES = 20;

type Long = { readonly place: string; readonly lines: number };

function findLong(path: string, text: string): Long[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const linesOf = (node: ts.Node): number => lineOf(node.getEnd()) - lineOf(node.getStart()) + 1;
  const long: Long[] = [];

  /** How many lines of `node` belong to functions and tables inside it. */
  function countInner(node: ts.Node): number {
    let lines = 0;
    ts.forEachChild(node, (child) => {
      const isTable = ts.isObjectLiteralExpression(child) && linesOf(child) >= TABLE_LINES;
      lines += ts.isFunctionLike(child) || isTable ? linesOf(child) : countInner(child);
    });
    return lines;
  }

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const own = linesOf(node) - countInner(node);
      if (own > LINES_MAX) long.push({ place: `${path}:${lineOf(node.getStart())} ${nameOf(node)}`, lines: own });
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return long;
}

function nameOf(node: ts.Node): string {
  if ('name' in node && node.name !== undefined) return (node.name as ts.Identifier).getText();
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : 'a function without a name';
}

const long: Long[] = [];
for (const folder of FOLDERS) {
  for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
    const path = join(folder, name);
    if (!/\.tsx?$/.test(path) || LEFT_OUT.test(path)) continue;
    long.push(...findLong(path, await readFile(join(ROOT, path), 'utf8')));
  }
}
if (long.length > 0) {
  for (const { place, lines } of long) console.error(`${place}: ${lines} lines`);
  console.error(`${long.length} functions of more than ${LINES_MAX} lines of their own: split them.`);
  process.exit(1);
}
