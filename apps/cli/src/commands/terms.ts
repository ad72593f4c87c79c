import type { CallAnswer } from '@assay/client/api';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay terms [accept] [options]

Shows the current terms of the service and, with a login, the versions that you have accepted. "terms accept" accepts the current version; name it
with --version, so that a text that changed since you read it is not accepted.

Options
  --version VERSION  with accept: the version that you have read
${COMMON_HELP}
Exit codes: 0 accepted, or not required by this service, 2 not accepted yet, 4 accept without a login.
`;

type Terms = CallAnswer<'readTerms'>;

export async function terms(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, { version: { type: 'string' } }, { max: 1, what: 'terms' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [action] = parsed.positionals;
  if (action !== undefined && action !== 'accept')
    throw new UsageError(`Unknown action: ${action}. Use: assay terms accept`);
  const { connect, connectAsDeveloper } = await import('../service/connect.ts');
  const { api } = action === undefined ? connect(terminal, parsed.values) : connectAsDeveloper(terminal, parsed.values);
  const current = await api.call('readTerms', {});
  if (action === undefined) return print(current, parsed.values.json === true, terminal);
  const { version, sha256 } = current;
  if (parsed.values.version !== version)
    throw new UsageError(
      `Read ${current.documents.map(({ url }) => url).join(' and ')}, then run: assay terms accept --version ${version}`,
    );
  return print(await api.call('acceptTerms', { body: { version, sha256 } }), parsed.values.json === true, terminal);
}

function print(shown: Terms, isJson: boolean, terminal: Terminal): ExitCode {
  const exit = shown.isAccepted || !shown.isRequired ? EXIT.safe : EXIT.undecided;
  if (isJson) {
    terminal.out(`${toSafeJson(shown, 2)}\n`);
    return exit;
  }
  const { version, isAccepted, isRequired, documents, acceptances } = shown;
  const state = isAccepted ? 'accepted' : `not accepted${isRequired ? ', required to submit' : ''}`;
  terminal.out(`${toSafeText(`Terms ${version}: ${state}`)}\n`);
  for (const { title, url } of documents) terminal.out(`  ${toSafeText(`${title}: ${url}`)}\n`);
  for (const accepted of acceptances)
    terminal.out(
      `  ${toSafeText(`accepted ${accepted.version} at ${accepted.acceptedAt}, sha256 ${accepted.sha256}`)}\n`,
    );
  return exit;
}
