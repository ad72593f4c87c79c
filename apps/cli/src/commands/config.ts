import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import {
  acceptService,
  readSettings,
  readUserSettings,
  refuseService,
  type SettingsRead,
  toBase,
  userFile,
  writeUserSettings,
} from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';
import { findSetting, readSetting, SETTINGS_HELP, withSetting } from './config.keys.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay config [KEY [VALUE]] [options]
       assay config trust-service URL [--key KEY]...
       assay config pin [URL]

Without KEY, prints the settings in effect, from the environment and your own settings. With KEY, prints that setting. With VALUE,
changes your own setting. Items of lists are separated by commas.

Keys
${SETTINGS_HELP}
trust-service allows a project's .assay.json to select this service. With --key, its feed and seals must be signed by one of
these public keys; otherwise, by the keys that the service shows at first contact.

pin replaces the pinned keys with the keys that the service shows now, and prints their digest. Compare it with the digest that the
operator publishes. From then on, the service must sign with these keys, or with keys that these have signed. A pin has no effect while
trustKeys or ASSAY_TRUST_KEYS is set.

Options
  --key KEY          a public key of the accepted service; can be repeated
  --unset            remove your own setting of KEY, an accepted service or a pin
${COMMON_HELP}--json applies only without KEY.
`;

export async function config(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = { unset: { type: 'boolean' }, key: { type: 'string', multiple: true } } as const;
  const parsed = parseOptions(args, own, { max: 2, what: 'config [KEY [VALUE]]' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [name, value] = parsed.positionals;
  const { values } = parsed;
  if (values.json && name !== undefined) throw new UsageError('--json requires: assay config, without KEY');
  if (name === 'trust-service') return trustService(value, values, terminal);
  if (name === 'pin') return pin(value ?? readSettings(terminal, values).url, values, terminal);
  if (values.key !== undefined) throw new UsageError('--key requires: assay config trust-service URL');
  if (name === undefined) return show(readSettings(terminal, values), values.json ?? false, terminal);
  const setting = findSetting(name);
  const user = readUserSettings(terminal);
  if (value === undefined && !values.unset) {
    const { url, trustKeys } = readSettings(terminal, values);
    const read = { url, trustKeys: trustKeys.join(',') }[name] ?? readSetting(user, setting) ?? '';
    terminal.out(`${toSafeText(String(read))}\n`);
    return EXIT.safe;
  }
  writeUserSettings(terminal, withSetting(user, setting, value === undefined ? undefined : setting.parse(value)));
  return EXIT.safe;
}

async function show(settings: SettingsRead, isJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const { digestOfRoot, memoryOf } = await import('../service/pins.ts');
  const root = await memoryOf(terminal, settings.url).root.get();
  for (const note of settings.notes) terminal.err(`assay: ${toSafeText(note)}\n`);
  // The token is a secret; only its presence is shown.
  const shown = {
    url: settings.url,
    chosenBy: settings.chosenBy,
    trustKeys: settings.trustKeys,
    pinnedTo: root === undefined ? null : digestOfRoot(root),
    trustedServices: Object.keys(readUserSettings(terminal).trustedServices ?? {}),
    policy: settings.policy,
    ...(settings.maxStatusAgeMinutes !== undefined && { maxStatusAgeMinutes: settings.maxStatusAgeMinutes }),
    isLoggedIn: settings.token !== undefined,
    file: userFile(terminal),
  };
  if (isJson) terminal.out(`${toSafeJson(shown, 2)}\n`);
  else
    for (const [key, each] of Object.entries(shown))
      terminal.out(`${toSafeText(`${key} ${typeof each === 'string' ? each : JSON.stringify(each)}`)}\n`);
  return EXIT.safe;
}

async function pin(url: string, { unset = false }: Trust, terminal: Terminal): Promise<ExitCode> {
  const [{ pinService, unpinService }, { keysFor }] = await Promise.all([
    import('../service/pins.ts'),
    import('@assay/client'),
  ]);
  if (unset) {
    await unpinService(terminal, url);
    terminal.out(
      `${toSafeText(`${url} is no longer pinned. The keys that it shows at the next contact will be pinned.`)}\n`,
    );
    return EXIT.safe;
  }
  const { before, now, root } = await pinService(terminal, url);
  const keyIds = [...new Set(root.keys.map(({ keyId }) => keyId))].join(', ');
  terminal.out(`${toSafeText(`${url} is pinned to trust root version ${root.version}, sha256 ${now}`)}\n`);
  terminal.out(`  keys ${toSafeText(keyIds)}\n`);
  const keys = keysFor(root, 'certificate', Date.now()).map((key) => Buffer.from(key).toString('base64'));
  terminal.out(`  for a machine without pins, such as a pipeline: ASSAY_TRUST_KEYS=${keys.join(',')}\n`);
  if (before !== undefined && before !== now) terminal.out(`  previously pinned to sha256 ${before}\n`);
  return EXIT.safe;
}

type Trust = { readonly key?: string[]; readonly unset?: boolean };

function trustService(url: string | undefined, { key = [], unset = false }: Trust, terminal: Terminal): ExitCode {
  const base = url === undefined ? undefined : toBase(url);
  if (base === undefined) throw new UsageError('Usage: assay config trust-service https://…');
  if (unset) refuseService(terminal, base);
  else acceptService(terminal, base, key);
  terminal.out(`${toSafeText(unset ? `${base} is no longer accepted.` : `Projects can select ${base}.`)}\n`);
  return EXIT.safe;
}
