import { EXIT, type ExitCode } from '../exit-codes.ts';
import { parseDuration } from '../log/log.options.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';
import { POLICY_HELP, POLICY_OPTIONS, toPolicy } from './policy.options.ts';

const HELP = `Usage: assay ci [--frozen] [options]

Installs missing skills from assay.lock at the locked commit and checks everything: files, executable bits and links against
the lock; certificates with the service, or with the stored proofs if the service does not respond. A skill that is in a host's folder
but not in the lock is refused. The lock is never changed; without --frozen, stored proofs are renewed.

Options
  --frozen           write only missing skills
  --offline          use no network and install nothing; verify with the stored proofs
  --trust-root FILE  the trust root for stored proofs (default: the stored trust root of the service)
  --max-status-age TIME  maximum age of the status in a stored proof: 15m, 24h, 30d (default: the smaller maxStatusAgeMinutes of
                     the policy and, with --offline, of the lock; else 15m)
  --host URL         fetch GitHub repositories from this address
${POLICY_HELP}${COMMON_HELP}
Exit codes: 0 all skills match the lock and are valid, 1 a skill does not match or is not valid, 2 a skill is undecided, 3 no assay.lock.
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
