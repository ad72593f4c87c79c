import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeText } from '../render/safe-text.ts';
import { readSettings } from '../service/settings.ts';
import { readRegularText } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';
import { type Host, OR_BLOCK } from './hosts.ts';

export type InstallOptions = {
  readonly user?: boolean | undefined;
  readonly command?: string | undefined;
  readonly url?: string | undefined;
};

/** The settings of a host in a clone can be a link to a pipe or a device. */
const SETTINGS_BYTES_MAX = 4_194_304;

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const toCommand = (host: Host, start: string, url: string): string =>
  `${start} hook run ${host.name} --url ${quote(url)} ${OR_BLOCK}`;

export async function installHook(host: Host, options: InstallOptions, terminal: Terminal): Promise<ExitCode> {
  const path = pathOf(host, options, terminal);
  const { url, trustKeys } = readSettings(terminal, options, { isProjectRead: false });
  const start = options.command ?? 'assay';
  // The words by which the entry is found again have to be in it, whatever the program is called.
  const command = start.endsWith('assay')
    ? toCommand(host, start, url)
    : `${toCommand(host, start, url)} # assay hook run`;
  if (host.module === undefined) write(path, host.install(read(path), command));
  else writeOwn(path, host.module(command));
  terminal.out(`${host.title} asks Assay at ${url} before it uses or installs a skill: ${path}\n`);
  // Nobody sees what the hook prints, so its first contact is announced here.
  const { memoryOf } = await import('../service/pins.ts');
  if (trustKeys.length === 0 && (await memoryOf(terminal, url).root.get()) === undefined)
    terminal.err(
      `assay: ${toSafeText(url)} is not pinned yet; its next answer pins it. Pin it now: assay config pin URL\n`,
    );
  return EXIT.safe;
}

export function uninstallHook(host: Host, options: InstallOptions, terminal: Terminal): ExitCode {
  const path = pathOf(host, options, terminal);
  if (host.module === undefined) write(path, host.remove(read(path)));
  else if (isOwn(path)) rmSync(path);
  terminal.out(`${host.title} no longer asks Assay: ${path}\n`);
  return EXIT.safe;
}

const pathOf = (host: Host, { user }: InstallOptions, { cwd }: Terminal): string =>
  user ? join(homedir(), host.file.user) : join(cwd, host.file.project);

/** An unparsable file is not overwritten, because it contains settings of other programs. */
function read(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readRegularText(path, SETTINGS_BYTES_MAX));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(`${path} is not JSON. Fix the file and try again.`, { cause: error });
  }
  throw new UsageError(`${path} is not a JSON object. Fix the file and try again.`);
}

const OWN_MARK = 'assay hook run';

/** False where there is no file. A file of another program stays. */
function isOwn(path: string): boolean {
  try {
    if (readRegularText(path, SETTINGS_BYTES_MAX).includes(OWN_MARK)) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  throw new UsageError(`${path} is not a file of Assay. Move it and try again.`);
}

function writeOwn(path: string, content: string): void {
  isOwn(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function write(path: string, settings: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(settings, null, 2)}\n`);
}
