import { readFileSync } from 'node:fs';
import { scan } from './commands/scan.ts';
import { EXIT, type ExitCode, UsageError } from './exit-codes.ts';
import { toSafeText } from './render/safe-text.ts';
import type { Terminal } from './terminal.ts';

type Command = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;

const COMMANDS: ReadonlyMap<string, Command> = new Map([['scan', scan]]);

const HELP = `Usage: assay COMMAND

Commands
  scan PATH...   review skills for attacks, deception and risky acts

Options
  -h, --help     this text; assay COMMAND --help says more about a command
  --version      the version of assay

Exit codes: 0 safe, 1 unsafe, 2 not decided, 3 nothing to scan, 64 wrong command line.
`;

/** From words to an exit code. Nothing a user or a skill can do ends in a stack trace. */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [word = '--help', ...args] = words;
  if (word === '--help' || word === '-h' || word === 'help') return say(HELP, terminal);
  if (word === '--version') return say(`${readVersion()}\n`, terminal);
  try {
    const command = COMMANDS.get(word);
    if (command === undefined) throw new UsageError(`There is no command ${toSafeText(word)}.`);
    return await command(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`assay: ${toSafeText(error.message)}\nTry: assay --help\n`);
      return EXIT.usage;
    }
    terminal.err(`assay: internal error: ${toSafeText(error instanceof Error ? error.message : String(error))}\n`);
    return EXIT.internal;
  }
}

function say(text: string, terminal: Terminal): ExitCode {
  terminal.out(text);
  return EXIT.safe;
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return Object.entries(manifest ?? {}).find(([name]) => name === 'version')?.[1] ?? 'unknown';
}
