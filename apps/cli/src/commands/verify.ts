import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';
import { POLICY_HELP, POLICY_OPTIONS, toPolicy } from './policy.options.ts';

const HELP = `Usage: assay verify ID|URL|DIR [options]

ID    a certificate: may it be invoked now?
DIR   a folder with a skill, or with several: are these the certified bytes, and is the certificate valid?
URL   of a certificate on the configured service, or of a folder on GitHub: is every file there now a certified one?

Options
  --id ID            the certificate that DIR or URL should be (default: found by its digest or its address)
  --seal             also check the signature of the certificate, by ASSAY_TRUST_KEYS or by the keys that the service showed first
${POLICY_HELP}${COMMON_HELP}
Exit codes: 0 valid, 1 refused, 2 undecidable (no answer to rely on), 3 nothing there to verify.
`;

export async function verify(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = { ...POLICY_OPTIONS, id: { type: 'string' }, seal: { type: 'boolean' } } as const;
  const parsed = parseOptions(args, own, { min: 1, max: 1, what: 'verify ID|URL|DIR' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, { runVerify }] = await Promise.all([import('../service/connect.ts'), import('./verify.run.ts')]);
  const service = connect(terminal, parsed.values);
  const [target = ''] = parsed.positionals;
  return runVerify(
    {
      target,
      id: parsed.values.id,
      isSealed: parsed.values.seal ?? false,
      isJson: parsed.values.json ?? false,
      policy: toPolicy(parsed.values, service.settings.policy),
    },
    service,
    terminal,
  );
}
