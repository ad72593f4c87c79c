import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { parseOptions, toCommonHelp } from './options.ts';

const HELP = `Usage: assay account export [--out FILE]
       assay account delete --confirm EMAIL

"export" writes the data of your account as JSON. "delete" removes the account and its personal data and
revokes all tokens. Certificates and log entries remain. The page /docs/privacy of the service lists what is exported, and what is kept and why.

Options
  --out FILE         with export: write to a new file, readable by you only (default: stdout)
  --confirm EMAIL    with delete: the account's email address
${toCommonHelp('json')}`;

const OWN = { out: { type: 'string' }, confirm: { type: 'string' } } as const;
/** Personal data: readable only by its owner, and never written over an existing file. */
const NEW_PRIVATE_FILE = { mode: 0o600, flag: 'wx' } as const;

export async function account(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, OWN, { min: 1, max: 1, what: 'account export|delete', without: ['json'] });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const { values, positionals } = parsed;
  const { connectAsDeveloper } = await import('../service/connect.ts');
  const { api, settings } = connectAsDeveloper(terminal, values);
  switch (positionals[0]) {
    case 'export': {
      const text = `${toSafeJson(await api.call('exportAccount', {}), 2)}\n`;
      if (values.out === undefined) terminal.out(text);
      else writeNew(resolve(terminal.cwd, values.out), text);
      return EXIT.safe;
    }
    case 'delete': {
      const { email } = await api.call('readAccount', {});
      if (values.confirm !== email)
        throw new UsageError(
          `This deletes the account ${toSafeText(email)}. Confirm with: --confirm ${toSafeText(email)}`,
        );
      await api.call('deleteAccount', {});
      terminal.out(`${toSafeText(`Deleted the account ${email} at ${settings.url}.`)}\n`);
      return EXIT.safe;
    }
    default:
      throw new UsageError('Use: assay account export, or assay account delete.');
  }
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, NEW_PRIVATE_FILE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new UsageError(`${toSafeText(path)} exists. Choose another name with --out.`);
    if (code === 'ENOENT') throw new UsageError(`${toSafeText(path)}: the folder does not exist.`);
    throw error;
  }
}
