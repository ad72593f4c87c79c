/**
 * `npm run bench footprint`: measures the size of an installation on disk and the memory of an idle service. It installs the
 * committed tree twice into a temporary folder and needs a registry.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { residentMb, startServer } from '../lib/process.ts';
import { printTable } from '../lib/report.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LIMITS = { installedMb: 900, runtimeMb: 650, serverMb: 200, togetherMb: 600, warnings: 0 } as const;
/** The limits on disk are older than these: contracts are compiled and attacked, Python runs, models read, pages are looked at in a browser. */
const OLD_COMPILERS = ['solc-0.4', 'solc-0.5', 'solc-0.6', 'solc-0.7'];
const CAME_LATER = [...OLD_COMPILERS, '@ethereumjs', 'pyodide', 'ai', '@ai-sdk', '@sparticuz'];
/** The bundled samples are reviewed and the world is made first; only then is a service idle. */
const CALM_SECONDS = 60;

type Figure = { readonly what: string; readonly measured: number; readonly unit: string; readonly limit?: number };

const { path: folder, remove } = await createTemporaryFolder();
try {
  const figures = [...measureInstallation(), ...(await measureIdle())];
  const rows = figures.map(({ what, measured, unit, limit }) => [
    what,
    `${Math.round(measured)}${unit}`,
    limit === undefined ? '' : `≤ ${limit}${unit}`,
  ]);
  printTable('Weight', [['what', 'measured', 'limit'], ...rows]);
  if (figures.some(({ measured, limit }) => measured > (limit ?? Infinity))) process.exitCode = 1;
} finally {
  await remove();
}

function measureInstallation(): Figure[] {
  const all = install('all', []);
  const runtime = install('runtime', ['--omit=dev']);
  return [
    { what: '`npm ci`, on disk', measured: all.mb, unit: ' MB' },
    { what: 'without what came later', measured: all.mb - all.laterMb, unit: ' MB', limit: LIMITS.installedMb },
    { what: '`npm ci --omit=dev`, on disk', measured: runtime.mb, unit: ' MB' },
    { what: 'without what came later', measured: runtime.mb - runtime.laterMb, unit: ' MB', limit: LIMITS.runtimeMb },
    { what: 'warnings about the version of Node', measured: all.warnings, unit: '', limit: LIMITS.warnings },
  ];
}

/** With the Node of the machine, as whoever clones it has it: the bundled one is not there yet. */
function install(name: string, options: readonly string[]): { mb: number; laterMb: number; warnings: number } {
  const at = join(folder, name);
  mkdirSync(at);
  const tree = execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: at, input: tree });
  const PATH = (process.env.PATH ?? '')
    .split(':')
    .filter((place) => !place.includes('node_modules'))
    .join(':');
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', ...options], {
    cwd: at,
    encoding: 'utf8',
    env: { PATH, HOME: process.env.HOME },
  });
  if (status !== 0) throw new Error(`npm ci ended with ${status}: ${stderr.slice(-500)}`);
  const modules = join(at, 'node_modules');
  const later = CAME_LATER.map((each) => join(modules, each)).filter((each) => existsSync(each));
  const laterMb = later.reduce((sum, each) => sum + onDiskMb(each), 0);
  return { mb: onDiskMb(modules), laterMb, warnings: stderr.split('EBADENGINE').length - 1 };
}

function onDiskMb(path: string): number {
  return Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024;
}

/** The second start: the first one after an installation compiles every file and keeps what that took. */
async function measureIdle(): Promise<Figure[]> {
  const env = { DATA_DIR: join(folder, 'data') };
  const first = await startServer(env);
  await setTimeout(CALM_SECONDS * 1000);
  await first.stop();
  const server = await startServer(env);
  await setTimeout(CALM_SECONDS * 1000);
  const pid = server.child.pid ?? 0;
  const [own, together] = [residentMb(pid), withChildren(pid).reduce((sum, each) => sum + shareMb(each), 0)];
  await server.stop();
  return [
    { what: 'the idle service in its own process', measured: own, unit: ' MB', limit: LIMITS.serverMb },
    { what: 'with database and chain', measured: together, unit: ' MB', limit: LIMITS.togetherMb },
  ];
}

function withChildren(pid: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return [pid, ...pids.filter((each) => parentOf(each) === pid).flatMap(withChildren)];
}

function parentOf(pid: number): number | undefined {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]);
}

/** What several processes share counts once: each has its part of it. */
function shareMb(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** Processes end while they are looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
