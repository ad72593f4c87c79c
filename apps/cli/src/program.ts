import { COMMANDS } from './commands/table.ts';
import { AuthError, EXIT, type ExitCode, UsageError } from './exit-codes.ts';
import { explainMissingEngine } from './missing-engine.ts';
import { toSafeText } from './render/safe-text.ts';
import type { Terminal } from './terminal.ts';
import { readVersion } from './version.ts';

const USAGE_COLUMNS = 26;

const HELP = `Usage: assay COMMAND

Commands
${COMMANDS.map(({ usage, summary }) => `  ${usage.padEnd(USAGE_COLUMNS)} ${summary}`).join('\n')}

Options
  -h, --help                 show this help; assay COMMAND --help describes a command
  --version                  show the version

Exit codes: 0 safe or valid, 1 unsafe or refused, 2 undecided, 3 nothing found, 4 not logged in, 64 invalid command line.
`;

/** Runs a command line and returns its exit code. No input from a user, a skill or a service ends in a stack trace. */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [word = '--help', ...args] = words;
  if (word === '--help' || word === '-h' || word === 'help') return say(HELP, terminal);
  if (word === '--version') return say(`${readVersion()}\n`, terminal);
  try {
    const row = COMMANDS.find(({ name }) => name === word);
    if (row === undefined) throw new UsageError(`There is no command ${toSafeText(word)}.`);
    const command = await row.load();
    return await command(args, terminal);
  } catch (error) {
    return explain(error, terminal);
  }
}

function explain(error: unknown, terminal: Terminal): ExitCode {
  const message = toSafeText(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) {
    terminal.err(`assay: ${message}\nTry: assay --help\n`);
    return EXIT.usage;
  }
  if (error instanceof AuthError) {
    terminal.err(`assay: ${message}\n`);
    return EXIT.auth;
  }
  const missing = explainMissingEngine(error);
  if (missing !== undefined) {
    terminal.err(`assay: ${missing}\n`);
    return EXIT.undecided;
  }
  if (error instanceof Error && error.name === 'FetchError') {
    terminal.err(`assay: ${message.replace(/\.?$/, '.')} Nothing was written.\n`);
    return EXIT.undecided;
  }
  // Compared by name, so that a command without a service need not load the client.
  if (error instanceof Error && error.name === 'AssayError') {
    terminal.err(`assay: ${message}\n`);
    const status = (error as { status?: number }).status;
    if (status === 401 || status === 403) return EXIT.auth;
    return status !== undefined && status >= 400 && status < 500 && status !== 429 ? EXIT.unsafe : EXIT.undecided;
  }
  terminal.err(`assay: internal error: ${message}\n`);
  return EXIT.internal;
}

function say(text: string, terminal: Terminal): ExitCode {
  terminal.out(text);
  return EXIT.safe;
}
