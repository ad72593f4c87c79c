import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckpointMemory } from './modules/transparency/index.ts';

const FOLDER = 'log-checkpoints';

/**
 * Stores the last signed checkpoint of each origin in a file. The write is atomic and durable before the checkpoint is
 * published.
 */
export function fileCheckpointMemory(dataDir: string): CheckpointMemory {
  const folder = join(dataDir, FOLDER);
  const pathOf = (origin: string) => join(folder, createHash('sha256').update(origin).digest('hex'));
  return {
    read: (origin) =>
      readFile(pathOf(origin), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    async write(origin, note) {
      await mkdir(folder, { recursive: true });
      const draft = `${pathOf(origin)}.${randomBytes(8).toString('hex')}`;
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(note);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, pathOf(origin));
    },
  };
}

/** For tests only: the checkpoints are lost when the process ends. */
export function volatileCheckpointMemory(): CheckpointMemory {
  const notes = new Map<string, string>();
  return {
    read: async (origin) => notes.get(origin),
    write: async (origin, note) => void notes.set(origin, note),
  };
}
