/** Run as a program: builds the memory image for sandbox processes and writes it to the path in its argument. */
import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { IMAGE_PRELUDE } from '../lock-down.ts';

const BUILD_WALL_MS = 120_000;

/** Optional imports of the shell that are not installed here. */
const NOT_INSTALLED = /^(?:turndown|sql\.js)$/;
/** Matches real uses, not mentions within a string. */
const OWN_PLACE = /(?<!['"`])import\.meta\.url/g;
const NOTHING = '\0nothing';

/** Bundles everything into one script that needs none of our files, except those that it reads by location. */
async function joinScript(entry: string): Promise<string> {
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: [/^node:/],
    logLevel: 'silent',
    plugins: [
      {
        name: 'image',
        resolveId: (id) => (NOT_INSTALLED.test(id) ? NOTHING : undefined),
        load: (id) => (id === NOTHING ? 'export default undefined;' : undefined),
        // Keeps the location of the original module instead of the script's.
        transform: (code, id) =>
          code.includes('import.meta.url')
            ? code.replaceAll(OWN_PLACE, JSON.stringify(pathToFileURL(id).href))
            : undefined,
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    codeSplitting: false,
    dynamicImportInCjs: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  return IMAGE_PRELUDE + toAscii(output[0].code);
}

/** A single character outside Latin-1 would make every character of the script take two bytes in each process. */
const toAscii = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export async function buildImage(entry: string, image: string): Promise<boolean> {
  const script = `${image}.${process.pid}.cjs`;
  const unfinished = `${image}.${process.pid}`;
  try {
    writeFileSync(script, await joinScript(entry));
    const flags = ['--no-warnings', '--snapshot-blob', unfinished, '--build-snapshot', script];
    const isBuilt = runs(flags) && runs(['--permission', '--snapshot-blob', unfinished]);
    if (isBuilt) renameSync(unfinished, image);
    return isBuilt;
  } finally {
    rmSync(script, { force: true });
    rmSync(unfinished, { force: true });
  }
}

/** An image must start before it is used. Without work, the process exits with 0. */
function runs(flags: readonly string[]): boolean {
  const { status } = spawnSync(process.execPath, flags, { stdio: 'ignore', env: {}, timeout: BUILD_WALL_MS });
  return status === 0;
}

const [, program, image] = process.argv;
if (program === fileURLToPath(import.meta.url) && image !== undefined) {
  const isBuilt = await buildImage(fileURLToPath(new URL('entry.ts', import.meta.url)), image);
  if (!isBuilt) process.exitCode = 1;
}
