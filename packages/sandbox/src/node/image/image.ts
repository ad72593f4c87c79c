import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ANALYSIS_ROOT } from '@assay/analysis/node/compiled-code';
import { enginesCache } from '../folders.ts';

const BUILDER = fileURLToPath(new URL('build.ts', import.meta.url));
/** The folders with all of our code in the image. */
const SOURCES = [
  fileURLToPath(new URL('../', import.meta.url)),
  fileURLToPath(new URL('../../world/', import.meta.url)),
  `${ANALYSIS_ROOT}src/runs/`,
];
const ENGINES = ['just-bash', 'quickjs-emscripten'];
const BUILDER_PRIORITY = 10;
/** No build takes longer. An older mark is left from a build that was ended. */
const BUILD_MS_MAX = 180_000;

/** An image is valid for one processor and one version of Node, of the engines and of our sources. */
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
/** Beside the folder that sandbox processes may temporarily write to, not in it. */
const imagePath = (): string => (named ??= `${enginesCache('assay-image')}${imageName()}.image`);

/** The memory image for sandbox processes, if it exists on this machine. */
export function findImage(): string | undefined {
  try {
    return existsSync(imagePath()) ? imagePath() : undefined;
  } catch {
    return undefined; // the process starts without an image
  }
}

/**
 * Builds the image once per machine, in a low-priority process that no caller waits for. If the build fails, for
 * example without the bundler, processes start without an image.
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
    // The folder is not writable.
  }
}

/** Whether this process has claimed the build. */
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
