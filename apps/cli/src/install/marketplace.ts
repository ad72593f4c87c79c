import { join } from 'node:path';
import { readRegularText } from '../skills/regular-file.ts';
import { PLUGIN_STORE } from './hosts.ts';
import { type Lock, writeWhole } from './lock.ts';
import { requireInside } from './place.ts';

/** The marketplace name under which hosts list the plugins of the lock. */
export const MARKETPLACE = 'locked-plugins';
export const MARKETPLACE_FILE = `${PLUGIN_STORE}/.claude-plugin/marketplace.json`;
const FILE_BYTES_MAX = 1_048_576;

const toText = ({ skills }: Lock): string => {
  const names = Object.keys(skills).filter((name) => skills[name]?.kind === 'plugin');
  const plugins = names.sort().map((name) => ({ name, source: `./${name}` }));
  return `${JSON.stringify({ name: MARKETPLACE, owner: { name: 'assay.lock' }, plugins }, null, 2)}\n`;
};

/** The marketplace lists exactly the plugins of the lock. Hosts install from it. */
export function writeMarketplace(project: string, lock: Lock): void {
  const path = join(project, MARKETPLACE_FILE);
  requireInside(project, path);
  writeWhole(path, toText(lock));
}

export function findMarketplace(project: string): string | undefined {
  try {
    return readRegularText(join(project, MARKETPLACE_FILE), FILE_BYTES_MAX);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '';
  }
}

export const isMarketplaceOf = (project: string, lock: Lock): boolean => findMarketplace(project) === toText(lock);
