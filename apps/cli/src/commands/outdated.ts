import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay outdated [options]

Skills of assay.lock for which there is a later certified version: of the same folder, repository and owner.

Options
${COMMON_HELP}
Exit codes: 0 all are the newest, 1 one is not, 3 there is no assay.lock.
`;

export async function outdated(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, {}, { what: 'outdated' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, { runOutdated }] = await Promise.all([
    import('../service/connect.ts'),
    import('./update.run.ts'),
  ]);
  return runOutdated(parsed.values.json ?? false, connect(terminal, parsed.values), terminal);
}
