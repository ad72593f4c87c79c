import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const MARKER = '/node_modules/';

/** The folder the engines are installed in. */
export function modulesFolder(): string {
  const engine = createRequire(import.meta.url).resolve('just-bash');
  return engine.slice(0, engine.lastIndexOf(`${MARKER}just-bash/`) + MARKER.length);
}

/** Where compiled code is kept between starts. Without it, as in a read-only installation, starting takes longer. */
export function compiledFolder(name: string): string {
  const folder = `${modulesFolder()}.cache/${name}/`;
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // Node does without.
  }
  return folder;
}
