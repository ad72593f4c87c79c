import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The sandbox of Chromium needs a kernel feature that containers often lack; it shows nothing here but our own pages. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

/** Why tests that need a browser are skipped, in the result of the run. */
export const NO_BROWSER = 'no Chromium here: install one or set CHROMIUM_PATH';

/**
 * A real Chromium: one that is named or installed, or the one that comes with the packages on x64. Without one, pages are not looked at,
 * which CI must not call a success.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  try {
    const installed = process.env.CHROMIUM_PATH ?? findInstalled() ?? findDownloaded();
    if (installed !== undefined) return await chromium.launch({ executablePath: installed, args: ARGUMENTS });
    if (process.arch === 'x64') return await openPacked();
    throw new Error('none is installed, and none comes with the packages on this machine');
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : 'it gave no reason';
    if (isCi()) throw new Error(`Browser tests need a Chromium in CI: ${reason}`, { cause: error });
    process.stderr.write(`Pages are not looked at, since there is no Chromium: ${reason}\n`);
    return undefined;
  }
}

const isCi = (): boolean => !['', '0', 'false', undefined].includes(process.env.CI);

/** The one that `playwright-core install chromium` fetched. */
function findDownloaded(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** The folder of the Chromium that comes with the packages, named after its version. */
function homeOfPacked(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return fileURLToPath(new URL(`../../../../node_modules/.cache/assay-chromium-${version}`, import.meta.url));
}

/**
 * Unpacked once for each installation, and named when it is complete: two that unpacked to one place would start a half-written
 * program.
 */
async function unpack(home: string): Promise<void> {
  await mkdir(dirname(home), { recursive: true });
  const draft = await mkdtemp(`${home}-`);
  const { TMPDIR } = process.env;
  try {
    process.env.TMPDIR = draft;
    const { default: packed, inflate } = await import('@sparticuz/chromium');
    await packed.executablePath();
    await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
    await rename(draft, home);
  } catch (error) {
    if (!existsSync(home)) throw error; // otherwise somebody was faster
  } finally {
    restore(TMPDIR);
    await rm(draft, { recursive: true, force: true });
  }
}

async function openPacked(): Promise<Browser> {
  const home = homeOfPacked();
  if (!existsSync(home)) await unpack(home);
  return launchPacked(join(home, 'chromium'), home);
}

function restore(before: string | undefined): void {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
}

/** Where a machine says which fonts it has. */
const OWN_FONTS = '/etc/fonts/fonts.conf';

/**
 * With the machine's own libraries and fonts; where it lacks some, with those that come along. The fonts that come along are too few for a
 * field of a form: where the machine has others, Chromium ends over it.
 */
async function launchPacked(executablePath: string, folder: string): Promise<Browser> {
  const env = existsSync(OWN_FONTS) ? { ...process.env } : { ...process.env, FONTCONFIG_PATH: join(folder, 'fonts') };
  try {
    return await chromium.launch({ executablePath, args: ARGUMENTS, env });
  } catch {
    const withLibraries = { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
    return chromium.launch({ executablePath, args: ARGUMENTS, env: withLibraries });
  }
}
