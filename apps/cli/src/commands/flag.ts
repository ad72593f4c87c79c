import { FLAG_CATEGORIES } from '@assay/protocol';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions, parseWord } from './options.ts';

const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

const HELP = `Usage: assay flag ID --wallet ADDRESS --category CATEGORY --description TEXT [options]

Reports a problem with a certified version. If a confirmed flag suspends the version, the wallet receives a bounty.

Options
  --wallet ADDRESS     the wallet that receives a bounty
  --category CATEGORY  ${FLAG_CATEGORIES.map((name) => name.toLowerCase()).join(', ')}
  --description TEXT   what is wrong (20 to 4,000 characters)
  --severity LEVEL     low, medium (default), high, critical
  --evidence TEXT      a quotation, or FILE:LINE in the certified bundle; can be repeated
${COMMON_HELP}`;

export async function flag(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = {
    wallet: { type: 'string' },
    category: { type: 'string' },
    description: { type: 'string' },
    severity: { type: 'string' },
    evidence: { type: 'string', multiple: true },
  } as const;
  const parsed = parseOptions(args, own, { min: 1, max: 1, what: 'flag ID' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const { values } = parsed;
  const category = parseWord('category', values.category, FLAG_CATEGORIES);
  const severity = parseWord('severity', values.severity, SEVERITIES) ?? 'MEDIUM';
  if (!values.wallet || !category || !values.description)
    throw new UsageError('Set --wallet, --category and --description.');
  const { connect } = await import('../service/connect.ts');
  const body = {
    walletAddress: values.wallet,
    category,
    severity,
    description: values.description,
    evidence: (values.evidence ?? []).map(toEvidence),
  };
  const params = { id: parsed.positionals[0] ?? '' };
  const filed = await connect(terminal, values).api.call('flagCertificate', { params, body });
  if (values.json) terminal.out(`${toSafeJson(filed, 2)}\n`);
  else terminal.out(`${filed.state} ${filed.id}\n`);
  return EXIT.safe;
}

function toEvidence(
  text: string,
): { kind: 'FILE_LINE'; value: string; path: string; line: number } | { kind: 'TEXT'; value: string } {
  const [, path, line] = /^([^\s:]+):(\d{1,7})$/.exec(text) ?? [];
  return path === undefined
    ? { kind: 'TEXT', value: text }
    : { kind: 'FILE_LINE', value: text, path, line: Number(line) };
}
