import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/** The file is complete on disk when this returns, even after a power failure. Readable only by its owner. */
export function writeDurably(path: string, text: string): void {
  withDraft(path, text, (draft) => renameSync(draft, path));
}

/** Writes the file unless it exists; then returns false and changes nothing. */
export function createDurably(path: string, text: string): boolean {
  return withDraft(path, text, (draft) => {
    try {
      linkSync(draft, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  });
}

function withDraft<T>(path: string, text: string, place: (draft: string) => T): T {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
  const draft = `${path}.${process.pid}`;
  const file = openSync(draft, 'w', OWNER_ONLY.file);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const placed = place(draft);
  syncFolder(folder);
  return placed;
}

/** A new name is durable only after its folder is synced. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
