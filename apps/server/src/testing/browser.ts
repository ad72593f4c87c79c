import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The sandbox of Chromium needs a kernel feature that containers often lack; it shows nothing here but our own pages. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

/** A real Chromium: one that is named or installed, or the one that comes with the packages on x64. */
export async function openBrowser(): Promise<Browser | undefined> {
  try {
    const installed = process.env.CHROMIUM_PATH ?? findInstalled();
    if (installed !== undefined) return await chromium.launch({ executablePath: installed, args: ARGUMENTS });
    if (process.arch === 'x64') return await openPacked();
    throw new Error('none is installed, and none comes with the packages on this machine');
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : 'it gave no reason';
    process.stderr.write(`Pages are not looked at, since there is no Chromium: ${reason}\n`);
    return undefined;
  }
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Unpacked into a folder of this process: two that unpacked to one place would start a half-written program. */
async function openPacked(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-chromium-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const { TMPDIR } = process.env;
  try {
    process.env.TMPDIR = folder;
    const { default: packed, inflate } = await import('@sparticuz/chromium');
    const executablePath = await packed.executablePath();
    await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
    restore(TMPDIR);
    const browser = await launchPacked(executablePath, folder);
    browser.on('disconnected', () => void remove());
    return browser;
  } catch (error) {
    restore(TMPDIR);
    await remove();
    throw error;
  }
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
