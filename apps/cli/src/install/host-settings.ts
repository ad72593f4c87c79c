import { join } from 'node:path';
import { readRegularText } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';

const FILE_BYTES_MAX = 4_194_304;

type Dict = Readonly<Record<string, unknown>>;

const dictOf = (value: unknown): Dict => (typeof value === 'object' && value !== null ? (value as Dict) : {});
/** Variables that choose the settings, the code or the service of a hook, or who answers in place of the service. */
const CHOOSING =
  /^(?:NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|USE_\w+)|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_\w+|OPENSSL_\w+|XDG_\w+|HOME|PATH|LD_\w+|DYLD_\w+|BASH_ENV|ASSAY_\w+)$/i;

const switchOf = (isOff: boolean, member: string): string[] => (isOff ? [`disables hooks (${member})`] : []);
const variablesOf = (names: readonly string[]): string[] => {
  const found = names.filter((name) => CHOOSING.test(name));
  return found.length === 0 ? [] : [`sets variables that hooks are started with (${found.join(', ')})`];
};

function inClaude(settings: Dict): string[] {
  return [
    ...switchOf(settings.disableAllHooks === true, 'disableAllHooks'),
    ...variablesOf(Object.keys(dictOf(settings.env))),
  ];
}

function inGemini({ hooksConfig, hooks, tools }: Dict): string[] {
  return [
    ...['hooksConfig', 'hooks'].flatMap((name) => {
      const { enabled, disabled } = dictOf({ hooksConfig, hooks }[name]);
      const isOff = enabled === false || (Array.isArray(disabled) && disabled.length > 0);
      return switchOf(isOff, `${name}.${enabled === false ? 'enabled' : 'disabled'}`);
    }),
    ...switchOf(dictOf(tools).enableHooks === false, 'tools.enableHooks'),
  ];
}

const inCopilot = ({ disableAllHooks }: Dict): string[] => switchOf(disableAllHooks === true, 'disableAllHooks');

const json = (read: (settings: Dict) => string[]) => (text: string) => read(dictOf(JSON.parse(text)));
const inToml = (text: string): string[] =>
  switchOf(/^\s*(?:features\s*\.\s*)?"?(?:codex_)?hooks"?\s*=\s*false\b/m.test(text), 'features.hooks');
const inVariables = (text: string): string[] =>
  variablesOf([...text.matchAll(/^\s*(?:export\s+)?(\w+)\s*[=:]/gm)].map(([, name = '']) => name));

/** Project settings that hosts prefer over the user's, by the hosts' documentation (November 2026). */
const FILES: readonly (readonly [string, (text: string) => string[]])[] = [
  ['.claude/settings.json', json(inClaude)],
  ['.claude/settings.local.json', json(inClaude)],
  ['.gemini/settings.json', json(inGemini)],
  ['.gemini/.env', inVariables],
  ['.env', inVariables],
  ['.codex/config.toml', inToml],
  ['.github/copilot/settings.json', json(inCopilot)],
  ['.github/copilot/settings.local.json', json(inCopilot)],
];

/** The project settings that affect the user's hooks. A clone contains such files, and hosts apply them before the first call. */
export function findHookSwitches(project: string): string[] {
  return FILES.flatMap(([file, read]) => {
    try {
      return read(readRegularText(join(project, file), FILE_BYTES_MAX)).map((what) => `${file} ${what}`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return [];
      return [`${file} cannot be read and may disable hooks`];
    }
  });
}

/** Printed by commands whose result depends on the hook. */
export async function warnOfHookSwitches({ cwd, err }: Pick<Terminal, 'cwd' | 'err'>): Promise<void> {
  const found = findHookSwitches(cwd);
  if (found.length === 0) return;
  const { toSafeText } = await import('../render/safe-text.ts');
  for (const each of found) err(`assay: ${toSafeText(each)}. Your hooks may not run in this project.\n`);
}
