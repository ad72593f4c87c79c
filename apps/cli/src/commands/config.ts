import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { readSettings, readUserSettings, userFile, writeUserSettings } from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay config [KEY [VALUE]] [options]

Without a key: what holds here, from the environment, .assay.json and your own settings. With a key: that one. With a value: your own
setting is changed. Keys: url, trustKeys (public keys, separated by commas).

Options
  --unset            remove your own setting of KEY
${COMMON_HELP}`;

const KEYS = ['url', 'trustKeys'] as const;

export async function config(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, { unset: { type: 'boolean' } }, { max: 2, what: 'config [KEY [VALUE]]' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [name, value] = parsed.positionals;
  const settings = readSettings(terminal, parsed.values);
  if (name === undefined) {
    // A token is a secret: whether there is one is all that is shown.
    const shown = {
      url: settings.url,
      trustKeys: settings.trustKeys,
      policy: settings.policy,
      isLoggedIn: settings.token !== undefined,
      file: userFile(terminal),
    };
    if (parsed.values.json) terminal.out(`${toSafeJson(shown, 2)}\n`);
    else
      for (const [key, each] of Object.entries(shown))
        terminal.out(`${toSafeText(`${key} ${typeof each === 'string' ? each : JSON.stringify(each)}`)}\n`);
    return EXIT.safe;
  }
  const key = KEYS.find((each) => each === name);
  if (key === undefined) throw new UsageError(`There is no setting ${name}. Settings: ${KEYS.join(', ')}.`);
  if (value === undefined && !parsed.values.unset) {
    terminal.out(`${toSafeText(String(settings[key]))}\n`);
    return EXIT.safe;
  }
  const { [key]: _, ...rest } = readUserSettings(terminal);
  const changed = value === undefined ? rest : { ...rest, [key]: key === 'trustKeys' ? value.split(',') : value };
  writeUserSettings(terminal, changed);
  return EXIT.safe;
}
