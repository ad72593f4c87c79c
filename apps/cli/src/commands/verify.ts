import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { parseDuration, toWitnessPolicy, WITNESS_HELP, WITNESS_OPTIONS } from '../log/log.options.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';
import { POLICY_HELP, POLICY_OPTIONS, toPolicy } from './policy.options.ts';

const HELP = `Usage: assay verify ID|URL|DIR [options]
       assay verify --offline FILE [DIR] [options]
       assay verify --release DIR --key KEY

ID    a certificate: is it valid now?
DIR   a folder with one or more skills: are these the certified bytes, and is the certificate valid?
URL   of a certificate on the configured service, or of a folder on GitHub: is every file in it certified?

Options
  --id ID            the certificate expected for DIR or URL (default: found by digest or address)
  --seal             also check the signed statement of the certificate; its signed status is always checked
  --offline FILE     use no network: verify DIR with a proof bundle and your trust root
  --trust-root FILE  the trust root (with --offline; default: the stored trust root of the service)
  --origin NAME      the log that the proof must come from (with --offline)
  --release DIR      use no network: is every file in DIR part of an Assay release signed by KEY?
  --key KEY          the public key of the release (with --release): hex, base64, or base64 of SPKI
  --max-status-age TIME  maximum age of the status: 90s, 15m, 24h, 30d (with --offline; default 15m)
${WITNESS_HELP}${POLICY_HELP}${COMMON_HELP}
Exit codes: 0 valid, 1 refused, 2 undecided (no reliable response), 3 nothing to verify.
`;

const RELEASE_OPTIONS = { release: { type: 'string' }, key: { type: 'string' } } as const;

const OFFLINE_OPTIONS = {
  ...WITNESS_OPTIONS,
  offline: { type: 'string' },
  'trust-root': { type: 'string' },
  origin: { type: 'string' },
  'max-status-age': { type: 'string' },
} as const;

type OfflineWords = {
  readonly positionals: readonly string[];
  readonly values: {
    readonly id?: string;
    readonly 'trust-root'?: string;
    readonly origin?: string;
    readonly 'max-status-age'?: string;
    readonly witness?: string[];
    readonly witnesses?: string;
    readonly json?: boolean;
    readonly url?: string;
  };
};

async function verifyOffline(
  proof: string,
  { positionals, values }: OfflineWords,
  terminal: Terminal,
): Promise<ExitCode> {
  const witnesses = toWitnessPolicy(values);
  const maxStatusAgeMs = parseDuration('max-status-age', values['max-status-age']);
  const [{ knownRoot }, { runVerifyOffline }] = await Promise.all([
    import('../service/connect.ts'),
    import('./verify-offline.run.ts'),
  ]);
  return runVerifyOffline(
    {
      proof,
      folder: positionals[0],
      id: values.id,
      trustRoot: values['trust-root'],
      origin: values.origin,
      witnesses,
      maxStatusAgeMs,
      isJson: values.json ?? false,
      findKnownRoot: () => knownRoot(terminal, values),
    },
    terminal,
  );
}

export async function verify(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = {
    ...POLICY_OPTIONS,
    ...OFFLINE_OPTIONS,
    ...RELEASE_OPTIONS,
    id: { type: 'string' },
    seal: { type: 'boolean' },
  } as const;
  const isOffline = args.some((word) => /^--(?:offline|release)(?:=|$)/.test(word));
  const parsed = parseOptions(args, own, { min: isOffline ? 0 : 1, max: 1, what: 'verify ID|URL|DIR' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const { release, key, json = false } = parsed.values;
  if (release !== undefined) {
    const { runVerifyRelease } = await import('./verify-release.run.ts');
    return runVerifyRelease({ folder: release, key, isJson: json }, terminal);
  }
  if (key !== undefined) throw new UsageError('--key requires --release DIR.');
  if (parsed.values.offline !== undefined) return verifyOffline(parsed.values.offline, parsed, terminal);
  const stray = ['trust-root', 'origin', 'max-status-age', 'witness', 'witnesses'].find(
    (name) => name in parsed.values,
  );
  if (stray !== undefined) throw new UsageError(`--${stray} requires --offline FILE.`);
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
