import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay outdated [options]

Lists skills in assay.lock that have a newer certified version from the same folder, repository and owner.

Options
${COMMON_HELP}
Exit codes: 0 no newer version found, 1 at least one skill is outdated, 3 no assay.lock.
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
