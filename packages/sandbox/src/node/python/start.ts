import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { enginesCache, readFlags } from '../folders.ts';
import { guestParts } from './guest-parts.ts';

const PYTHON_LIMITS = {
  heapMegabytes: 96,
  dataKilobytes: 900_000,
  cpuSeconds: 20,
  makeWallMs: 240_000,
} as const;

const ENTRY = fileURLToPath(new URL('interpreter.ts', import.meta.url));

/** User, network and process namespaces. The process ends with its parent. */
const NAMESPACES = ['--user', '--map-root-user', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];

/** The path of the memory image, or the reason why Python is not available. */
type PythonHome = { snapshot: string } | { missing: string };

let preparing: Promise<PythonHome> | undefined;

/** Checks once whether the kernel allows namespaces, and builds the memory image from which every run starts. */
export function preparePython(): Promise<PythonHome> {
  preparing ??= prepare().catch((): PythonHome => ({ missing: 'Python could not be made ready' }));
  return preparing;
}

async function prepare(): Promise<PythonHome> {
  const probe = spawn('/bin/sh', ['-c', `exec unshare ${NAMESPACES.join(' ')} true`], { stdio: 'ignore', env: {} });
  if (!(await ends(probe))) return { missing: 'Python is run only where the kernel gives namespaces' };
  const folder = enginesCache('assay-python');
  const snapshot = `${folder}${await imageName()}.image`;
  if (await exists(snapshot)) return { snapshot };
  await mkdir(folder, { recursive: true });
  const unfinished = `${snapshot}.${process.pid}`;
  const isMade = await ends(startInterpreter(['make', unfinished], folder));
  if (!isMade) {
    await rm(unfinished, { force: true });
    return { missing: 'Python could not be made ready' };
  }
  await rename(unfinished, snapshot);
  return { snapshot };
}

/** An image is valid for one version of the interpreter and of the fake machine. */
async function imageName(): Promise<string> {
  const manifest = await readFile(createRequire(import.meta.url).resolve('pyodide/package.json'), 'utf8');
  const entry = await readFile(ENTRY, 'utf8');
  const hash = createHash('sha256').update(manifest).update(entry).update(process.version);
  for (const [name, source] of guestParts()) hash.update(name).update(source);
  return hash.digest('hex').slice(0, 24);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const ends = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), PYTHON_LIMITS.makeWallMs);
    const end = (isDone: boolean) => {
      clearTimeout(timer);
      resolve(isDone);
    };
    child.once('error', () => end(false));
    child.once('close', (code) => end(code === 0));
  });

/** A run ends before optimised machine code would pay off. */
const QUICK_START = ['--wasm-lazy-validation', '--liftoff-only', '--max-lazy', '--single-threaded-gc'];

/** Starts an interpreter that waits for requests on its line. */
export const startPython = (home: { snapshot: string }): ChildProcess => startInterpreter(['serve', home.snapshot]);

function startInterpreter(args: readonly string[], writable?: string): ChildProcess {
  const compiled = enginesCache('assay-sandbox');
  const flags = [
    `--max-old-space-size=${PYTHON_LIMITS.heapMegabytes}`,
    '--no-warnings',
    '--permission',
    '--disallow-code-generation-from-strings',
    ...(writable === undefined ? QUICK_START : []),
    ...readFlags(),
    // For compiled engines only; dropped before the first request is read.
    `--allow-fs-write=${compiled}`,
    ...(writable === undefined ? [] : [`--allow-fs-write=${writable}`]),
  ];
  const { dataKilobytes, cpuSeconds } = PYTHON_LIMITS;
  const limited = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${dataKilobytes}; exec unshare ${NAMESPACES.join(' ')} "$0" "$@"`;
  return spawn('/bin/sh', ['-c', limited, process.execPath, ...flags, ENTRY, ...args], {
    env: { NODE_COMPILE_CACHE: compiled },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
}
