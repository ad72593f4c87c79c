/** Run as a program: makes the memory image that sandbox processes start from, in the file it is told. */
import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { IMAGE_PRELUDE } from '../lock-down.ts';

const BUILD_WALL_MS = 120_000;

/** The shell offers these where they are installed, and here they are not. */
const NOT_INSTALLED = /^(?:turndown|sql\.js)$/;
/** Where it is meant, not where it is named in a text. */
const OWN_PLACE = /(?<!['"`])import\.meta\.url/g;
const NOTHING = '\0nothing';

/** One script that needs no file of ours but those which it reads by their place. */
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
        // Where a module was, not where the script is.
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

/** One character beyond Latin would make every character of the script take two bytes of each process. */
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

/** An image has to start before anybody is given it: with nothing to do it ends well. */
function runs(flags: readonly string[]): boolean {
  const { status } = spawnSync(process.execPath, flags, { stdio: 'ignore', env: {}, timeout: BUILD_WALL_MS });
  return status === 0;
}

const [, program, image] = process.argv;
if (program === fileURLToPath(import.meta.url) && image !== undefined) {
  const isBuilt = await buildImage(fileURLToPath(new URL('entry.ts', import.meta.url)), image);
  if (!isBuilt) process.exitCode = 1;
}
