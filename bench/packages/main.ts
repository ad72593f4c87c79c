/**
 * `npm run bench packages`: builds every package with its types, installs the tarballs into empty projects and uses them on every
 * supported Node version and with every package manager; lints them, and measures size, start and hook calls. `-- --only PART,…` runs
 * parts: lint, empty, managers, readme, speed, hook. It needs a registry.
 */
import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackages, PACKAGES, type PackageName, packFolders, ROOT } from '../../scripts/packages/build.ts';
import { printHookTimes } from './hook.ts';
import { lintTarballs } from './lint.ts';
import { openMachine, tryManagers } from './managers.ts';
import { walkReadme } from './readme.ts';
import { printSpeed } from './speed.ts';
import { openBench, toNote } from './tools.ts';

const PARTS = ['lint', 'empty', 'managers', 'readme', 'speed', 'hook'] as const;
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const parts = values.only?.split(',') ?? PARTS;
const unknown = parts.find((part) => !(PARTS as readonly string[]).includes(part));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. Parts: ${PARTS.join(', ')}.`);

const bench = openBench();

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

const COMPILER = [
  join(ROOT, 'node_modules/typescript/bin/tsc'),
  ...['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom', 'typed.ts'],
];
const skillAt = (name: string): string => join(ROOT, 'apps/cli/src/fixtures/skills', name);

function check(what: string, node: string, words: readonly string[], cwd: string, expected = 0): void {
  const ran = bench.run(node, words, cwd);
  bench.report(what, ran.status === expected, ran.status === expected ? '' : toNote(ran));
}

function tryEmptyProjects(tarballs: readonly string[], all: string, command: string): void {
  const ofClient = tarballs.filter((path) => /assay-(?:protocol|client)-/.test(path));
  const client = bench.install('client', ofClient);
  writeFileSync(join(client, 'client.js'), CLIENT);
  writeFileSync(join(client, 'typed.ts'), TYPED);
  writeFileSync(join(all, 'engine.js'), ENGINE);
  check('types of client and protocol, strict', process.execPath, COMPILER, client);
  // A global installation and pnpm keep what a package does not declare out of its reach.
  const apart = bench.install('apart', tarballs, ['--install-strategy=nested']);
  const separate = join(apart, 'node_modules/@assay/cli/src/assay.cjs');
  check('assay scan with separate packages', bench.nodeOf(24), [separate, 'scan', skillAt('changelog')], apart);
  for (const major of [20, 22, 24] as const) {
    const node = bench.nodeOf(major);
    check(`client on Node ${major}`, node, ['client.js'], client);
    if (major === 20) continue;
    const silent = [command, 'verify', '0'.repeat(24), '--url', 'http://127.0.0.1:1'];
    check(`engine on Node ${major}`, node, ['engine.js'], all);
    check(`assay --help on Node ${major}`, node, [command, '--help'], all);
    check(`assay verify without a service on Node ${major}`, node, silent, all, 2);
    check(`assay scan of a harmless skill on Node ${major}`, node, [command, 'scan', skillAt('changelog')], all);
    check(`assay scan of an attack on Node ${major}`, node, [command, 'scan', skillAt('sync-helper')], all, 1);
  }
}

function checkSize(folder: string): void {
  const size = sizeOf(join(folder, 'node_modules'));
  const limit = `limit ${COMMAND_BYTES_MAX / 1e6} MB`;
  bench.report(`installed size of the command: ${(size / 1e6).toFixed(1)} MB, ${limit}`, size <= COMMAND_BYTES_MAX);
}

try {
  const needsAll = parts.some((part) => !(part === 'readme' || part === 'hook'));
  const names = needsAll ? (Object.keys(PACKAGES) as PackageName[]) : (['@assay/cli'] as const);
  const built = await buildPackages(names, join(bench.home, 'build'));
  const tarballs = packFolders([...built.values()], join(bench.home, 'packed'));
  const [cli = ''] = tarballs.filter((path) => path.includes('assay-cli-'));
  const inFolder = (folder: string) => join(folder, 'node_modules/@assay/cli/src/assay.cjs');
  if (parts.includes('lint')) lintTarballs(bench, tarballs);
  const alone = bench.install('command', [cli]);
  checkSize(alone);
  if (parts.includes('managers') || parts.includes('readme')) {
    const machine = await openMachine(bench);
    try {
      if (parts.includes('readme')) await walkReadme(bench, machine, cli);
      if (parts.includes('managers')) await tryManagers(bench, machine, { tarball: cli, all: tarballs });
    } finally {
      await machine.close();
    }
  }
  if (parts.includes('hook')) await printHookTimes(bench, inFolder(alone));
  if (parts.includes('empty') || parts.includes('speed')) {
    const all = bench.install('all', tarballs);
    if (parts.includes('empty')) tryEmptyProjects(tarballs, all, inFolder(all));
    if (parts.includes('speed'))
      bench.report('speed', await printSpeed({ command: inFolder(all), project: all, skill: skillAt('sync-helper') }));
  }
} finally {
  bench.close();
}
process.exitCode = bench.failed.length === 0 ? 0 : 1;
