import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const MARKER = '/node_modules/';

/** Where this package stands: what processes with bounded rights may read of it. */
export const ANALYSIS_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The `node_modules` folder that holds `name`, looked up from the module `from`. */
export function modulesFolder(name: string, from: string): string {
  const entry = createRequire(from).resolve(name);
  return entry.slice(0, entry.lastIndexOf(`${MARKER}${name}/`) + MARKER.length);
}

/** Where compiled code is kept between starts. Without it, as in a read-only installation, starting takes longer. */
export function compiledFolder(name: string, modules = modulesFolder('web-tree-sitter', import.meta.url)): string {
  const folder = `${modules}.cache/${name}/`;
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // Node does without.
  }
  return folder;
}
