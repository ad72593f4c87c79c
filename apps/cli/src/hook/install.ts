import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { requireInside } from '../install/place.ts';
import { toSafeText } from '../render/safe-text.ts';
import { readSettings } from '../service/settings.ts';
import { readRegularText } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';
import { findWindowsLine, toWindowsLine } from './command-line.ts';
import { type Host, OR_BLOCK, WITHOUT_NODE } from './hosts.ts';

export type InstallOptions = {
  readonly user?: boolean | undefined;
  readonly command?: string | undefined;
  readonly url?: string | undefined;
};

/** A settings file in a cloned project can be a link to a pipe or a device. */
const SETTINGS_BYTES_MAX = 4_194_304;

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const toWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quote(text));

/**
 * Variables of a project reach the hook, so the user's hook command sets the user's settings folders explicitly.
 * Project settings are shared, so they contain no paths of this machine.
 */
function toEnvironment({ user }: InstallOptions, { config }: Terminal): string {
  if (!user) return `env ${WITHOUT_NODE} `;
  const folders = { XDG_CONFIG_HOME: config.configDir, XDG_STATE_HOME: config.stateDir };
  const words = Object.entries(folders).map(([name, folder]) => `${name}=${toWord(dirname(folder))}`);
  return `env ${WITHOUT_NODE} ${words.join(' ')} `;
}

/** The full path of the running program. With its name alone, another program of that name would be the hook. */
function toProgram({ user, command }: InstallOptions): string {
  if (command !== undefined) return command;
  const [, program = ''] = process.argv;
  return user && isAbsolute(program) ? toWord(program) : 'assay';
}

function toPosixLine(host: Host, options: InstallOptions, url: string, terminal: Terminal): string {
  const start = toProgram(options);
  const line = `${toEnvironment(options, terminal)}${start} hook run ${host.name} --url ${quote(url)} ${OR_BLOCK}`;
  // The entry must contain the words that identify it, whatever the program is called.
  return start.endsWith('assay') ? line : `${line} # assay hook run`;
}

export async function installHook(host: Host, options: InstallOptions, terminal: Terminal): Promise<ExitCode> {
  const path = pathOf(host, options, terminal);
  const { url, trustKeys } = readSettings(terminal, options, { isProjectRead: false });
  const isWindows = process.platform === 'win32';
  const windows = isWindows ? toWindowsLine(host, url, options.command) : findWindowsLine(host, url);
  const isForWindows = isWindows && host.hasWindowsLine !== true;
  const entry = (isForWindows ? windows : undefined) ?? toPosixLine(host, options, url, terminal);
  if (!options.user) requireInside(terminal.cwd, path);
  if (host.module === undefined) write(path, host.install(read(path), entry, windows));
  else writeOwn(path, host.module(entry));
  terminal.out(`${host.title} asks Assay at ${url} before it uses or installs a skill: ${path}\n`);
  if (terminal.config.trustKeys.length > 0)
    terminal.out('The hook does not read ASSAY_TRUST_KEYS. Set its keys with: assay config trustKeys KEY\n');
  if (trustKeys.length === 0) await pinFirst(url, terminal);
  return EXIT.safe;
}

/** A hook learns no keys, so the first contact with its service is here, where a person sees it. */
async function pinFirst(url: string, terminal: Terminal): Promise<void> {
  const { memoryOf, pinService } = await import('../service/pins.ts');
  const { root } = memoryOf(terminal, url);
  if ((await root.get()) !== undefined) return;
  const service = toSafeText(url);
  try {
    const { now } = await pinService(terminal, url);
    terminal.err(
      `assay: ${service} was not pinned. From now on, only the keys that it shows now are accepted (trust root sha256 ${now}). Compare the digest with the one that its operator publishes.\n`,
    );
  } catch {
    terminal.err(
      `assay: ${service} is not pinned, and the hook denies skills until it is. Pin it: assay config pin ${service}\n`,
    );
  }
}

export function uninstallHook(host: Host, options: InstallOptions, terminal: Terminal): ExitCode {
  const path = pathOf(host, options, terminal);
  if (!options.user) requireInside(terminal.cwd, path);
  if (host.module === undefined) write(path, host.remove(read(path)));
  else if (isOwn(path)) rmSync(path);
  terminal.out(`${host.title} no longer asks Assay: ${path}\n`);
  return EXIT.safe;
}

const pathOf = (host: Host, { user }: InstallOptions, { cwd, config }: Terminal): string =>
  user ? join(config.home, host.file.user) : join(cwd, host.file.project);

/** An unparsable file is not overwritten, because it may contain other programs' settings. */
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

/** False if there is no file. A file of another program is kept. */
function isOwn(path: string): boolean {
  try {
    if (readRegularText(path, SETTINGS_BYTES_MAX).includes(OWN_MARK)) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  throw new UsageError(`${path} was not written by Assay. Move it and try again.`);
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
