import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reader } from '@assay/audit';
import { type ModelPort, NO_USAGE, parseAnswer } from '@assay/reader';

/** Caches paid answers by content, instruction and prompt version (all in the key), and model. */
export type AnswerCache = {
  /** A secret of this machine, stored with the answers, so that equal questions keep equal keys. */
  readonly installationKey: string;
  has(reader: Reader, key: string): boolean;
  /** Answers from the cache; otherwise asks the model and stores the answer. Stores only answers that can be parsed. */
  around(port: ModelPort, reader: Reader): ModelPort;
};

/** Without a folder, nothing is stored. */
export function openAnswerCache(folder: string | undefined): AnswerCache {
  if (folder === undefined) return { installationKey: newKey(), has: () => false, around: (port) => port };
  const fileOf = ({ model, family }: Reader, key: string): string =>
    join(
      folder,
      `${createHash('sha256')
        .update(JSON.stringify([family, model, key]))
        .digest('hex')}.json`,
    );
  return {
    installationKey: openKey(folder),
    has: (reader, key) => existsSync(fileOf(reader, key)),
    around: (port, reader) => ({
      async ask(request) {
        const file = fileOf(reader, request.key);
        const kept = findText(file);
        if (kept !== undefined) return { kind: 'answer', text: kept, usage: NO_USAGE };
        const reply = await port.ask(request);
        if (reply.kind === 'answer' && parseAnswer(reply.text) !== undefined) keep(folder, file, reply.text);
        return reply;
      },
    }),
  };
}

const KEY_FILE = 'installation.key';
const KEY_BYTES = 32;

const newKey = (): string => randomBytes(KEY_BYTES).toString('hex');

/** Created once. With two processes the first write wins. In a read-only folder the key is valid for one run. */
function openKey(folder: string): string {
  const file = join(folder, KEY_FILE);
  const key = newKey();
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
    writeFileSync(file, key, { mode: OWNER_ONLY.file, flag: 'wx' });
    return key;
  } catch {
    return findText(file) || key;
  }
}

function findText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/** Renames the file only when it is complete. A cache that cannot be written costs money, not correctness. */
function keep(folder: string, file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
    writeFileSync(draft, text, { mode: OWNER_ONLY.file });
    renameSync(draft, file);
  } catch {
    return;
  }
}
