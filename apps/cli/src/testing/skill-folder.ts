import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const CLEAN_SKILL =
  '---\nname: notes\ndescription: Sorts notes by date.\n---\n\n# Notes\n\nSort the notes by date.\n';

/** A temporary folder, removed at the end of the test: `using folder = createFolder({ 'a/SKILL.md': '…' })`. */
export function createFolder(files: Readonly<Record<string, string | Uint8Array>>) {
  const path = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  for (const [name, content] of Object.entries(files)) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
