import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';
import { POLICY_HELP, POLICY_OPTIONS, toPolicy } from './policy.options.ts';

const HELP = `Usage: assay check [DIR] [options]

Checks that every skill below DIR (default: this folder) is certified, unchanged and valid, and matches the lock files
(skills-lock.json, skills.lock, .agents/.skill-lock.json). With trust keys, the signed feed of certified skills is checked as well.

Options
  --allow-uncertified  report uncertified skills without failing
${POLICY_HELP}${COMMON_HELP}
Exit codes: 0 all valid, 1 a skill is refused, 2 a skill is undecided, 3 no skills found.
`;

export async function check(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = { ...POLICY_OPTIONS, 'allow-uncertified': { type: 'boolean' } } as const;
  const parsed = parseOptions(args, own, { max: 1, what: 'check [DIR]' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, { runCheck }] = await Promise.all([import('../service/connect.ts'), import('./check.run.ts')]);
  const service = connect(terminal, parsed.values);
  const { values } = parsed;
  const input = {
    folder: parsed.positionals[0] ?? '.',
    isJson: values.json ?? false,
    mayBeUncertified: values['allow-uncertified'] ?? false,
    policy: toPolicy(values, service.settings.policy),
  };
  return runCheck(input, service, terminal);
}
