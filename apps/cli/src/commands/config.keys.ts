import { UsageError } from '../exit-codes.ts';
import { toOrigin, type UserSettings } from '../service/settings.ts';

/** A setting that a user can change by name. `parse` returns the value to write, or throws a UsageError. */
type Setting = { readonly key: string; readonly about: string; readonly parse: (text: string) => unknown };

const NUMBER_MAX = 1_000_000;

const toUrl = (text: string): string => {
  if (toOrigin(text) === undefined || !/^https?:/i.test(text))
    throw new UsageError(`${text} is not a web address. Use https://… or http://…`);
  return text;
};
const toList = (text: string): string[] => {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes('')) throw new UsageError(`${text} has an empty item. Separate items with a single comma.`);
  return items;
};
const toWhole = (text: string): number => {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= NUMBER_MAX)) throw new UsageError(`${text} is not a whole number from 0 to ${NUMBER_MAX}.`);
  return value;
};
const oneOf =
  (...words: readonly string[]) =>
  (text: string): string => {
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (found === undefined) throw new UsageError(`${text} is not one of ${words.join(', ')}.`);
    return found;
  };
const toFlag = (text: string): boolean => oneOf('true', 'false')(text) === 'true';

const LEVEL = oneOf('CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL');
const ASK = oneOf('ask', 'deny');

export const SETTINGS: readonly Setting[] = [
  { key: 'url', about: 'the service', parse: toUrl },
  { key: 'trustKeys', about: 'public keys to check signatures with, separated by commas', parse: toList },
  { key: 'gitHost', about: 'the address to fetch GitHub repositories from', parse: toUrl },
  {
    key: 'trustedSkills',
    about: 'names of skills in your user-level skill folders, or bundled with the host, that the hook always allows',
    parse: toList,
  },
  { key: 'policy.allowUpTo', about: 'highest risk level that is allowed', parse: LEVEL },
  {
    key: 'policy.askUpTo',
    about: 'highest risk level for which the hook asks you; higher levels are denied',
    parse: LEVEL,
  },
  {
    key: 'policy.maxSandboxRiskLevel',
    about: 'highest sandbox risk level that is allowed',
    parse: oneOf('LOW', 'MEDIUM', 'HIGH'),
  },
  {
    key: 'policy.readBy',
    about: 'who must at least have read the instructions: NONE, MODEL or PERSON',
    parse: oneOf('NONE', 'MODEL', 'PERSON'),
  },
  { key: 'policy.onUnread', about: 'ask or deny if no such reader has read the instructions', parse: ASK },
  { key: 'policy.onFlags', about: 'ask or deny if flags are open', parse: ASK },
  { key: 'policy.onUnreachable', about: 'ask or deny if the service does not respond', parse: ASK },
  { key: 'policy.maxAgeDays', about: 'maximum age of a certificate, in days', parse: toWhole },
  {
    key: 'policy.maxStatusAgeMinutes',
    about: 'maximum age, in minutes, of a stored status used without contacting the service',
    parse: toWhole,
  },
  { key: 'policy.allowedCapabilities', about: 'the only capabilities that a skill may have', parse: toList },
  { key: 'policy.allowedHosts', about: 'the only network hosts that a skill may contact', parse: toList },
  { key: 'policy.requireCommitBinding', about: 'true: the certificate must be bound to a commit', parse: toFlag },
  { key: 'policy.requireAnchor', about: 'true: the certificate must be anchored on the chain', parse: toFlag },
];

const COLUMNS = 28;
export const SETTINGS_HELP = SETTINGS.map(({ key, about }) => `  ${key.padEnd(COLUMNS)} ${about}\n`).join('');

export function findSetting(name: string): Setting {
  const found = SETTINGS.find(({ key }) => key === name);
  if (found === undefined) throw new UsageError(`There is no setting ${name}. assay config --help lists all settings.`);
  return found;
}

const dictOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The user's own value; `undefined` if there is none. */
export function readSetting(settings: UserSettings, { key }: Setting): unknown {
  const [first = '', second] = key.split('.');
  const value = dictOf(settings)[first];
  return second === undefined ? value : dictOf(value)[second];
}

/** Returns the settings with this value, or without it if undefined. Removes a group that becomes empty. */
export function withSetting(settings: UserSettings, { key }: Setting, value: unknown): UserSettings {
  const [first = '', second] = key.split('.');
  if (second === undefined) return replace(settings, first, value);
  const group = replace(dictOf(dictOf(settings)[first]), second, value);
  return replace(settings, first, Object.keys(group).length === 0 ? undefined : group);
}

function replace<Dict extends object>(dict: Dict, key: string, value: unknown): Dict {
  const rest = Object.entries(dict).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? rest : [...rest, [key, value]]) as Dict;
}
