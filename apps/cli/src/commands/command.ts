import type { ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';

export type Command = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;

/** One row per command. `load` imports the command's file on use, so that startup does not pay for the others. */
export type CommandRow = {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
};
