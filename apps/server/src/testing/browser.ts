import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** Chromium's sandbox needs a kernel feature that containers often lack. The browser opens only our own pages. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

/** The reason in the test results when browser tests are skipped. */
export const NO_BROWSER = 'no Chromium here: install one or set CHROMIUM_PATH';

/**
 * A real Chromium: the configured one, the bundled one for x64, or an installed one. The bundled one draws no window, and
 * pages take a third less processor time in it. Without one, pages are not tested, which CI must treat as a failure.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  try {
    const { CHROMIUM_PATH } = process.env;
    if (CHROMIUM_PATH !== undefined) return await launch(CHROMIUM_PATH);
    const installed = findInstalled() ?? findDownloaded();
    if (process.arch === 'x64')
      return await openPacked().catch((error: unknown) => {
        if (installed === undefined) throw error;
        return launch(installed);
      });
    if (installed !== undefined) return await launch(installed);
    throw new Error('none is installed, and none comes with the packages on this machine');
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : 'it gave no reason';
    if (isCi()) throw new Error(`Browser tests need a Chromium in CI: ${reason}`, { cause: error });
    process.stderr.write(`Browser tests are skipped, because no Chromium starts: ${reason}\n`);
    return undefined;
  }
}

const launch = (executablePath: string): Promise<Browser> => chromium.launch({ executablePath, args: ARGUMENTS });

const isCi = (): boolean => !['', '0', 'false', undefined].includes(process.env.CI);

/** The Chromium that `playwright-core install chromium` downloaded. */
function findDownloaded(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** The folder of the bundled Chromium, named after its version. */
function homeOfPacked(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return fileURLToPath(new URL(`../../../../node_modules/.cache/assay-chromium-${version}`, import.meta.url));
}

/** Unpacked once per installation and renamed when complete: two concurrent starts in one place would run a partial program. */
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
    if (!existsSync(home)) throw error; // otherwise a concurrent test unpacked it first
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

/** The font configuration of the machine. */
const OWN_FONTS = '/etc/fonts/fonts.conf';

/**
 * Uses the libraries and fonts of the machine if it has them, else the bundled ones. The bundled fonts are incomplete:
 * on a machine with other fonts, Chromium crashes with them on a form field.
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
