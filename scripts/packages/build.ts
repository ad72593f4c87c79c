/** Builds the packages for publication: JavaScript, types, and a manifest without workspace links. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { ENGINE, joinCommand } from './join-command.ts';
import { FOUND_BY_REVIEWER, joinReviewer } from './join-reviewer.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const PACKAGES = {
  '@assay/protocol': { folder: 'packages/protocol', node: '>=20', hasTypes: true },
  '@assay/client': { folder: 'packages/client', node: '>=20', hasTypes: true },
  '@assay/analysis': { folder: 'packages/analysis', node: '>=22.18', hasTypes: true },
  '@assay/sandbox': { folder: 'packages/sandbox', node: '>=22.18', hasTypes: true },
  '@assay/contract-review': { folder: 'packages/contract-review', node: '>=22.18', hasTypes: true },
  '@assay/reader': { folder: 'packages/reader', node: '>=22.18', hasTypes: true },
  '@assay/audit': { folder: 'packages/audit', node: '>=22.18', hasTypes: true },
  '@assay/cli': { folder: 'apps/cli', node: '>=22.18', hasTypes: false },
} as const;
export type PackageName = keyof typeof PACKAGES;

type Manifest = {
  name: string;
  version: string;
  description: string;
  license: string;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional: boolean }>;
};

/** The oldest Node that a package runs on knows this much of the language. */
const TARGET = ts.ScriptTarget.ES2022;
const isShipped = (path: string): boolean => !/(^|\/)(testing|fixtures|vectors)\/|[.]test[.]ts$/.test(path);
/** Prose for those who work on the rules; the rules themselves are code. */
const isAsset = (path: string): boolean => isShipped(path) && !/[.](ts|md)$/.test(path);

/**
 * Builds the named packages below `out` and gives each one's folder. Types come from one run of the compiler for all, which takes
 * longer than everything else; a test that only runs the code leaves them out.
 */
export async function buildPackages(
  names: readonly PackageName[],
  out: string,
  { isTyped = true } = {},
): Promise<Map<PackageName, string>> {
  rmSync(out, { recursive: true, force: true });
  const typed = names.filter((name) => isTyped && PACKAGES[name].hasTypes);
  const types = join(out, 'types');
  if (typed.length > 0) emitTypes(typed, types);
  const built = new Map(
    names.map((name) => [name, buildOne(name, join(out, name.replace('@', '').replace('/', '-')), types)]),
  );
  // Hundreds of small files take longer to open than to run: programs that people wait for are joined.
  const reviewer = built.get('@assay/audit');
  if (reviewer !== undefined)
    await joinReviewer(join(ROOT, PACKAGES['@assay/audit'].folder, 'src'), join(reviewer, 'src'));
  const command = built.get('@assay/cli');
  if (command !== undefined)
    await joinCommand(join(ROOT, PACKAGES['@assay/cli'].folder, 'src'), join(command, 'src'), '22.18');
  return built;
}

function buildOne(name: PackageName, target: string, types: string): string {
  const { folder, hasTypes } = PACKAGES[name];
  const source = join(ROOT, folder, 'src');
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.ts') && isShipped(path)) write(join(target, 'src', toJs(path)), transpile(join(source, path)));
    else if (/[.]\w+$/.test(path) && isAsset(path)) cpSync(join(source, path), ensured(join(target, 'src', path)));
  }
  if (hasTypes && existsSync(types)) copyTypes(join(types, folder, 'src'), join(target, 'src'));
  cpSync(join(ROOT, folder, 'README.md'), join(target, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
  write(join(target, 'package.json'), `${JSON.stringify(toManifest(name), null, 2)}\n`);
  return target;
}

const toJs = (path: string): string => path.replace(/[.]ts$/, '.js');
const ensured = (path: string): string => {
  mkdirSync(dirname(path), { recursive: true });
  return path;
};
const write = (path: string, text: string): void => writeFileSync(ensured(path), text);

function transpile(path: string): string {
  const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), {
    fileName: path,
    compilerOptions: {
      target: TARGET,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  // Programs that are started by their file name.
  return outputText.replaceAll(
    /new URL\('([\w./-]+)[.]ts', import[.]meta[.]url\)/g,
    "new URL('$1.js', import.meta.url)",
  );
}

/** The files that a path of `exports` refers to: one, or every source where it holds a `*`. */
function filesOf(folder: string, path: string): string[] {
  const [before = '', after] = path.split('*');
  if (after === undefined) return [join(folder, path)];
  return readdirSync(join(folder, before), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(after) && isShipped(name))
    .map((name) => join(folder, before, name));
}

function emitTypes(names: readonly PackageName[], out: string): void {
  const config = join(ROOT, 'node_modules/.cache/assay-types.json');
  const entries = names.flatMap((name) =>
    Object.values(readManifest(name).exports ?? {}).flatMap((path) => filesOf(join(ROOT, PACKAGES[name].folder), path)),
  );
  const compilerOptions = {
    noEmit: false,
    emitDeclarationOnly: true,
    declaration: true,
    incremental: false,
    tsBuildInfoFile: null,
    outDir: out,
    rootDir: ROOT,
  };
  write(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions,
      include: [],
      files: entries.filter((path) => !path.includes('/testing/')),
    }),
  );
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' });
}

function copyTypes(from: string, to: string): void {
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts') || !isShipped(path)) continue;
    const text = readFileSync(join(from, path), 'utf8');
    write(join(to, path), text.replaceAll(/((?:from|import)\s*\(?\s*['"][.][^'"]*)[.]ts(['"])/g, '$1.js$2'));
  }
}

const readManifest = (name: PackageName): Manifest =>
  JSON.parse(readFileSync(join(ROOT, PACKAGES[name].folder, 'package.json'), 'utf8')) as Manifest;

/** Where the pipeline that publishes runs: a registry takes provenance only for that repository. */
function repositoryOf(directory: string): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path } = process.env;
  return server && path ? { repository: { type: 'git', url: `git+${server}/${path}.git`, directory } } : {};
}

function toManifest(name: PackageName): object {
  const { version, description, license, exports = {}, bin = {}, dependencies = {}, ...more } = readManifest(name);
  const { peerDependencies = {}, peerDependenciesMeta } = more;
  const doors = Object.entries(exports).filter(([, path]) => !path.includes('/testing/'));
  const shown = doors.map(([door, path]) => [door, { types: path.replace(/[.]ts$/, '.d.ts'), default: toJs(path) }]);
  const programs = Object.keys(bin).map((command) => [command, `./src/${command}.cjs`]);
  const published = ([each, range]: [string, string]) => [each, each.startsWith('@assay/') ? version : range];
  const isCommand = name === '@assay/cli';
  const found = Object.entries(readManifest('@assay/analysis').dependencies ?? {}).filter(
    ([each]) => name === '@assay/audit' && FOUND_BY_REVIEWER.includes(each),
  );
  const needed = isCommand ? [] : [...Object.entries(dependencies).map(published), ...found];
  const peers = isCommand ? ENGINE.map((each) => [each, version]) : Object.entries(peerDependencies).map(published);
  const optional = isCommand
    ? Object.fromEntries(ENGINE.map((each) => [each, { optional: true }]))
    : peerDependenciesMeta;
  return {
    name,
    version,
    description,
    license,
    ...repositoryOf(PACKAGES[name].folder),
    type: 'module',
    sideEffects: name === '@assay/cli',
    engines: { node: PACKAGES[name].node },
    ...(doors.length > 0 && { exports: Object.fromEntries(shown) }),
    ...(programs.length > 0 && { bin: Object.fromEntries(programs) }),
    files: ['src'],
    dependencies: Object.fromEntries(needed),
    ...(peers.length > 0 && { peerDependencies: Object.fromEntries(peers), peerDependenciesMeta: optional }),
    publishConfig: { access: 'public', provenance: true },
  };
}

/** The tarballs of folders with a manifest, as a registry would get them. No script of theirs runs. */
export function packFolders(folders: readonly string[], out: string): string[] {
  mkdirSync(out, { recursive: true });
  const words = ['--pack-destination', out, '--json', '--ignore-scripts', '--offline', '--loglevel=error'];
  const packed = execFileSync('npm', ['pack', ...folders, ...words], { encoding: 'utf8' });
  const list = JSON.parse(packed) as { filename: string }[];
  return list.map(({ filename }) => join(out, filename.replace('@', '').replace('/', '-')));
}
