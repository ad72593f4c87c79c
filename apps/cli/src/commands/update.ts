import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';
import { POLICY_HELP, POLICY_OPTIONS, toPolicy } from './policy.options.ts';

const HELP = `Usage: assay update [NAME...] [options]

Updates skills in assay.lock (all, or the named ones) to the newest certified version: shows the changes (files, permissions, hosts,
warnings), asks for confirmation and installs as assay add does.

Options
  --yes              update without confirmation if the policy allows it
  --pr               for a bot: like --yes, but each skill is updated on its own new branch assay/update-NAME of this git repository,
                     with one commit; its summary for a pull request is printed as Markdown. The checked-out branch does not change
  --host URL         fetch GitHub repositories from this address
${POLICY_HELP}${COMMON_HELP}With --json, update prints an array with one element for each skill that has a newer version.
Exit codes: 0 updated or nothing to do, 1 refused, 2 undecided or no confirmation possible, 3 no assay.lock.
`;

export async function update(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = {
    ...POLICY_OPTIONS,
    yes: { type: 'boolean' },
    pr: { type: 'boolean' },
    host: { type: 'string' },
  } as const;
  const parsed = parseOptions(args, own, { max: 100, what: 'update [NAME...]' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, { runUpdate }] = await Promise.all([import('../service/connect.ts'), import('./update.run.ts')]);
  const { values, positionals } = parsed;
  const service = connect(terminal, values);
  const input = {
    names: positionals,
    isConfirmed: (values.yes ?? false) || (values.pr ?? false),
    isForBot: values.pr ?? false,
    isJson: values.json ?? false,
    host: values.host,
    policy: toPolicy(values, service.settings.policy) ?? {},
  };
  return runUpdate(input, service, terminal);
}
