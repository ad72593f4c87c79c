import { NOTE_KEY_TYPES } from '@assay/protocol/log';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { parseDuration, parseKey, toWitnessPolicy, WITNESS_HELP, WITNESS_OPTIONS } from '../log/log.options.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay monitor --log-key KEY [options]

Follows the transparency log of a service from the last position, verifies that the log has only grown, compares every new payload with its
leaf and reports entries about your products.

Options
  --log-key KEY      the verifier key of the log, from a source other than the monitored service
  --owner ADDRESS    your wallet: report every certificate issued for it
  --name NAME        your skill: report certificates with this name or a similar one
  --digest SHA256    an entry file or a bundle: report certificates for these bytes
  --certificate ID   a certificate that you use: report every change of its status
                     (--owner, --name, --digest and --certificate can be repeated)
  --state FILE       the file with the last position (default: a file in your state folder, one per log)
  --from-now         start at the current end: earlier entries are verified but not reported
  --every TIME       keep running and poll at this interval: 60s, 15m
  --webhook URL      also send findings to this URL as JSON
  --audit-log        compare the audit heads with the audit log; needs an operator key in ASSAY_TOKEN
${WITNESS_HELP}${COMMON_HELP}
Prints one line for each finding. Exit codes: 0 no findings, 1 findings or an inconsistent log, 2 no response.
`;

const OWN = {
  ...WITNESS_OPTIONS,
  'log-key': { type: 'string' },
  owner: { type: 'string', multiple: true },
  name: { type: 'string', multiple: true },
  digest: { type: 'string', multiple: true },
  certificate: { type: 'string', multiple: true },
  state: { type: 'string' },
  'from-now': { type: 'boolean' },
  every: { type: 'string' },
  webhook: { type: 'string' },
  'audit-log': { type: 'boolean' },
} as const;

const requireForm = (option: string, values: readonly string[], form: RegExp): readonly string[] => {
  const wrong = values.find((value) => !form.test(value));
  if (wrong !== undefined) throw new UsageError(`--${option}: ${JSON.stringify(wrong)} has the wrong format.`);
  return values;
};

function parseWebhook(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url !== undefined && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return text;
  throw new UsageError('--webhook takes an https URL or a loopback URL.');
}

export async function monitor(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, OWN, { what: 'monitor --log-key KEY' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const { values } = parsed;
  if (values['log-key'] === undefined)
    throw new UsageError('Set --log-key KEY. A key taken from the log itself does not identify the log.');
  const run = await import('./monitor.run.ts');
  return run.runMonitor(
    {
      key: parseKey(values['log-key'], NOTE_KEY_TYPES.ed25519, '--log-key'),
      interests: {
        owners: requireForm('owner', values.owner ?? [], /^0x[0-9a-fA-F]{40}$/),
        names: values.name ?? [],
        digests: requireForm('digest', values.digest ?? [], /^(sha256:)?[0-9a-f]{64}$/).map((text) => text.slice(-64)),
        certificates: requireForm('certificate', values.certificate ?? [], /^[0-9a-f]{24}$/),
      },
      witnesses: toWitnessPolicy(values),
      stateFile: values.state,
      isFromNow: values['from-now'] ?? false,
      everyMs: parseDuration('every', values.every),
      webhook: parseWebhook(values.webhook),
      isAudited: values['audit-log'] ?? false,
      isJson: values.json ?? false,
      url: values.url,
    },
    terminal,
  );
}
