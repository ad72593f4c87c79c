/** Lists exports that are not imported. No library, because it must know the repository's entry points, generated files and type-only uses. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDERS = ['apps', 'packages', 'bench', 'scripts'];
const LEFT_OUT = /(^|\/)(node_modules|dist|fixtures|generated)\//;
const CODE = /\.tsx?$/;
/**
 * Frameworks read these by their names, the server those of the built portal, its build the lookups of texts, and the test
 * of the schema every table.
 */
const READ_BY_NAME =
  /apps\/portal\/src\/(server\.tsx|contract\/.*|languages\/(text|rich)\.ts)$|(vite|vitest)\.config\.ts$|\/global-setup\.ts$|\.generated\.ts$|\.tables\.ts$|\/src\/routes\/.*\.tsx?$/;
/** What these give away is for people outside this repository. */
const PUBLISHED = ['packages/client'];
const ALL = '*';

type File = {
  readonly path: string;
  readonly exports: Map<string, number>;
  /** What it takes from which file; `*` for everything. */
  readonly takes: { readonly from: string; readonly name: string }[];
  /** Files whose exports it gives on as its own. */
  readonly givesOn: string[];
};

type Packages = ReadonlyMap<string, string>;

/** By its name, or by the pattern of its package: `@assay/analysis/*`. */
function findExport(packages: Packages, specifier: string): string | undefined {
  const [scope, name, ...path] = specifier.split('/');
  return packages.get(specifier) ?? packages.get(`${scope}/${name}/*`)?.replace('*', path.join('/'));
}

/** `@assay/audit/node` → `packages/audit/src/node/index.ts`, by the `exports` of the packages. */
async function readPackages(): Promise<Packages> {
  const entries = new Map<string, string>();
  for (const home of ['apps', 'packages']) {
    for (const name of await readdir(join(ROOT, home))) {
      const text = await readFile(join(ROOT, home, name, 'package.json'), 'utf8').catch(() => undefined);
      if (text === undefined) continue;
      const manifest = JSON.parse(text) as { name: string; exports?: Record<string, string> };
      for (const [path, file] of Object.entries(manifest.exports ?? {})) {
        if (typeof file === 'string') entries.set(join(manifest.name, path), join(ROOT, home, name, file));
      }
    }
  }
  return entries;
}

async function listFiles(): Promise<string[]> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) => {
      const names = await readdir(join(ROOT, folder), { recursive: true });
      return names.map((name) => join(folder, name)).filter((path) => CODE.test(path) && !LEFT_OUT.test(path));
    }),
  );
  return found.flat().sort();
}

function readFileOf(path: string, text: string, packages: Packages): File {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const file: File = { path, exports: new Map(), takes: [], givesOn: [] };
  const targetOf = (specifier: string): string | undefined =>
    specifier.startsWith('.') ? resolve(dirname(path), specifier) : findExport(packages, specifier);
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      readImport(node, node.moduleSpecifier.text);
    else if (ts.isExportDeclaration(node)) readExport(node);
    else if (isDynamicImport(node)) take(node.arguments[0].text, ALL);
    else if (ts.isImportTypeNode(node)) readImportType(node);
    else readDeclaration(node);
    ts.forEachChild(node, visit);
  }

  function take(specifier: string, name: string): void {
    const from = targetOf(specifier);
    if (from !== undefined) file.takes.push({ from, name });
  }

  function readImport({ importClause }: ts.ImportDeclaration, specifier: string): void {
    const bindings = importClause?.namedBindings;
    if (importClause?.name !== undefined) take(specifier, 'default');
    if (bindings !== undefined && ts.isNamespaceImport(bindings)) take(specifier, ALL);
    if (bindings !== undefined && ts.isNamedImports(bindings)) {
      for (const { propertyName, name } of bindings.elements) take(specifier, (propertyName ?? name).text);
    }
  }

  function readExport(node: ts.ExportDeclaration): void {
    const specifier = node.moduleSpecifier;
    const from = specifier !== undefined && ts.isStringLiteral(specifier) ? specifier.text : undefined;
    if (node.exportClause === undefined) {
      const target = from === undefined ? undefined : targetOf(from);
      if (target !== undefined) file.givesOn.push(target);
    } else if (ts.isNamedExports(node.exportClause)) {
      for (const { propertyName, name } of node.exportClause.elements) {
        file.exports.set(name.text, lineOf(name));
        if (from !== undefined) take(from, (propertyName ?? name).text);
      }
    }
  }

  function readImportType({ argument, qualifier, isTypeOf }: ts.ImportTypeNode): void {
    if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal)) return;
    const isNamed = qualifier !== undefined && ts.isIdentifier(qualifier) && !isTypeOf;
    take(argument.literal.text, isNamed ? qualifier.text : ALL);
  }

  function readDeclaration(node: ts.Node): void {
    const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return;
    const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
    if (isDefault) file.exports.set('default', lineOf(node));
    else if (ts.isVariableStatement(node)) {
      for (const { name } of node.declarationList.declarations)
        for (const one of namesOf(name)) file.exports.set(one, lineOf(node));
    } else if ('name' in node) file.exports.set((node.name as ts.Identifier).text, lineOf(node));
  }

  visit(source);
  return file;
}

const isDynamicImport = (
  node: ts.Node,
): node is ts.CallExpression & { readonly arguments: readonly [ts.StringLiteral] } =>
  ts.isCallExpression(node) &&
  node.expression.kind === ts.SyntaxKind.ImportKeyword &&
  node.arguments[0] !== undefined &&
  ts.isStringLiteral(node.arguments[0]);

function namesOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)));
}

const packages = await readPackages();
const files = new Map<string, File>();
for (const path of await listFiles()) {
  const absolute = join(ROOT, path);
  files.set(absolute, readFileOf(absolute, await readFile(absolute, 'utf8'), packages));
}

const used = new Map<string, Set<string>>();
function use(path: string, name: string): void {
  const names = used.get(path) ?? new Set<string>();
  if (names.has(name)) return;
  names.add(name);
  used.set(path, names);
  for (const target of files.get(path)?.givesOn ?? []) use(target, name);
}
/** Everything that a file gives away, with what it gives on. */
function useAll(path: string): void {
  const file = files.get(path);
  for (const name of file?.exports.keys() ?? []) use(path, name);
  for (const target of file?.givesOn ?? []) useAll(target);
}
for (const { takes } of files.values()) for (const { from, name } of takes) use(from, name);
for (const file of packages.values()) {
  if (PUBLISHED.some((home) => relative(ROOT, file).startsWith(`${home}/`))) useAll(file);
}

const unused: string[] = [];
for (const { path, exports } of files.values()) {
  const names = used.get(path);
  if (READ_BY_NAME.test(path) || names?.has(ALL)) continue;
  for (const [name, line] of exports) if (!names?.has(name)) unused.push(`${relative(ROOT, path)}:${line} ${name}`);
}
if (unused.length > 0) {
  console.error(
    `${unused.join('\n')}\n${unused.length} unused exports: remove the keyword \`export\` or the declaration.`,
  );
  process.exit(1);
}
