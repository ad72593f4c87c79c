import { UsageError } from '../exit-codes.ts';
import { type Host, OR_BLOCK } from './hosts.ts';

/** npm's start file on Windows. Unlike `assay.ps1`, it runs under every execution policy. */
const ON_WINDOWS = 'assay.cmd';
/** Characters that cmd, PowerShell and Git Bash all take literally. */
const PLAIN_WORD = /^[\w:/.@+=-]+$/;
/** What a shell does when the command fails or is not there: the exit code with which hosts block a call. */
const BLOCKS: Readonly<Record<Host['windowsShell'], string>> = {
  cmd: ` ${OR_BLOCK}`,
  powershell: '; if ($LASTEXITCODE -ne 0) { exit 2 }',
  unknown: '',
};

/**
 * The command line for Windows, where no shell is present everywhere. The call itself needs none: it consists of plain
 * words. Only the part that blocks a call when the command fails depends on the shell with which the host runs it.
 */
export function toWindowsLine({ name, windowsShell }: Host, url: string, program = ON_WINDOWS): string {
  for (const word of [program, url])
    if (!PLAIN_WORD.test(word))
      throw new UsageError(
        `A hook on Windows cannot contain ${word}. Use a name or an address without quotes or spaces.`,
      );
  // The entry is recognised by these words when it is replaced or removed.
  if (!/assay(?:[.]cmd)?$/.test(program))
    throw new UsageError(
      `A hook on Windows cannot start ${program}. Use a program whose name ends with assay or assay.cmd.`,
    );
  return `${program} hook run ${name} --url ${url}${BLOCKS[windowsShell]}`;
}

/** The same for settings that other platforms share with Windows: without it, the host has no hook there. */
export function findWindowsLine(host: Host, url: string): string | undefined {
  return PLAIN_WORD.test(url) ? toWindowsLine(host, url) : undefined;
}
