import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay status ID [options]

ID is one of your submissions, or a certificate.

Options
  --watch            report changes to a submission until it is decided, or to a certificate until you stop the command
${COMMON_HELP}
Exit codes: 0 certified or valid, 1 rejected or not valid, 2 not decided yet, 4 not logged in.
`;

const CERTIFICATE = /^[0-9a-f]{24}$/;
const SUBMISSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function status(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, { watch: { type: 'boolean' } }, { min: 1, max: 1, what: 'status ID' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [id = ''] = parsed.positionals;
  const { json: isJson = false, watch: isWatched = false } = parsed.values;
  const [{ connectAsDeveloper, connectResident }, run] = await Promise.all([
    import('../service/connect.ts'),
    import('./status.run.ts'),
  ]);
  if (CERTIFICATE.test(id))
    return run.showCertificate(id, { isJson, isWatched }, connectResident(terminal, parsed.values), terminal);
  if (!SUBMISSION.test(id)) throw new UsageError('ID must be a certificate (24 hex digits) or a submission (a UUID).');
  const service = connectAsDeveloper(terminal, parsed.values);
  return isWatched
    ? run.followSubmission(id, { isJson }, service, terminal)
    : run.showSubmission(id, { isJson }, service, terminal);
}
