/**
 * `npm run bench packages`: builds every package with its types, installs the tarballs into empty projects and uses them there, on every
 * Node that they promise. Needs a registry, for what the packages depend on and for the other Nodes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackages, PACKAGES, type PackageName, packFolders, ROOT } from '../../scripts/packages/build.ts';
import { printSpeed } from './speed.ts';

const NODES = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' } as const;
type Major = keyof typeof NODES;
const NPM = ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error', '--engine-strict=false'];

const home = mkdtempSync(join(tmpdir(), 'assay-packages-'));
const findings: string[] = [];
const report = (what: string, isGood: boolean, note = ''): void => {
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${what}${note && `: ${note}`}`);
  if (!isGood) findings.push(what);
};

function fetchNode(major: Major): string {
  const folder = join(home, `node-${major}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const name = `node-linux-${process.arch}`;
  execFileSync('npm', [...NPM, `${name}@${NODES[major]}`], { cwd: folder, stdio: 'inherit' });
  return join(folder, 'node_modules', name, 'bin/node');
}

function emptyProject(name: string, tarballs: readonly string[]): string {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  execFileSync('npm', [...NPM, '--ignore-scripts', ...tarballs], { cwd: folder, stdio: 'inherit' });
  return folder;
}

const COMMAND_BYTES_MAX = 15_000_000;
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);

const CLIENT = `import { createClient } from '@assay/client';
const { outcome } = await createClient({ baseUrl: 'http://127.0.0.1:1', attempts: 1 }).verify('0'.repeat(24));
process.exit(outcome === 'undecidable' ? 0 : 1);`;
const ENGINE = `import * as engine from '@assay/audit';
process.exit(Object.keys(engine).length > 3 ? 0 : 1);`;
const TYPED = `import { createClient, type Decision } from '@assay/client';
import { createApi } from '@assay/client/api';
import { VerifyRecord } from '@assay/protocol';
export const decision: Promise<Decision> = createClient({ baseUrl: 'https://a.example' }).guard()({}).then((each) => each.decision);
export const name = createApi({ baseUrl: 'https://a.example' }).call('verifyCertificate', { params: { id: 'x' } }).then((each): string => each.skillName);
// @ts-expect-error there is no such route
createApi({ baseUrl: 'https://a.example' }).call('noSuchRoute', {});
export const valid: boolean = VerifyRecord.parse({}).valid;
`;

function check(what: string, node: string, words: readonly string[], cwd: string, expected = 0): void {
  const { status, stderr } = spawnSync(node, words, {
    cwd,
    encoding: 'utf8',
    env: { HOME: cwd, PATH: process.env.PATH },
  });
  report(what, status === expected, status === expected ? '' : `${status} ${stderr.split('\n').slice(0, 3).join(' ')}`);
}

try {
  const names = Object.keys(PACKAGES) as PackageName[];
  const tarballs = packFolders([...(await buildPackages(names, join(home, 'build'))).values()], join(home, 'packed'));
  const of = (...parts: string[]) => tarballs.filter((path) => parts.some((part) => path.includes(`assay-${part}-`)));
  const forClient = emptyProject('client', of('protocol', 'client'));
  const forAll = emptyProject('all', tarballs);
  writeFileSync(join(forClient, 'client.js'), CLIENT);
  writeFileSync(join(forClient, 'typed.ts'), TYPED);
  writeFileSync(join(forAll, 'engine.js'), ENGINE);
  const compiler = [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--lib',
    'es2024,dom',
    'typed.ts',
  ];
  check('types of client and protocol, strict', process.execPath, compiler, forClient);
  const command = join(forAll, 'node_modules/@assay/cli/src/assay.cjs');
  const size = sizeOf(join(emptyProject('command', of('cli')), 'node_modules'));
  report(
    `installed size of the command: ${(size / 1e6).toFixed(1)} MB, limit ${COMMAND_BYTES_MAX / 1e6} MB`,
    size <= COMMAND_BYTES_MAX,
  );
  const skills = (name: string) => join(ROOT, 'apps/cli/src/fixtures/skills', name);
  for (const major of [20, 22, 24] as const) {
    const node = fetchNode(major);
    check(`client on Node ${major}`, node, ['client.js'], forClient);
    if (major === 20) continue;
    check(`engine on Node ${major}`, node, ['engine.js'], forAll);
    check(`assay --help on Node ${major}`, node, [command, '--help'], forAll);
    check(
      `assay verify without a service on Node ${major}`,
      node,
      [command, 'verify', '0'.repeat(24), '--url', 'http://127.0.0.1:1'],
      forAll,
      2,
    );
    check(`assay scan of a harmless skill on Node ${major}`, node, [command, 'scan', skills('changelog')], forAll);
    check(`assay scan of an attack on Node ${major}`, node, [command, 'scan', skills('sync-helper')], forAll, 1);
  }
  if (!(await printSpeed({ command, project: forAll, skill: skills('sync-helper') }))) findings.push('speed');
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = findings.length === 0 ? 0 : 1;
