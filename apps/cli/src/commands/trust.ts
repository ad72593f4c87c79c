import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { parseOptions, toCommonHelp } from './options.ts';

const HELP = `Usage: assay trust DIR [--reason TEXT] [--days N] [--lock]
       assay trust import URL [--user]
       assay trust DIR --remove

Approves the exact bytes of a skill for a limited time. The approval is stored in your settings, where the hook reads it, or, with
--lock, in assay.lock, where assay ci reads it for all users of the project. Any change to a file ends the approval.

import adds the approvals in a file of another team, such as the assay.lock of its project. It pins the file by digest in this project's
lock or, with --user, copies the approvals to your own settings.

Options
  --reason TEXT      why you approve the skill; shown to readers of the lock
  --days N           duration of the approval (1 to 365, default 90)
  --lock             store the approval in assay.lock of this project
  --user             import into your own settings instead of the lock
  --remove           revoke the approval
${toCommonHelp('json', 'url')}`;

export async function trust(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = {
    reason: { type: 'string' },
    days: { type: 'string' },
    lock: { type: 'boolean' },
    user: { type: 'boolean' },
    remove: { type: 'boolean' },
  } as const;
  const parsed = parseOptions(args, own, {
    min: 1,
    max: 2,
    what: 'trust DIR, or assay trust import URL',
    without: ['json', 'url'],
  });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const { values, positionals } = parsed;
  const { importAudits, trustFolder, untrustFolder } = await import('./trust.run.ts');
  const [first = '', second] = positionals;
  if (first === 'import' && second !== undefined)
    return importAudits(second, { isForUser: values.user ?? false }, terminal);
  if (second !== undefined) throw new UsageError('Usage: assay trust DIR, or assay trust import URL');
  if (values.remove) return untrustFolder(first, terminal);
  return trustFolder(
    first,
    { reason: values.reason ?? '', days: parseDays(values.days), isForLock: values.lock ?? false },
    terminal,
  );
}

function parseDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > 365) throw new UsageError('--days takes a number from 1 to 365.');
  return days;
}
