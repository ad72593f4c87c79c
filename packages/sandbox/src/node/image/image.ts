import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ANALYSIS_ROOT } from '@assay/analysis/node/compiled-code';
import { enginesCache } from '../folders.ts';

const BUILDER = fileURLToPath(new URL('build.ts', import.meta.url));
/** All that is ours in the image stands in these. */
const SOURCES = [
  fileURLToPath(new URL('../', import.meta.url)),
  fileURLToPath(new URL('../../world/', import.meta.url)),
  `${ANALYSIS_ROOT}src/runs/`,
];
const ENGINES = ['just-bash', 'quickjs-emscripten'];
const BUILDER_PRIORITY = 10;
/** Nobody takes longer: whoever began and is not done by then was ended in the middle. */
const BUILD_MS_MAX = 180_000;

/** Another processor or version of Node, of the engines or of our sources is another image. */
function imageName(): string {
  const hash = createHash('sha256').update(`${process.version} ${process.arch} ${cpus()[0]?.model}`);
  const { resolve } = createRequire(import.meta.url);
  for (const engine of ENGINES) hash.update(versionOf(resolve(engine), engine));
  for (const folder of SOURCES)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/(?<![.]test)[.][jt]s$/.test(path)) hash.update(`${path}\0`).update(readFileSync(folder + path));
  return hash.digest('hex').slice(0, 24);
}

function versionOf(entry: string, name: string): string {
  const root = entry.slice(0, entry.lastIndexOf(`/node_modules/${name}/`));
  const { version }: { version: string } = JSON.parse(
    readFileSync(`${root}/node_modules/${name}/package.json`, 'utf8'),
  );
  return `${name}@${version}`;
}

let named: string | undefined;
/** Beside the folder that sandbox processes may write in for a moment, not in it. */
const imagePath = (): string => (named ??= `${enginesCache('assay-image')}${imageName()}.image`);

/** The memory image that a sandbox process can start from, if it was made on this machine. */
export function findImage(): string | undefined {
  try {
    return existsSync(imagePath()) ? imagePath() : undefined;
  } catch {
    return undefined; // a process starts without
  }
}

/**
 * Has the image made, by a process that gives way to all others and that nobody waits for. Once on each machine; where it cannot be
 * made, as without the program that joins the sources, processes go on starting without.
 */
export function makeImage(): void {
  if (findImage() !== undefined) return;
  try {
    const mark = `${imagePath()}.making`;
    if (!isTaken(mark)) return;
    const builder = spawn(process.execPath, ['--no-warnings', BUILDER, imagePath()], { stdio: 'ignore', env: {} });
    builder.unref();
    builder.once('error', () => undefined);
    if (builder.pid !== undefined) setPriority(builder.pid, BUILDER_PRIORITY);
  } catch {
    // The folder cannot be written.
  }
}

/** Whether we are the ones to make it. */
function isTaken(mark: string): boolean {
  try {
    closeSync(openSync(mark, 'wx'));
    return true;
  } catch {
    const isAbandoned = Date.now() - statSync(mark).mtimeMs > BUILD_MS_MAX;
    if (isAbandoned) rmSync(mark, { force: true });
    return isAbandoned && isTaken(mark);
  }
}
