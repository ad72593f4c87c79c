import { join } from 'node:path';
import { readRegularText } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';

const FILE_BYTES_MAX = 4_194_304;

type Dict = Readonly<Record<string, unknown>>;

/** What the hook needs of the user's settings, read without their schema: loading that takes longer than all the rest of a call. */
export type OwnSettings = {
  readonly trustedSkills: readonly string[];
  readonly trusted: Dict;
  readonly url: string | undefined;
  readonly maxStatusAgeMinutes: number | undefined;
};

const isDict = (value: unknown): value is Dict => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of another type than it should be trusts nothing. A file that is not JSON is an error, and that a denial. */
export function readOwnSettings({ config }: Pick<Terminal, 'config'>): OwnSettings {
  const settings = readDict(join(config.configDir, 'config.json'));
  const { trustedSkills, trusted, url, policy } = settings;
  const age = isDict(policy) ? policy.maxStatusAgeMinutes : undefined;
  return {
    trustedSkills: Array.isArray(trustedSkills) ? trustedSkills.filter((name) => typeof name === 'string') : [],
    trusted: isDict(trusted) ? trusted : {},
    url: typeof url === 'string' ? url : undefined,
    // Anything that is no number of minutes counts as none.
    maxStatusAgeMinutes: age === undefined ? undefined : typeof age === 'number' ? age : 0,
  };
}

/** Bundles that this user's own commands found valid, by digest (`install/known-bundles.ts`). */
export const readOwnBundles = ({ config }: Pick<Terminal, 'config'>): Dict => {
  try {
    return readDict(join(config.stateDir, 'valid-bundles.json'));
  } catch {
    return {};
  }
};

function readDict(path: string): Dict {
  let text: string;
  try {
    text = readRegularText(path, FILE_BYTES_MAX);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const value: unknown = JSON.parse(text);
  if (!isDict(value)) throw new TypeError(`${path} is not a JSON object. Correct or remove it.`);
  return value;
}

/** A member of an object, never one that all objects have. */
export const memberOf = (dict: Dict, name: string): Dict | undefined => {
  const value = Object.hasOwn(dict, name) ? dict[name] : undefined;
  return isDict(value) ? value : undefined;
};
