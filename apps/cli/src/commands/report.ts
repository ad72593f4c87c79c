import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions, parseWord } from './options.ts';

const HELP = `Usage: assay report ID --category NAME --description TEXT [options]

Reports a certified product that should not be available because it is stolen, illegal or harmful. No login is needed. Keep the receipt: you need it to
read the decision and to appeal. To report a technical defect in a certified version, use: assay flag

Options
  --category NAME    stolen, malware, illegal, personal_data, impersonation or other
  --description TEXT what is wrong, with the evidence for it (20 to 4,000 characters)
  --original URL     for a stolen work: the URL of the original
  --contact ADDRESS  email address for questions and the decision
${COMMON_HELP}`;

const OWN = {
  category: { type: 'string' },
  description: { type: 'string' },
  original: { type: 'string' },
  contact: { type: 'string' },
} as const;
const CATEGORIES = ['STOLEN', 'MALWARE', 'ILLEGAL', 'PERSONAL_DATA', 'IMPERSONATION', 'OTHER'] as const;

export async function report(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, OWN, { min: 1, max: 1, what: 'report ID --category NAME --description TEXT' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const { values, positionals } = parsed;
  const category = parseWord('category', values.category, CATEGORIES);
  if (category === undefined || values.description === undefined)
    throw new UsageError('Set --category and --description.');
  const { connect } = await import('../service/connect.ts');
  const { api, settings } = connect(terminal, values);
  const filed = await api.call('reportAbuse', {
    body: {
      certificateId: positionals[0] ?? '',
      category,
      description: values.description,
      ...(values.original === undefined ? {} : { originalUrl: values.original }),
      ...(values.contact === undefined ? {} : { contact: values.contact }),
    },
  });
  if (values.json) terminal.out(`${toSafeJson(filed, 2)}\n`);
  else {
    terminal.out(`${toSafeText(`Reported to ${settings.url}. The decision is due by ${filed.dueAt}.`)}\n`);
    terminal.out(`  report   ${toSafeText(filed.id)}\n  receipt  ${toSafeText(filed.receipt)}\n`);
    terminal.out(
      'Keep both: the page /report of the service needs them to show the decision and to accept an appeal.\n',
    );
  }
  return EXIT.safe;
}
