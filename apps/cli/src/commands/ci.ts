import { EXIT, type ExitCode } from '../exit-codes.ts';
import { parseDuration } from '../log/log.options.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';
import { POLICY_HELP, POLICY_OPTIONS, toPolicy } from './policy.options.ts';

const HELP = `Usage: assay ci [--frozen] [options]

Installs what assay.lock names and is not here, at the commit of the lock, and checks everything: files, executable bits and links against
the lock; certificates with the service, or by the stored proofs when it does not answer. A skill in a host's folder that the lock does
not name is refused. The lock is never changed; without --frozen stored proofs are renewed.

Options
  --frozen           write nothing but skills that are missing
  --offline          ask nobody and install nothing; stored proofs decide
  --trust-root FILE  the trust root for stored proofs (default: the one this machine remembers of the service)
  --max-status-age TIME  how old the status of a stored proof may be: 15m, 24h, 30d (default: the smaller maxStatusAgeMinutes of
                     the policy and, with --offline, of the lock; else 15m)
  --host URL         fetch repositories of GitHub from this address instead
${POLICY_HELP}${COMMON_HELP}
Exit codes: 0 all is as locked and valid, 1 something is not, 2 something cannot be decided, 3 there is no assay.lock.
`;

export async function ci(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = {
    ...POLICY_OPTIONS,
    frozen: { type: 'boolean' },
    offline: { type: 'boolean' },
    'trust-root': { type: 'string' },
    'max-status-age': { type: 'string' },
    host: { type: 'string' },
  } as const;
  const parsed = parseOptions(args, own, { what: 'ci [--frozen]' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, { runCi }] = await Promise.all([import('../service/connect.ts'), import('./ci.run.ts')]);
  const { values } = parsed;
  const service = connect(terminal, values);
  const input = {
    isFrozen: values.frozen ?? false,
    isOffline: values.offline ?? false,
    trustRoot: values['trust-root'],
    maxStatusAgeMs: parseDuration('max-status-age', values['max-status-age']),
    host: values.host,
    url: values.url,
    isJson: values.json ?? false,
    policy: toPolicy(values, service.settings.policy) ?? {},
  };
  return runCi(input, service, terminal);
}
