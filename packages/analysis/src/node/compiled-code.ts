import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const MARKER = '/node_modules/';

/** Folder of this package, which sandboxed processes may read. */
export const ANALYSIS_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The `node_modules` folder that contains `name`, resolved from the module `from`. */
export function modulesFolder(name: string, from: string): string {
  const entry = createRequire(from).resolve(name);
  return entry.slice(0, entry.lastIndexOf(`${MARKER}${name}/`) + MARKER.length);
}

/** Cache folder for compiled code. Without it, as in a read-only installation, starting takes longer. */
export function compiledFolder(name: string, modules = modulesFolder('web-tree-sitter', import.meta.url)): string {
  const folder = `${modules}.cache/${name}/`;
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // The cache is optional.
  }
  return folder;
}
