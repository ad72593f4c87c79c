import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Terminal } from '../terminal.ts';

const FILE_BYTES_MAX = 4_194_304;

type Dict = Readonly<Record<string, unknown>>;

/**
 * The part of the user's settings that the hook needs. Read without a schema, because loading the schema library takes
 * longer than the rest of a call.
 */
export type OwnSettings = {
  readonly trustedSkills: readonly string[];
  readonly trusted: Dict;
  readonly url: string | undefined;
  readonly maxStatusAgeMinutes: number | undefined;
};

const isDict = (value: unknown): value is Dict => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of an unexpected type trusts nothing. A file that is not JSON is an error, which leads to a denial. */
export async function readOwnSettings({ config }: Pick<Terminal, 'config'>): Promise<OwnSettings> {
  const settings = await readDict(join(config.configDir, 'config.json'));
  const { trustedSkills, trusted, url, policy } = settings;
  const age = isDict(policy) ? policy.maxStatusAgeMinutes : undefined;
  return {
    trustedSkills: Array.isArray(trustedSkills) ? trustedSkills.filter((name) => typeof name === 'string') : [],
    trusted: isDict(trusted) ? trusted : {},
    url: typeof url === 'string' ? url : undefined,
    // A value that is not a number counts as 0 minutes.
    maxStatusAgeMinutes: age === undefined ? undefined : typeof age === 'number' ? age : 0,
  };
}

/** The digests of bundles that this user's own commands found valid (`install/known-bundles.ts`). */
export const readOwnBundles = ({ config }: Pick<Terminal, 'config'>): Promise<Dict> =>
  readDict(join(config.stateDir, 'valid-bundles.json')).catch(() => ({}));

async function readDict(path: string): Promise<Dict> {
  const text = await readRegular(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return {};
  const value: unknown = JSON.parse(text);
  if (!isDict(value)) throw new TypeError(`${path} is not a JSON object. Correct or remove it.`);
  return value;
}

/** Reads without blocking the deadline: neither a pipe without a writer nor a remote file system may block. */
export async function readRegular(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new TypeError(`${path} is not a regular file.`);
    if (stat.size > FILE_BYTES_MAX) throw new RangeError(`${path} has more than ${FILE_BYTES_MAX} bytes.`);
    const bytes = Buffer.alloc(stat.size + 1);
    let filled = 0;
    for (let count = -1; count !== 0 && filled < bytes.length; filled += count)
      count = (await file.read(bytes, filled, bytes.length - filled, filled)).bytesRead;
    if (filled > stat.size) throw new RangeError(`${path} grew while it was read.`);
    return new TextDecoder().decode(bytes.subarray(0, filled));
  } finally {
    await file.close();
  }
}

/** A member of an object, excluding inherited members. */
export const memberOf = (dict: Dict, name: string): Dict | undefined => {
  const value = Object.hasOwn(dict, name) ? dict[name] : undefined;
  return isDict(value) ? value : undefined;
};
