import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions, parseWord } from './options.ts';

const HELP = `Usage: assay badge ID [options]

Prints a badge for a README: an image of the live status that links to the verification response.

Options
  --format F         markdown (default), html, url
${COMMON_HELP}`;

const FORMATS = ['markdown', 'html', 'url'] as const;

export async function badge(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, { format: { type: 'string' } }, { min: 1, max: 1, what: 'badge ID' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [id = ''] = parsed.positionals;
  if (!/^[0-9a-f]{24}$/.test(id)) throw new UsageError('A certificate id has 24 hex digits.');
  const format = parseWord('format', parsed.values.format, FORMATS) ?? 'markdown';
  const { connect } = await import('../service/connect.ts');
  const { api, settings } = connect(terminal, parsed.values);
  const { label, message } = await api.call('readBadge', { params: { id } });
  const certificate = `${settings.url}/api/v1/public/certificates/${id}`;
  const picture = `${certificate}/badge.svg`;
  const snippets = {
    markdown: `[![Assay](${picture})](${certificate}/verify)`,
    html: `<a href="${certificate}/verify"><img src="${picture}" alt="Assay"></a>`,
    url: picture,
  };
  if (parsed.values.json) terminal.out(`${toSafeJson({ id, label, message, ...snippets }, 2)}\n`);
  else terminal.out(`${snippets[format]}\n`);
  return EXIT.safe;
}
